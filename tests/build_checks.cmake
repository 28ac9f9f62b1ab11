# Checks of what the compiler and the packager make of carom: same bits from every compiler, device
# code, and the installed library as others will use it. A line that starts with "skipped" skips.

# The same hash of 300,000 impacts from g++ and clang++, -O0 to -O3 and -march=native.
add_test(NAME build.same_bits
  COMMAND ${BASH_PROGRAM} ${CMAKE_CURRENT_SOURCE_DIR}/bits/check.sh ${CMAKE_CURRENT_BINARY_DIR}/bits)

# core/ as CUDA device code: compiled only, no GPU needed.
add_test(NAME build.cuda_compile
  COMMAND ${BASH_PROGRAM} ${CMAKE_CURRENT_SOURCE_DIR}/cuda_compile/check.sh
          ${CMAKE_CURRENT_BINARY_DIR}/cuda_compile)
set_tests_properties(build.cuda_compile PROPERTIES SKIP_REGULAR_EXPRESSION "^skipped")

# The installed tree, used through find_package and through pkg-config.
set(prefix ${CMAKE_CURRENT_BINARY_DIR}/prefix)
add_test(NAME build.install COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR}
         --prefix ${prefix})
set_tests_properties(build.install PROPERTIES FIXTURES_SETUP installed)

add_test(NAME build.find_package
  COMMAND ${CMAKE_CTEST_COMMAND}
    --build-and-test ${CMAKE_CURRENT_SOURCE_DIR}/consumer_cmake
                     ${CMAKE_CURRENT_BINARY_DIR}/consumer_cmake
    --build-generator ${CMAKE_GENERATOR}
    --build-options -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
                    -DCMAKE_BUILD_TYPE=Release
    --test-command ${CMAKE_CTEST_COMMAND} --output-on-failure --no-tests=error)
add_test(NAME build.pkg_config
  COMMAND ${BASH_PROGRAM} ${CMAKE_CURRENT_SOURCE_DIR}/consumer_pkgconfig/check.sh
          ${prefix} ${CMAKE_CURRENT_BINARY_DIR}/consumer_pkgconfig)
set_tests_properties(build.find_package build.pkg_config PROPERTIES FIXTURES_REQUIRED installed)

# The .deb can be made, and holds what it should.
add_test(NAME build.deb
  COMMAND ${BASH_PROGRAM} ${CMAKE_CURRENT_SOURCE_DIR}/package_deb/check.sh
          ${PROJECT_BINARY_DIR} ${CMAKE_CURRENT_BINARY_DIR}/package_deb)
set_tests_properties(build.deb PROPERTIES SKIP_REGULAR_EXPRESSION "^skipped")

# Of several Pythons the right one is taken.
add_test(NAME build.find_python
  COMMAND ${BASH_PROGRAM} ${CMAKE_CURRENT_SOURCE_DIR}/find_python/check.sh
          ${CMAKE_CURRENT_BINARY_DIR}/find_python)

# pip makes a wheel and installs it, without the network; the source archive makes one, too.
if(TARGET carom_python)
  add_test(NAME build.pip
    COMMAND ${BASH_PROGRAM} ${CMAKE_CURRENT_SOURCE_DIR}/package_pip/check.sh
            ${CAROM_PYTHON_EXECUTABLE} ${CMAKE_CURRENT_BINARY_DIR}/package_pip)
  set_tests_properties(build.pip PROPERTIES SKIP_REGULAR_EXPRESSION "^skipped" TIMEOUT 3000)
endif()

# The carom package itself writes to the build tree: not while it is being installed.
set_tests_properties(build.install build.deb PROPERTIES RESOURCE_LOCK install)
