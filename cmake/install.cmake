# What `cmake --install` and the .deb hold: program, library, headers, package files, manual.

include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/carom)

install(TARGETS carom_core carom_carom EXPORT carom COMPONENT dev)
include(cmake/public_headers.cmake)
carom_public_headers(public_headers)
foreach(header IN LISTS public_headers)
  cmake_path(GET header PARENT_PATH folder)
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder} COMPONENT dev)
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/include/carom/version.hpp
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/carom COMPONENT dev)

# find_package(carom): a 0.x version promises nothing across minor numbers.
install(EXPORT carom NAMESPACE carom:: DESTINATION ${package_dir} FILE carom-targets.cmake
        COMPONENT dev)
configure_package_config_file(cmake/carom-config.cmake.in carom-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(carom-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/carom-config.cmake
              ${PROJECT_BINARY_DIR}/carom-config-version.cmake
        DESTINATION ${package_dir} COMPONENT dev)

# pkg-config --static carom: the prefix is found from where the file lies, so the tree may be moved.
file(RELATIVE_PATH PREFIX_FROM_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
set(CAROM_PRIVATE_LIBRARIES "")
foreach(library IN LISTS CAROM_ROBOT_LIBRARIES)
  cmake_path(GET library STEM library)
  string(REGEX REPLACE "^lib" "" library ${library})
  string(APPEND CAROM_PRIVATE_LIBRARIES " -l${library}")
endforeach()
string(STRIP "${CAROM_PRIVATE_LIBRARIES}" CAROM_PRIVATE_LIBRARIES)
configure_file(cmake/carom.pc.in carom.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/carom.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)

# Manual, completion, documents, examples, licence and notices, where the README's links find them. The schema
# stands apart as well: systems may leave documents out, and editors need it.
install(FILES docs/man/carom.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES apps/carom/completion/carom.bash
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME carom)
install(FILES README.md CHANGELOG.md CONTRIBUTING.md CITATION.cff LICENSE THIRD_PARTY_NOTICES.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY examples docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
        PATTERN man EXCLUDE PATTERN __pycache__ EXCLUDE)
install(FILES docs/scene.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/carom)

# The explorer's page, where it has been built: carom finds it beside itself.
# explorer-3d.js draws its pictures in three dimensions.
set(page ${PROJECT_SOURCE_DIR}/build/explorer/explorer.html)
install(FILES ${page} ${PROJECT_SOURCE_DIR}/build/explorer/explorer-3d.js DESTINATION ${CMAKE_INSTALL_DATADIR}/carom COMPONENT program OPTIONAL)
install(CODE "if(NOT EXISTS \"${page}\")
  message(NOTICE \"carom: without the explorer's page, which is not built (./run package builds it)\")
endif()" COMPONENT program)

# cpack -G DEB makes a package of each: carom, libcarom-dev, python3-carom, and carom-mpi and carom-hdf5 where MPI and HDF5
# were found; ./run package does all that it takes. The libraries a program needs are found by dpkg-shlibdeps; MuJoCo's is
# loaded where it is there, and suggested. Pictures need gnuplot; everything else works without.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The carom authors <carom@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_COMPONENT_UNSPECIFIED_GROUP carom)
set(CPACK_COMPONENT_PROGRAM_GROUP carom)
set(CPACK_COMPONENT_DEV_GROUP dev)
set(CPACK_COMPONENTS_ALL Unspecified program dev)
if(TARGET carom_python)
  set(CPACK_COMPONENT_PYTHON_GROUP python)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
if(TARGET carom_mpi)
  set(CPACK_COMPONENT_MPI_GROUP mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
endif()
if(TARGET carom_hdf5)
  set(CPACK_COMPONENT_HDF5_GROUP hdf5)
  list(APPEND CPACK_COMPONENTS_ALL hdf5)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_CAROM_PACKAGING ${PROJECT_SOURCE_DIR}/packaging)
set(CPACK_CAROM_CHANGELOG ${PROJECT_BINARY_DIR}/changelog)
configure_file(packaging/changelog.in changelog @ONLY)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/finish.cmake)

set(CPACK_DEBIAN_CAROM_PACKAGE_NAME carom)
set(CPACK_DEBIAN_CAROM_PACKAGE_RECOMMENDS "gnuplot-nox")
set(suggested "python3-carom, libcarom-dev, carom-hdf5, carom-mpi, bash-completion, xdg-utils")
if(CAROM_MUJOCO)
  string(PREPEND suggested "${CAROM_MUJOCO_PACKAGE}, ")
endif()
set(CPACK_DEBIAN_CAROM_PACKAGE_SUGGESTS "${suggested}")
set(CPACK_COMPONENT_CAROM_DESCRIPTION  # below the summary, which is the project's DESCRIPTION
"Computes what happens when rigid bodies, mechanisms and robots collide with
friction: the velocities after, the impulses, the way through the impact, and
where every joule went. Holds the program carom with its explorer for the
browser, documents and examples.")

# Whoever links libcarom.a links what it calls.
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libcarom-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(libraries "libeigen3-dev, libyaml-cpp-dev")
if(CAROM_MUJOCO OR CAROM_URDFDOM)
  string(APPEND libraries ", libtinyxml2-dev")
endif()
if(CAROM_URDFDOM)
  string(APPEND libraries ", liburdfdom-dev, libconsole-bridge-dev")
endif()
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "${libraries}")
set(CPACK_COMPONENT_DEV_DESCRIPTION
"The C++ library of carom: headers, the static library, and what
find_package(carom) and pkg-config read.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-carom)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3, python3-numpy")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "carom")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-matplotlib")
if(CAROM_MUJOCO)
  string(APPEND CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS ", ${CAROM_MUJOCO_PACKAGE}")
endif()
set(CPACK_COMPONENT_PYTHON_DESCRIPTION
"The Python module of carom: impacts, sweeps, motions, robots and fits on NumPy
arrays, by the same core as the program.")

set(CPACK_DEBIAN_MPI_PACKAGE_NAME carom-mpi)
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "carom (= ${PROJECT_VERSION}), openmpi-bin")
set(CPACK_COMPONENT_MPI_DESCRIPTION
"What carom becomes under mpirun and srun, to share one sweep among many
processes and machines.")

set(CPACK_DEBIAN_HDF5_PACKAGE_NAME carom-hdf5)
set(CPACK_DEBIAN_HDF5_PACKAGE_DEPENDS "carom (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_HDF5_DESCRIPTION
"What carom loads to write sweeps as HDF5: carom sweep -o OUT.h5.")
include(CPack)
