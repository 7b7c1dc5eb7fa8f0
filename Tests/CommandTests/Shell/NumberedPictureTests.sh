#!/bin/bash
# NumberedPictureTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# Ten pictures with 16 bits, from shot.1001.png on.
prepare() {
  mkdir png
  ffmpeg -nostdin -v error -f lavfi -i gradients=s=64x48:n=3:r=10:d=1 -pix_fmt gray16be -start_number 1001 \
    png/shot.%d.png
}

sums() { ffmpeg -nostdin -v error "$@" -pix_fmt gray16le -f framemd5 - | sed -n '/^#/! s/.*, *//p'; }

# The frames of the result are the pictures, bit by bit.
# makes PATTERN ORDER: ORDER is a command that puts the lines of the pictures into the order of the result.
makes() {
  prepare
  warp-film --input-fps 10 "${@:3}" --codec ffv1 "$1" out.mkv || exit
  about stream=pix_fmt,r_frame_rate out.mkv
  sums -framerate 10 -start_number 1001 -i png/shot.%d.png | eval "$2" >pictures
  sums -i out.mkv | diff pictures - && wc -l <pictures
}

refuses() {
  prepare
  eval "warp-film $1"
  echo "exit $?"
  ls -d -- *.mp4 png 2>/dev/null
}

a_printed_pipeline_runs() {
  prepare
  warp-film --input-fps 10 --speed 0.5x --codec ffv1 'png/*.png' one.mkv || exit
  warp-film --input-fps 10 --speed 0.5x --codec ffv1 --dry-run 'png/*.png' two.mkv 2>/dev/null | bash || exit
  cmp one.mkv two.mkv && about format=duration two.mkv
}

"$@"
