# carom_find_python(): sets CAROM_PYTHON_FOUND, and Python_* as find_package(Python) does, to the Python
# that the module is built for. A machine may have several: the first that has NumPy and its headers is
# taken, in the order python3 in PATH, /usr/bin/python3, /usr/local/bin/python3. If none does,
# CAROM_PYTHON_WHY says what was tried. A Python that is named, CAROM_PYTHON, is the only one tried, and may
# get its NumPy later: it is not needed to build.

set(CAROM_PYTHON "" CACHE FILEPATH "The Python to build the module for; empty: found")

# Sets `result` to "" if `python` will do, else to what it lacks.
function(carom_python_lacks python result)
  execute_process(
    COMMAND ${python} -c "
import os, sys, sysconfig
lacks = []
try:
    import numpy
except Exception:
    if not '${CAROM_PYTHON}':
        lacks.append('NumPy')
if not os.path.exists(os.path.join(sysconfig.get_path('include'), 'Python.h')):
    lacks.append('Python.h')
if sys.version_info < (3, 9):
    lacks.append('a version of at least 3.9')
print(' and '.join(lacks))"
    OUTPUT_VARIABLE lacks OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    set(lacks "an interpreter that runs")
  endif()
  set(${result} "${lacks}" PARENT_SCOPE)
endfunction()

function(carom_python_candidates result)
  if(CAROM_PYTHON)
    set(${result} ${CAROM_PYTHON} PARENT_SCOPE)
    return()
  endif()
  find_program(first_python python3 NO_CACHE)
  set(candidates "")
  foreach(candidate ${first_python} /usr/bin/python3 /usr/local/bin/python3)
    if(EXISTS ${candidate})
      list(APPEND candidates ${candidate})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES candidates)
  set(${result} ${candidates} PARENT_SCOPE)
endfunction()

macro(carom_find_python)
  set(CAROM_PYTHON_FOUND FALSE)
  set(CAROM_PYTHON_WHY "")
  carom_python_candidates(candidates)
  foreach(candidate IN LISTS candidates)
    carom_python_lacks(${candidate} lacks)
    if(lacks STREQUAL "")
      set(Python_EXECUTABLE ${candidate})
      find_package(Python 3.9 COMPONENTS Interpreter Development.Module)
      set(CAROM_PYTHON_FOUND ${Python_FOUND})
      break()
    endif()
    list(APPEND CAROM_PYTHON_WHY "${candidate} lacks ${lacks}")
  endforeach()
  if(NOT CAROM_PYTHON_FOUND)
    list(JOIN CAROM_PYTHON_WHY ", " CAROM_PYTHON_WHY)
    if(CAROM_PYTHON_WHY STREQUAL "")
      set(CAROM_PYTHON_WHY "there is no python3")
    endif()
  endif()
endmacro()
