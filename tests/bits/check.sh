#!/usr/bin/env bash
# check.sh WORKDIR [--update]: compiles bits.cpp with every compiler here and at every level of
# optimisation; all must print the number in expected_hash.txt. --update writes that file instead,
# when numbers changed on purpose (then say so in CHANGELOG.md).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=${1:?usage: check.sh WORKDIR [--update]}
mkdir -p "$work"

compilers=(g++)
for name in clang++-19 clang++; do
  if command -v "$name" >/dev/null; then
    compilers+=("$name")
    break
  fi
done
[[ ${#compilers[@]} -gt 1 ]] || echo "note: no clang++ here, g++ is compared with itself"

hash_of() { # COMPILER FLAG...
  local program
  program="$work/bits-$(printf '%s' "$@" | tr -c 'a-zA-Z0-9' _)"
  "$1" -std=c++20 -ffp-contract=off "${@:2}" -I"$root" "$here/bits.cpp" -o "$program"
  "$program"
}

expected=$(cat "$here/expected_hash.txt" 2>/dev/null || echo none)
if [[ ${2:-} == --update ]]; then
  expected=$(hash_of g++ -O2)
  echo "$expected" >"$here/expected_hash.txt"
fi

status=0
for compiler in "${compilers[@]}"; do
  for flags in -O0 -O1 -O2 -O3 "-O3 -march=native"; do
    read -ra words <<<"$flags"
    hash=$(hash_of "$compiler" "${words[@]}")
    verdict=same
    if [[ $hash != "$expected" ]]; then
      verdict="DIFFERENT from the expected $expected"
      status=1
    fi
    printf '%-11s %-17s %s  %s\n' "$compiler" "$flags" "$hash" "$verdict"
  done
done
exit "$status"
