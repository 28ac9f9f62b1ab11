# shellcheck shell=bash
# build_site: the documents as a site, build/site/html, by mkdocs and Doxygen. Needs the packages of the purpose site.
# To be sourced after build.sh and packages.sh; $root is the repository.
: "${root:?}"

# The program draws the gallery, the Python module tells its docstrings.
stage_site_pages() {
  local python
  python=$(sed -n 's/^CAROM_PYTHON_EXECUTABLE:[^=]*=//p' "$root/build/release/CMakeCache.txt")
  PYTHONPATH=$root/build/release/python python3 "$root/site/stage.py" "$root/build/release/apps/carom/carom" $python
}

make_site() {
  cd "$root" || return
  rm -rf build/site/html
  stage_site_pages || return
  # The theme's search asks nobody; what mkdocs calls a warning, such as a link that leads nowhere, is an error.
  mkdocs build --quiet --strict -f site/mkdocs.yml || return
  doxygen site/Doxyfile 2>/dev/null || return # it warns of parameters whose names say all
  python3 site/check_links.py build/site/html
}

build_site() {
  ensure_packages build plot python site || return
  build_quietly release carom_app || return
  if grep -q '^build carom_python:' "$root/build/release/build.ninja"; then build_quietly release carom_python || return; fi
  (cd "$root" && told_if_slow "building the site ..." make_site)
}
