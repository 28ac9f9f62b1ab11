# carom_unity(TARGET): with CAROM_UNITY, the sources of one folder are compiled some at a time. Most of the
# time of a source goes into the same headers (Eigen, fmt, pybind11), which are then read once for all of them:
# a first build takes half as long. Off in the preset dev, where one file is compiled again and again.
option(CAROM_UNITY "Compile several sources at once: a quicker first build" OFF)
set(carom_unity_size 7)

function(carom_unity target)
  if(NOT CAROM_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET folder FILENAME folder)
    math(EXPR count_${folder} "0${count_${folder}} + 1")
    math(EXPR group "${count_${folder}} / ${carom_unity_size}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${group})
  endforeach()
endfunction()
