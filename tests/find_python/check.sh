#!/usr/bin/env bash
# check.sh WORKDIR: of several Pythons the one with NumPy is found, and of the others is said what they
# lack.
set -euo pipefail

work=${1:?usage: check.sh WORKDIR}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
rm -rf "$work"
mkdir -p "$work/first"

# A Python without NumPy that comes first in PATH, and something that is no Python.
real=$(command -v /usr/bin/python3 || command -v python3)
printf '#!/bin/sh\nexec %s -S "$@"\n' "$real" >"$work/first/python3"
printf '#!/bin/sh\nexit 3\n' >"$work/broken"
chmod +x "$work/first/python3" "$work/broken"

cat >"$work/ask.cmake" <<EOF
include($root/cmake/find_python.cmake)
carom_python_candidates(candidates)
list(GET candidates 0 first)
carom_python_lacks(\${first} lacks)
message("first \${first} lacks \${lacks}")
carom_python_lacks($work/broken lacks)
message("broken lacks \${lacks}")
set(CAROM_PYTHON $work/first/python3)
carom_python_candidates(candidates)
carom_python_lacks(\${candidates} lacks)
message("named \${candidates} lacks [\${lacks}]")
EOF
answer=$(PATH=$work/first:$PATH cmake -P "$work/ask.cmake" 2>&1)
echo "$answer"
grep -q "first $work/first/python3 lacks NumPy" <<<"$answer"
grep -q "broken lacks an interpreter that runs" <<<"$answer"
grep -qE "named $work/first/python3 lacks \[(Python.h)?\]" <<<"$answer"
