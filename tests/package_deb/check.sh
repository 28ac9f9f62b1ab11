#!/usr/bin/env bash
# check.sh BUILDDIR WORKDIR: makes the Debian packages and looks inside.
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
deb=$(find "$work" -maxdepth 1 -name 'carom_*.deb')
for package in "$work"/*.deb; do
  dpkg-deb --info "$package"
  dpkg-deb --extract "$package" "$work/unpacked"
done

status=0
complain() {
  echo "$@"
  status=1
}

# --- what is in it ---
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
paths=(bin/carom lib/libcarom.a lib/pkgconfig/carom.pc lib/cmake/carom/carom-config.cmake
  include/carom/core/planar/planar_impact.hpp include/carom/version.hpp share/man/man1/carom.1.gz
  share/bash-completion/completions/carom share/carom/scene.schema.json share/doc/carom/README.md
  share/doc/carom/docs/theory.md share/doc/carom/docs/pictures/slip_reversal.svg
  share/doc/carom/examples/slip_reversal.yaml share/doc/carom/copyright share/doc/carom/THIRD_PARTY_NOTICES.md)
if [[ -f $root/build/explorer/explorer.html ]]; then paths+=(share/carom/explorer.html); fi
for path in "${paths[@]}"; do
  [[ -e $work/unpacked/usr/$path ]] || complain "missing in the package: /usr/$path"
done

# --- what it asks for: these and nothing heavier (the reader of URDF takes 0.3 MB; MuJoCo's is loaded where it is) ---
depends=$(dpkg-deb --field "$deb" Depends)
dev=$(find "$work" -maxdepth 1 -name 'libcarom-dev_*.deb')
for name in libeigen3-dev libyaml-cpp-dev; do
  dpkg-deb --field "$dev" Depends | grep -q "\b$name\b" ||
    complain "libcarom-dev does not depend on $name, which find_package(carom) needs"
done
heavy=$(tr ',' '\n' <<<"$depends" | awk '{print $1}' |
  grep -vxE 'libc6|libgcc-s1|libstdc\+\+6|libfmt[0-9]+|libyaml-cpp[0-9.]+|liburdfdom-model[0-9.]+|libtinyxml2-[0-9]+|libconsole-bridge[0-9.]+' || true)
[[ -z $heavy ]] || complain "depends on" "$heavy"
dpkg-deb --field "$deb" Recommends | grep -q gnuplot-nox || complain "gnuplot-nox not recommended"

if dpkg-deb --field "$deb" Depends | grep -qE 'openmpi|python3|mujoco'; then complain "asks for MPI, Python or MuJoCo"; fi
for name in python3-carom libcarom-dev carom-mpi carom-hdf5; do
  dpkg-deb --field "$deb" Suggests | grep -q "\b$name\b" || complain "does not suggest $name"
done
if [[ -x $build/apps/carom/carom-mpi ]]; then
  mpi=$(find "$work" -maxdepth 1 -name 'carom-mpi_*.deb')
  [[ -n $mpi ]] || complain "no package carom-mpi"
fi
if command -v lintian >/dev/null; then
  lintian --allow-root --fail-on error,warning "$work"/*.deb || complain "lintian objects"
fi

# --- what it does: the program, the page that it finds beside itself, the module ---
carom=$work/unpacked/usr/bin/carom
page=$work/unpacked/usr/share/carom/explorer.html
unset CAROM_PAGE PYTHONPATH
"$carom" --version || complain "the program does not run"
if [[ ! -f $page ]]; then # not built here: a frame stands for it
  echo '<script type="application/json" id="carom-data">null</script>' >"$page"
fi
"$carom" example falling_rod | "$carom" solve - --html "$work/report.html" || complain "the page is not found"
grep -q '"kind": "solve"' "$work/report.html" || complain "the report holds no results"

if [[ -d $build/python/carom ]]; then
  export PYTHONPATH=$work/unpacked/usr/lib/python3/dist-packages PYTHONDONTWRITEBYTECODE=1
  python=$(sed -n 's/^CAROM_PYTHON_EXECUTABLE:[^=]*=//p' "$build/CMakeCache.txt")
  "$python" -c 'import carom; print("carom", carom.__version__, carom.__file__)' || complain "the module does not work"
  "$python" -c 'import carom.__main__; print(carom.__main__.program())' | grep -x "$(readlink -f "$carom")" ||
    complain "python -m carom does not find the program"
  "$python" -m carom --version || complain "python -m carom does not work"
fi
exit "$status"
