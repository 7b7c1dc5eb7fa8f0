# shellcheck shell=bash
# Sourced by the scripts of tests whose films take long to make.
# Expects: WARP_FIXTURES, the directory in which they are kept.

# fixture FUNCTION [WORD…]: puts the files here that the function makes in an empty directory. They are made once for
# the words, the text of all functions that are known, and the programs that they call.
fixture() {
  local name kept
  name=$1-$({
    declare -f
    printf '%s\0' "$@"
    stat -Lc '%n %s %Y' "$(type -P ffmpeg)" "$(type -P warp-map)" "$(type -P warp-video)" "$(type -P warp-audio)"
  } | sha256sum | cut -c 1-16)
  kept=$WARP_FIXTURES/$name
  if [ ! -d "$kept" ]; then
    mkdir -p "$kept.$$"
    (cd "$kept.$$" && "$@") || return
    # Another test may have made the same in the meantime.
    mv -T "$kept.$$" "$kept" 2>/dev/null || rm -r "$kept.$$"
  fi
  cp -a "$kept/." .
}
