# carom_compile_options(TARGET): what every target of ours is compiled with. -Werror is not here but
# in the presets dev and sanitize (CMAKE_COMPILE_WARNING_AS_ERROR): a newer compiler with new
# warnings must not stop a user's build. ./test lets no warning of the release build pass either.

set(CAROM_WARNINGS
  -Wall -Wextra -Wpedantic
  -Wshadow             # a formula's letter hiding another one is a wrong formula
  -Wconversion         # double to float, 64 to 32 bits
  -Wno-sign-conversion # clang counts it into -Wconversion; Eigen's indices are signed, std's are not
  -Wdouble-promotion   # float code that computes in double by accident
  -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual)
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  list(APPEND CAROM_WARNINGS -Wno-bitwise-instead-of-logical)  # the laws choose without branches
elseif(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  list(APPEND CAROM_WARNINGS -Wno-restrict)  # false alarms on std::string's + in g++ 12 (bug 105651)
endif()

# UBSan's checks of null, alignment, vptr and object-size cost five times the compile time of an
# Eigen file and find what ASan finds; the others stay, and the first finding ends the program.
set(CAROM_SANITIZERS
  -fsanitize=address,undefined -fno-sanitize=null,alignment,vptr,object-size
  -fno-sanitize-recover=all -fno-omit-frame-pointer)

if(CAROM_FUZZ)
  list(APPEND CAROM_SANITIZERS -fsanitize=fuzzer-no-link)  # coverage, which leads the fuzzer
endif()

if(CAROM_SANITIZE)
  add_compile_options(${CAROM_SANITIZERS})
  add_link_options(${CAROM_SANITIZERS})
endif()

function(carom_compile_options target)
  target_compile_options(${target} PRIVATE
    $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU,Clang,AppleClang>>:${CAROM_WARNINGS}>)
endfunction()
