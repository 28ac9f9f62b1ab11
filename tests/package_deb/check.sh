#!/usr/bin/env bash
# check.sh BUILDDIR WORKDIR: makes the .deb and looks inside.
set -euo pipefail

build=${1:?usage: check.sh BUILDDIR WORKDIR}
work=${2:?usage: check.sh BUILDDIR WORKDIR}
rm -rf "$work"
mkdir -p "$work"

if ! command -v dpkg-shlibdeps >/dev/null; then
  echo "skipped: no dpkg-shlibdeps here, not a Debian"
  exit 0
fi

cpack -G DEB --config "$build/CPackConfig.cmake" -B "$work"
deb=$(find "$work" -maxdepth 1 -name '*.deb')
dpkg-deb --info "$deb"
dpkg-deb --extract "$deb" "$work/unpacked"

status=0
for path in bin/carom lib/libcarom.a lib/pkgconfig/carom.pc lib/cmake/carom/carom-config.cmake \
  include/carom/core/planar_impact.hpp include/carom/version.hpp; do
  if [[ ! -e $work/unpacked/usr/$path ]]; then
    echo "missing in the package: /usr/$path"
    status=1
  fi
done
if [[ -d $build/python/carom ]]; then
  module=$work/unpacked/usr/lib/python3/dist-packages
  if [[ -f $module/carom/__init__.py ]]; then
    PYTHONPATH=$module PYTHONDONTWRITEBYTECODE=1 "$(sed -n 's/^CAROM_PYTHON_EXECUTABLE:[^=]*=//p' \
      "$build/CMakeCache.txt")" -c 'import carom; print("carom", carom.__version__, carom.__file__)' || status=1
  else
    echo "missing in the package: /usr/lib/python3/dist-packages/carom"
    status=1
  fi
fi
dpkg-deb --field "$deb" Depends | grep -q libyaml-cpp || { echo "no dependency on yaml-cpp"; status=1; }
dpkg-deb --field "$deb" Recommends | grep -q gnuplot-nox || { echo "gnuplot-nox not recommended"; status=1; }
"$work/unpacked/usr/bin/carom" --version || status=1
exit "$status"
