#!/bin/bash
# Run by FaultCutTests.swift: FaultCutTests.sh SOURCE, in an empty directory. SOURCE is a source of ffmpeg's lavfi.
# Expects: the built tools on the PATH.
#
# Truncates a film inside its last frame, and retimes it along many maps, from a file and from a pipe. Prints each
# difference between the two, and each status other than 4.

# Maps that end before, in and after the last frame, freeze it, play backward from it, or return to it. The rows of the
# tables are arguments of printf's %b.
maps=(
  '0 0\n1 1\n' '0 0\n1 0.7\n' '0 0\n0.95 0.95\n' '0 0\n0.85 0.85\n' '0 0\n1.2 3\n' '0 0\n1 1\n1 2\n' '0.5 0\n0.5 1\n'
  '0.95 0\n0.95 1\n' '5 0\n2 3\n' '1 0\n0 1\n' '1 0\n0.85 1\n' '3 0\n3 1\n0 2\n' '0.3 0\n0.9 1\n0.1 3\n'
  '0 0\n0.05 0.05\n5 0.05\n3 1\n' '0 0\n0.2 0.2\n0.8 0.2\n1 1\n' '0 0\n0.4 0.4\n0.4 1\n1.05 2\n'
  '0 0\n0.5 2\ninf inf 2\n'
)

ffmpeg -v error -f lavfi -i "$1,scale=16:16" -fps_mode passthrough -enc_time_base 1/1000 -pix_fmt gray \
  -c:v rawvideo -f nut whole
for number in "${!maps[@]}"; do
  ((number % 10 == ${WARP_TEST_SHARE:-number % 10})) || continue  # a share of the campaign tests a tenth of the maps
  rows=${maps[number]}
  printf %b "$rows" >map
  for cut in 100 600; do
    head -c -$cut whole >film
    for options in '' '--pick middle' '--pick nearest' '--fps 33 --mix blend' '--shutter 180' '--vfr'; do
      # shellcheck disable=SC2086  # several words
      warp-video --map map $options <film >one 2>/dev/null
      status=$?
      # shellcheck disable=SC2002,SC2086  # not useless: the input has to be a pipe
      { cat film | warp-video --map map $options 2>/dev/null | cmp -s - one && [ $status -eq 4 ]; } ||
        echo "$rows $cut $options: $status"
    done
  done
done
