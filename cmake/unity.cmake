# carom_unity(TARGET): with CAROM_UNITY, the sources of one folder are compiled some at a time. Most of the
# time of a source goes into the same headers (Eigen, fmt, pybind11), which are then read once for all of them:
# a first build takes half as long. Off in the preset dev, where one file is compiled again and again.
#
# Sources with compile options of their own stay by themselves, so these are set before. The files written
# here name no folder of this machine, unlike those of CMake's UNITY_BUILD: checkouts share a compiler cache.
option(CAROM_UNITY "Compile several sources at once: a quicker first build" OFF)
set(carom_unity_size 14)

function(carom_unity target)
  if(NOT CAROM_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  set(alone "")
  set(groups "")
  foreach(source IN LISTS sources)
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    get_source_file_property(generated ${source} GENERATED)
    if(options OR generated)
      list(APPEND alone ${source})
      continue()
    endif()
    cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE path)
    cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    cmake_path(GET path PARENT_PATH folder)
    math(EXPR count_${folder} "0${count_${folder}} + 1")
    math(EXPR number "${count_${folder}} / ${carom_unity_size}")
    set(group ${CMAKE_CURRENT_BINARY_DIR}/unity/${target}/${folder}_${number}.cpp)
    list(APPEND groups ${group})
    string(APPEND text_of_${group} "#include \"${path}\"\n")
  endforeach()
  list(REMOVE_DUPLICATES groups)
  foreach(group IN LISTS groups)
    file(CONFIGURE OUTPUT ${group} CONTENT "${text_of_${group}}" @ONLY)
  endforeach()
  set_property(TARGET ${target} PROPERTY SOURCES ${alone} ${groups})
endfunction()
