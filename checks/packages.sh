# shellcheck shell=bash
# ensure_packages PURPOSE...: installs the packages of packages.txt that are missing, and says so in
# one line; silent and quick when there is nothing to do. CAROM_SKIP_PACKAGES=1 skips it.
# To be sourced; $root is the repository.
: "${root:?}"

# The packages that serve one of the purposes, less those whose command is there.
packages_for() {
  local purposes package command
  purposes=$(IFS='|' && echo "$*")
  sed -nE "s/^($purposes): *([^ #]+)( *\(command ([^ )]+)\))?.*/\2 \4/p" "$root/packages.txt" | sort -u |
    while read -r package command; do
      [[ -n $command ]] && command -v "$command" >/dev/null || echo "$package"
    done
}

# Those of the given packages that are not installed.
missing_packages() {
  { dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true; } |
    sed -n 's/^installed //p' | sort -u | comm -13 - <(printf '%s\n' "$@" | sort -u)
}

# Without apt-get there is nothing to install with; if CMake finds everything, nothing is missing.
builds_without_apt() {
  [[ -f $root/build/release/build.ninja ]] && return
  command -v cmake >/dev/null && (cd "$root" && cmake --preset release >/dev/null 2>&1)
}

install_with_apt() {
  local -a sudo=()
  if [[ $EUID -ne 0 ]]; then
    if ! command -v sudo >/dev/null; then
      echo "carom needs packages; please install them as root: apt-get install $*" >&2
      return 1
    fi
    sudo=(sudo)
  fi
  echo "installing packages: $*" >&2
  local log
  log=$(mktemp)
  if ! { "${sudo[@]}" apt-get update &&
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 \
      install -y --no-install-recommends "$@"; } >"$log" 2>&1 </dev/null; then
    tail -n 20 "$log" >&2
    echo "the packages could not be installed (all of it: $log)" >&2
    return 1
  fi
  rm -f "$log"
}

ensure_packages() {
  [[ ${CAROM_SKIP_PACKAGES:-0} == 1 ]] && return
  local -a wanted missing
  mapfile -t wanted < <(packages_for "$@")
  if command -v apt-get >/dev/null; then
    mapfile -t missing < <(missing_packages "${wanted[@]}")
    if [[ ${#missing[@]} -gt 0 ]]; then install_with_apt "${missing[@]}"; fi
  elif ! builds_without_apt; then
    {
      echo "carom needs these packages (names of Debian; there is no apt-get here to install them):"
      printf '  %s\n' "${wanted[@]}"
      echo "Please install them. If they are all there under other names: CAROM_SKIP_PACKAGES=1"
    } >&2
    return 1
  fi
}
