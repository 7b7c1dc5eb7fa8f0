#!/bin/bash
# BatchTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# Two films of a second, one file that is none, and a directory for the results.
prepare() {
  mkdir out sub links
  ln -s ../b.mp4 links/a.mp4
  make_film a.mp4
  cp a.mp4 b.mp4
  cp a.mp4 sub/a.mp4
  echo text >bad.mp4
}

make_film() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=10:d=1 -c:v libx264 -preset ultrafast "$1"
}

seconds() { for file in "$@"; do echo "$file $(about format=duration "$file")"; done; }

a_failure_does_not_stop_the_rest() {
  prepare
  warp-film --speed 2x a.mp4 bad.mp4 none.mp4 b.mp4 out
  echo "exit $?"
  seconds out/*
}

existing_results_are_kept() {
  prepare
  echo mine >out/a.mp4
  warp-film --speed 2x a.mp4 b.mp4 out
  echo "exit $?"
  warp-film --speed 2x --skip-existing --progress a.mp4 b.mp4 out/
  echo "exit $?"
  cat out/a.mp4
  warp-film --skip-existing b.mp4 out/b.mp4
  echo "exit $?"
  warp-film --skip-existing --speed 2x b.mp4 c.mp4
  echo "exit $?"
  seconds out/b.mp4 c.mp4
}

# refuses WORDS: WORDS are arguments of warp-film, quoted for a shell. Prints what is in the directory of results.
refuses() {
  prepare
  eval "warp-film --speed 2x $1"
  echo "exit $?"
  ls out
}

# Each printed pipeline makes its film.
a_dry_run_prints_each_pipeline() {
  prepare
  warp-film --speed 2x --dry-run a.mp4 b.mp4 out >run.sh || exit
  ls out
  bash run.sh && seconds out/*
}

"$@"
