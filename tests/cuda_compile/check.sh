#!/usr/bin/env bash
# check.sh WORKDIR: compiles resolve.cu with nvcc where there is one. No GPU is needed.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=${1:?usage: check.sh WORKDIR}
mkdir -p "$work"

nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
if [[ ! -x $nvcc ]]; then
  echo "skipped: no nvcc in PATH or in /usr/local/cuda/bin"
  exit 0
fi

# cross-execution-space-call: a host-only function called in device code is a warning to nvcc, and
# the kernel silently does nothing; here it is an error. -fmad=false is -ffp-contract=off.
"$nvcc" -std=c++20 -ccbin g++ --expt-relaxed-constexpr -Werror=cross-execution-space-call \
  -fmad=false -I"$root" -c "$here/resolve.cu" -o "$work/resolve.o"
echo "compiled by $("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/nvcc \1/p')"
