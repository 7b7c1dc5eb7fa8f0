#!/bin/bash
# WarpInstallTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# Prints what bash offers to complete some typed words.
completes_in_bash() {
  # shellcheck source=/dev/null
  source <(warp-film --generate bash)
  offer() {
    # shellcheck disable=SC2034  # _warp_film reads these variables
    COMP_WORDS=(warp-film "$@") COMP_CWORD=$#
    _warp_film
    echo "${COMPREPLY[*]}"
  }
  touch film.mp4
  offer --prev
  offer --pick n
  offer --curve tri
  offer 'fi'
  offer --speed ''
}

# installs_everything INSTALL: runs INSTALL, the path of scripts/install. Then runs the installed programs, without the
# built ones on the PATH.
installs_everything() {
  "$1" prefix >/dev/null || exit
  cd prefix || exit
  PATH=$PWD/bin:/usr/bin:/bin
  ls bin
  ls share/man/man1/warp-film.1 share/man/man1/warp-map.1 share/man/man5/warp-map.5 \
    share/zsh/site-functions/_warp-film share/bash-completion/completions/warp-video \
    share/fish/vendor_completions.d/warp-audio.fish
  make_tiny_film
  warp-film --constant 2 in.mp4 out.mp4 && about format=duration out.mp4
}

"$@"
