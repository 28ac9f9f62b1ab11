# The readers of robots: libmujoco compiles MJCF, urdfdom reads URDF, tinyxml2 reads XML for both. Where one is missing,
# a source of the same functions takes its place that names the Debian package. libmujoco is not linked: it is loaded
# when an MJCF file is read.
#
# Appends to `sources`; sets CAROM_ROBOT_LIBRARIES, to link, CAROM_MUJOCO and CAROM_URDFDOM, found or not, and
# CAROM_MUJOCO_PACKAGE, Debian's name of the library that is loaded.
find_path(CAROM_MUJOCO_HEADERS mujoco/mujoco.h)
find_library(CAROM_MUJOCO_LIBRARY mujoco)
find_path(CAROM_TINYXML2_HEADERS tinyxml2.h)
find_library(CAROM_TINYXML2_LIBRARY tinyxml2)
find_path(CAROM_URDFDOM_HEADERS urdf_parser/urdf_parser.h)
find_library(CAROM_URDFDOM_LIBRARY urdfdom_model)
find_path(CAROM_CONSOLE_BRIDGE_HEADERS console_bridge/console.h)
find_library(CAROM_CONSOLE_BRIDGE_LIBRARY console_bridge)
mark_as_advanced(CAROM_MUJOCO_HEADERS CAROM_MUJOCO_LIBRARY CAROM_TINYXML2_HEADERS CAROM_TINYXML2_LIBRARY
                 CAROM_URDFDOM_HEADERS CAROM_URDFDOM_LIBRARY CAROM_CONSOLE_BRIDGE_HEADERS
                 CAROM_CONSOLE_BRIDGE_LIBRARY)

set(CAROM_ROBOT_LIBRARIES "")
set(readers ${PROJECT_SOURCE_DIR}/carom/robots)

if(CAROM_MUJOCO_HEADERS AND CAROM_MUJOCO_LIBRARY AND CAROM_TINYXML2_HEADERS AND CAROM_TINYXML2_LIBRARY)
  set(CAROM_MUJOCO TRUE)
  file(GLOB found CONFIGURE_DEPENDS ${readers}/mujoco/*.cpp)
  list(APPEND CAROM_ROBOT_LIBRARIES ${CAROM_TINYXML2_LIBRARY} ${CMAKE_DL_LIBS})
  # Loaded by the name of the file that is there, libmujoco.so.2.2.2, which Debian's package is named after.
  file(REAL_PATH ${CAROM_MUJOCO_LIBRARY} file)
  cmake_path(GET file FILENAME file)
  string(REGEX REPLACE "^(.*)\\.so\\.?(.*)$" "\\1\\2" CAROM_MUJOCO_PACKAGE ${file})
  set_source_files_properties(${readers}/mujoco/library.cpp PROPERTIES COMPILE_OPTIONS
    "-DCAROM_MUJOCO_FILE=\"${file}\";-DCAROM_MUJOCO_PACKAGE=\"${CAROM_MUJOCO_PACKAGE}\"")
else()
  set(CAROM_MUJOCO FALSE)
  set(found ${readers}/missing/no_mujoco.cpp)
  message(STATUS "carom: reads no MJCF; that needs libmujoco-dev and libtinyxml2-dev")
endif()
list(APPEND sources ${found})

if(CAROM_URDFDOM_HEADERS AND CAROM_URDFDOM_LIBRARY AND CAROM_CONSOLE_BRIDGE_HEADERS AND
   CAROM_CONSOLE_BRIDGE_LIBRARY AND CAROM_TINYXML2_HEADERS AND CAROM_TINYXML2_LIBRARY)
  set(CAROM_URDFDOM TRUE)
  file(GLOB found CONFIGURE_DEPENDS ${readers}/urdf/*.cpp)
  list(APPEND CAROM_ROBOT_LIBRARIES ${CAROM_URDFDOM_LIBRARY} ${CAROM_CONSOLE_BRIDGE_LIBRARY}
       ${CAROM_TINYXML2_LIBRARY})
else()
  set(CAROM_URDFDOM FALSE)
  set(found ${readers}/missing/no_urdfdom.cpp)
  message(STATUS "carom: reads no URDF; that needs liburdfdom-dev and libtinyxml2-dev")
endif()
list(APPEND sources ${found})
list(REMOVE_DUPLICATES CAROM_ROBOT_LIBRARIES)
