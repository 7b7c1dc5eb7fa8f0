#!/bin/bash
# WarpSyncTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.
# shellcheck disable=SC2086  # unquoted on purpose: the shell splits the text into words

# shellcheck source=clip.sh
. "${BASH_SOURCE[0]%/*}/clip.sh"

# step OPTIONS CURVE FILE FRAME…: retimes the clip into FILE, and prints the frames and beeps of FILE. Then prints a
# line `visit FRAME N WARPED` for the Nth time that the map shows the start of FRAME, and `visit FRAME+1 …` for its end.
# OPTIONS are for warp-film, and CURVE contains those that warp-map has. Both are quoted for a shell.
step() {
  local options=$1 curve=$2 file=$3 frame instant
  shift 3
  make_clip -c:v libx264 -crf 12 -c:a pcm_s16le in.mov
  eval "warp-film $options in.mov \"\$file\"" || exit
  look "$file"
  for frame; do
    for instant in $frame $((frame + 1)); do
      eval "warp-map --duration 4 $curve --at $(awk "BEGIN { printf \"%.15g\", $instant / 30 }")" |
        awk -v frame="$instant" 'NF == 2 { print "visit", frame, ++n, $2 }'
    done
  done
}

"$@"
