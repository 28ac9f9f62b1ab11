# What `cmake --install` and the .deb hold: program, library, headers, package files, manual.

include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/carom)

install(TARGETS carom_core carom_carom EXPORT carom)
install(DIRECTORY carom ${PROJECT_BINARY_DIR}/include/carom
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")

# find_package(carom): a 0.x version promises nothing across minor numbers.
install(EXPORT carom NAMESPACE carom:: DESTINATION ${package_dir} FILE carom-targets.cmake)
configure_package_config_file(cmake/carom-config.cmake.in carom-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(carom-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/carom-config.cmake
              ${PROJECT_BINARY_DIR}/carom-config-version.cmake
        DESTINATION ${package_dir})

# pkg-config --static carom: the prefix is found from where the file lies, so the tree may be moved.
file(RELATIVE_PATH PREFIX_FROM_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/carom.pc.in carom.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/carom.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# Papers: manual, completion, licence, examples. Globs, because parts may be missing.
file(GLOB manual CONFIGURE_DEPENDS docs/man/*.1)
file(GLOB completion CONFIGURE_DEPENDS apps/carom/completion/carom.bash)
file(GLOB papers CONFIGURE_DEPENDS README.md CHANGELOG.md CITATION.cff LICENSE)
file(GLOB licence CONFIGURE_DEPENDS LICENSE)
install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME carom)
install(FILES ${papers} DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${licence} DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)

# The explorer's page, where it has been built (./run explore): carom finds it beside itself.
install(FILES ${PROJECT_SOURCE_DIR}/build/explorer/explorer.html
        DESTINATION ${CMAKE_INSTALL_DATADIR}/carom OPTIONAL)

# cpack -G DEB. The libraries the program needs are found by dpkg-shlibdeps; pictures need gnuplot, the
# Python module NumPy, everything else works without; Eigen and yaml-cpp are for those who compile against carom.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The carom authors")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gnuplot-nox, python3-numpy")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libeigen3-dev, libyaml-cpp-dev, python3-matplotlib")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION  # below the summary, which is the project's DESCRIPTION
"Computes what happens when rigid multibody systems collide with friction:
the velocities after, the impulses, the way through the impact, and where
every joule went. Holds the program carom, the C++ library and the Python module.")
include(CPack)
