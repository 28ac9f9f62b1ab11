# The front doors of the library: the headers that users include. They are installed with the headers that they need;
# all others stay inside and may change at any time (CONTRIBUTING.md, "What is a contract").

set(carom_front_doors
  carom/impact/derivatives.hpp       # how an answer changes with what goes in
  carom/impact/own_law.hpp           # a law of a user's own
  carom/impact/resolve.hpp           # a problem and laws in, results out
  carom/io/fit/fit_file.hpp
  carom/io/motion_file.hpp
  carom/io/problem_file.hpp          # problems and scenes from files and texts
  carom/io/result/json.hpp           # results as JSON
  carom/io/sweep_file.hpp
  carom/io/sweep_variable.hpp        # numbers that are drawn or counted
  carom/multibody/scene.hpp          # bodies, joints, contacts in the plane
  carom/multibody/spatial/scene.hpp  # and in space
  carom/multibody/vehicle.hpp
  carom/papers/reproduction.hpp      # the figures of papers
  carom/report/diagram.hpp
  carom/report/table/table.hpp       # results as people read them
  carom/robots/robot_model.hpp
  carom/simulation/simulation.hpp    # a scene that moves
  carom/study/batch/batch.hpp        # arrays of planar contacts
  carom/study/batch/many.hpp         # many states of one mechanism
  carom/study/fit/fit.hpp            # coefficients from measured impacts
  carom/study/fit/fit_problem.hpp
  carom/study/sweep/plan.hpp
)

# All headers that the front doors and core need, relative to the repository.
function(carom_public_headers result)
  file(GLOB_RECURSE waiting RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/carom/core/*.hpp)
  list(APPEND waiting ${carom_front_doors})
  set(public "")
  while(waiting)
    list(POP_FRONT waiting header)
    list(APPEND public ${header})
    file(STRINGS ${PROJECT_SOURCE_DIR}/${header} lines REGEX "^#include <carom/")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "#include <([^>]+)>.*" "\\1" needed "${line}")
      if(NOT needed IN_LIST public AND NOT needed IN_LIST waiting
         AND NOT needed STREQUAL "carom/version.hpp")  # made by the build
        list(APPEND waiting ${needed})
      endif()
    endforeach()
  endwhile()
  list(SORT public)
  set(${result} "${public}" PARENT_SCOPE)
endfunction()
