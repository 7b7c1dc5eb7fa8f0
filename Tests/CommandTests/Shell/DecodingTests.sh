#!/bin/bash
# DecodingTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# Makes a film whose look depends on the decoder's filter against blocks.
film() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=160x120:r=25:d=1 -vf noise=alls=40:allf=t -c:v libx264 -crf 40 \
    -pix_fmt yuv420p film.mp4
}

# frames OPTION…: prints a hash of each frame of the result.
frames() {
  warp-film -y --codec ffv1 "$@" film.mp4 out.mkv
  ffmpeg -nostdin -v error -i out.mkv -f framehash - | grep -v '^#'
}

# Prints `same` where options of the decoder do not change the frames, and `other` where they do.
options_reach_the_decoder() {
  film
  local options
  frames --speed 2x >usual
  frames --reverse >reversed
  for options in '-threads 1' '-hwaccel auto' '-skip_loop_filter all'; do
    frames --speed 2x --decode "$options" | cmp -s - usual && echo same || echo other
    frames --reverse --decode "$options" | cmp -s - reversed && echo same || echo other
  done
  frames --speed 2x --hwaccel auto | cmp -s - usual && echo same || echo other
}

# refuses ARGUMENT…: prints the exit status and the messages.
refuses() {
  film
  local status=0
  warp-film "$@" film.mp4 out.mkv 2>errors || status=$?
  echo "$status $(cat errors)"
  [ ! -e out.mkv ] || echo 'a file is left'
}

"$@"
