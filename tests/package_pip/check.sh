#!/usr/bin/env bash
# check.sh PYTHON WORKDIR: pip installs carom from the sources into a fresh environment, offline, with the command;
# the source archive can be built, and holds what a build needs.
set -euo pipefail

python=${1:?usage: check.sh PYTHON WORKDIR}
work=${2:?usage: check.sh PYTHON WORKDIR}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
rm -rf "$work"
mkdir -p "$work"
unset PYTHONPATH

if ! "$python" -c 'import pip, venv' 2>/dev/null; then
  echo "skipped: $python has no pip or venv"
  exit 0
fi

"$python" -m venv --system-site-packages --without-pip "$work/venv"
"$python" -m pip --python "$work/venv/bin/python" install --no-index "$root"
cd "$work"
"$work/venv/bin/python" - "$work" <<'EOF'
import sys
import carom
assert carom.__file__.startswith(sys.argv[1]), carom.__file__
result = carom.solve(W=[[2.5, -1.5], [-1.5, 2.5]], u=[0.6, -1], restitution=1, friction=0.8, law="poisson")
print(carom.__version__, result)
EOF

# The command, from any folder, with the page if it was built, and python -m carom.
cd /
unset CAROM_PAGE
version=$(sed -nE 's/^project\(carom VERSION (\S+).*/\1/p' "$root/CMakeLists.txt")
for command in "$work/venv/bin/carom" "$work/venv/bin/python -m carom"; do
  [[ $($command --version) == "carom $version" ]] || { echo "$command --version is not $version" && exit 1; }
done
package=$("$work/venv/bin/python" -c 'import carom; print(*carom.__path__)')
if [[ -f $root/build/explorer/explorer.html ]]; then
  cmp "$root/build/explorer/explorer.html" "$package/share/carom/explorer.html"
else # a frame stands for it
  mkdir -p "$package/share/carom"
  echo '<script type="application/json" id="carom-data">null</script>' >"$package/share/carom/explorer.html"
fi
"$work/venv/bin/carom" example falling_rod | "$work/venv/bin/carom" solve - --html "$work/report.html"
grep -q '"kind": "solve"' "$work/report.html"
cmp "$root/THIRD_PARTY_NOTICES.md" "$package"/../carom-*.dist-info/THIRD_PARTY_NOTICES.md

PYTHONPATH=$root/python/packaging "$python" - "$work" <<'EOF'
import sys, tarfile
import carom_build
name = carom_build.build_sdist(sys.argv[1])
with tarfile.open(f"{sys.argv[1]}/{name}") as archive:
    names = {path.split("/", 1)[1] for path in archive.getnames()}
for wanted in ("PKG-INFO", "pyproject.toml", "CMakeLists.txt", "python/bindings/module.cpp", "checks/sources.py",
               "carom/core/planar/planar_impact.hpp", "LICENSE", "docs/python.md",
               "THIRD_PARTY_NOTICES.md"):
    assert wanted in names, wanted
assert not any(path.startswith(("build/", ".git/")) for path in names)
print(name, len(names), "files")
EOF
