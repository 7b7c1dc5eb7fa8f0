# shellcheck shell=bash
# Sourced by the scripts whose films take long to make.
# Needs WARP_FIXTURES, the path of the directory that keeps the films.

# fixture FUNCTION [WORD…]: copies the files that FUNCTION makes to the current directory. FUNCTION runs only if no
# files are kept for the same WORDs, shell functions and versions of the programs.
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
    # Another test may have made the same files meanwhile.
    mv -T "$kept.$$" "$kept" 2>/dev/null || rm -r "$kept.$$"
  fi
  cp -a "$kept/." .
}
