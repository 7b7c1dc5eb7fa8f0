#!/bin/bash
# Run by WarpInstallTests.swift: WarpInstallTests.sh FUNCTION [ARGUMENT…], in an empty directory.
# Expects: the built tools on the PATH.

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# Prints the completions for some typed words.
completes_in_bash() {
  # shellcheck source=/dev/null
  source <(warp-film --generate bash)
  offer() {
    # shellcheck disable=SC2034  # bash gives these to the function that completes
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

# installs_everything INSTALL: INSTALL is the path of scripts/install. Runs the installed tools without the built tools
# on the PATH.
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
