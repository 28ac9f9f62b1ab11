# carom_embed(TARGET PATTERN...): makes the files that match, relative to the repository, part of the
# library; carom/io/embedded.hpp is how the program reads them. Files that are added or removed are
# noticed by the next build.
#
# The same file is run as a script (cmake -P) to write the C++ source; that part is at the end.

function(carom_embed target)
  list(TRANSFORM ARGN PREPEND "${PROJECT_SOURCE_DIR}/" OUTPUT_VARIABLE patterns)
  file(GLOB files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${patterns})
  list(SORT files)
  list(TRANSFORM files PREPEND "${PROJECT_SOURCE_DIR}/" OUTPUT_VARIABLE paths)

  # The list is a file of its own, rewritten only when it changes: a removed file must rebuild too.
  set(list ${PROJECT_BINARY_DIR}/embedded/files.txt)
  string(REPLACE ";" "\n" lines "${files}")
  file(CONFIGURE OUTPUT ${list} CONTENT "${lines}\n" @ONLY)

  set(output ${PROJECT_BINARY_DIR}/embedded/embedded.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D SOURCE_DIR=${PROJECT_SOURCE_DIR} -D LIST=${list}
            -D OUTPUT=${output} -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    DEPENDS ${paths} ${list} ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    COMMENT "Embedding examples and data"
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
  # A data file may be longer than the 65,536 characters of which the standard assures us.
  set_source_files_properties(${output} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
endfunction()

# Sets `result` to C++ raw string literals that together hold `text`. A literal ends at a line end,
# or where a line is very long at a space or comma, so that no UTF-8 character is cut in two.
function(raw_literals text result)
  set(piece_size 16000)
  string(SHA256 delimiter "${text}")  # no text contains its own hash
  string(SUBSTRING ${delimiter} 0 16 delimiter)
  set(literals "")
  string(LENGTH "${text}" length)
  while(length GREATER 0)
    string(SUBSTRING "${text}" 0 ${piece_size} piece)
    set(end ${length})
    if(length GREATER piece_size)
      set(end -1)
      foreach(separator "\n" " " ",")
        if(end LESS 0)
          string(FIND "${piece}" "${separator}" end REVERSE)
        endif()
      endforeach()
      if(end LESS 0)
        message(FATAL_ERROR "embed: a word of ${piece_size} bytes in ${name}")
      endif()
      math(EXPR end "${end} + 1")
    endif()
    string(SUBSTRING "${text}" 0 ${end} piece)
    string(SUBSTRING "${text}" ${end} -1 text)
    string(LENGTH "${text}" length)
    string(APPEND literals "\n     R\"${delimiter}(${piece})${delimiter}\"")
  endwhile()
  set(${result} "${literals} \"\"sv" PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  file(STRINGS ${LIST} names)
  list(LENGTH names count)
  set(entries "")
  foreach(name IN LISTS names)
    file(READ "${SOURCE_DIR}/${name}" text)
    raw_literals("${text}" literals)
    string(APPEND entries "    {\"${name}\"sv,${literals}},\n")
  endforeach()
  file(WRITE ${OUTPUT} "// Made by cmake/embed.cmake; do not edit.
#include <array>
#include <carom/io/embedded.hpp>

namespace carom {

std::span<const EmbeddedFile> embedded_files() {
  using namespace std::string_view_literals;
  static constexpr std::array<EmbeddedFile, ${count}> files{{
${entries}  }};
  return files;
}

}  // namespace carom
")
endif()
