#!/bin/bash
# Run by WarpSyncTests.swift: WarpSyncTests.sh FUNCTION [ARGUMENT…], in an empty directory.
# Expects: the built tools on the PATH.
# shellcheck disable=SC2086  # options and a curve come as a person types them, several words in one argument

# shellcheck source=clip.sh
. "${BASH_SOURCE[0]%/*}/clip.sh"

# step OPTIONS CURVE FILE FRAME…: retimes the clip into FILE, and prints its frames and beeps. Then prints a line `visit
# FRAME N WARPED` each time that the map shows the start of a frame, and `visit FRAME+1 …` for its end. CURVE is OPTIONS
# without options that warp-map does not have. Both contain quotes, and are passed to eval.
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
