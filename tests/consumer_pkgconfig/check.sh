#!/usr/bin/env bash
# check.sh PREFIX WORKDIR: compiles and runs the consumer's programs against the carom installed in
# PREFIX, with nothing but pkg-config and a compiler.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
prefix=${1:?usage: check.sh PREFIX WORKDIR}
work=${2:?usage: check.sh PREFIX WORKDIR}
mkdir -p "$work"

machine=$(gcc -dumpmachine)
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig:$prefix/lib/$machine/pkgconfig"
read -ra flags <<<"$(pkg-config --cflags --libs --static carom)"
for program in bounce_core bounce; do
  g++ -std=c++20 -O2 "$here/../consumer_cmake/$program.cpp" "${flags[@]}" -o "$work/$program"
  "$work/$program"
done
echo "carom $(pkg-config --modversion carom) through pkg-config: ${flags[*]}"
