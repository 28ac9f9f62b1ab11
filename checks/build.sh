# shellcheck shell=bash
# build_quietly PRESET TARGET...: configures where that was never done, then builds. Says one line if
# there is something to build, and shows the compiler's words only when it fails. Standard output
# stays free for the program. To be sourced; $root is the repository.
: "${root:?}"

build_quietly() (
  local preset=$1
  shift
  cd "$root" || exit
  mkdir -p build
  exec 9>"build/$preset.lock"
  flock 9 # two ./run in one pipe build one after the other

  if [[ ! -f build/$preset/build.ninja ]]; then
    told_if_slow "configuring carom ($preset) ..." cmake --preset "$preset"
  fi
  told_if_slow "building carom ($preset) ..." ninja -C "build/$preset" "$@"
)

# Runs COMMAND; says MESSAGE if that takes noticeable time (ninja cannot tell beforehand whether there
# is work: looking for new files counts as work), shows all it said if it fails.
told_if_slow() { # MESSAGE COMMAND...
  local message=$1 log status
  shift
  log=$(mktemp build/log.XXXXXX)
  exec 8< <("$@" >"$log" 2>&1 </dev/null 9>&- && echo 0 || echo 1)
  if ! read -r -t 0.6 status <&8; then
    echo "$message" >&2
    read -r status <&8
  fi
  exec 8<&-
  if [[ $status -ne 0 ]]; then cat "$log" >&2; fi
  rm -f "$log"
  return "$status"
}
