# shellcheck shell=bash
# build_page: the explorer's page, build/explorer/explorer.html, from explorer/ and the C++ core. Needs the
# packages of the purpose explorer and (the first time) the network. To be sourced after build.sh and
# packages.sh; $root is the repository.
: "${root:?}"

page=$root/build/explorer/explorer.html

# Debian 12's own.
require_node() {
  local version
  version=$(node --version 2>/dev/null) || version=none
  if ! command -v npm >/dev/null || ! node -e 'const [a, b] = process.versions.node.split(".").map(Number);
      process.exit(a > 18 || (a === 18 && b >= 19) ? 0 : 1)' 2>/dev/null; then
    echo "the explorer's page is built with Node 18.19 or newer and npm (found Node: $version);" >&2
    echo "see https://nodejs.org/en/download, or take explorer.html from a release and set CAROM_PAGE" >&2
    return 1
  fi
}

install_node_packages() {
  cd "$root/explorer" || return
  [[ node_modules/.package-lock.json -nt package-lock.json ]] || npm ci --no-audit --no-fund
}

make_page() {
  cd "$root/explorer" && npm run build && mv "$root/build/explorer/index.html" "$page"
}

# Every step is asked whether it worked: where the caller asks that of the whole, bash does not stop by itself.
build_page() {
  ensure_packages build explorer || return
  require_node || return
  export NODE_PATH=/usr/share/nodejs # Debian's Emscripten finds its parser there
  build_quietly release carom_app || return
  build_quietly wasm core || return
  (cd "$root" && told_if_slow "fetching the page's packages (npm ci) ..." install_node_packages) || return
  (cd "$root" && told_if_slow "building the explorer's page ..." make_page)
}

# Builds the page where it was never built, and says so.
ensure_page() {
  [[ -f $page ]] && return
  echo "the explorer's page is missing: building it once, which takes some minutes" >&2
  build_page
}
