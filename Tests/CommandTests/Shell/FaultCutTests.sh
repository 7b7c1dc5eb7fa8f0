#!/bin/bash
# FaultCutTests.swift runs `FaultCutTests.sh SOURCE` in an empty directory. SOURCE is an input for ffmpeg's lavfi.
# Needs the built warp programs on the PATH.
#
# Truncates a film inside its last frame, and retimes the film with many time maps, from a file and from a pipe. Prints
# each case in which the two results differ, or the exit status is not 4.

# Time maps that end before, in or after the last frame, freeze it, play backward from it, or return to it. Each text is
# a table for printf's %b, in which `\n` separates the rows.
maps=(
  '0 0\n1 1\n' '0 0\n1 0.7\n' '0 0\n0.95 0.95\n' '0 0\n0.85 0.85\n' '0 0\n1.2 3\n' '0 0\n1 1\n1 2\n' '0.5 0\n0.5 1\n'
  '0.95 0\n0.95 1\n' '5 0\n2 3\n' '1 0\n0 1\n' '1 0\n0.85 1\n' '3 0\n3 1\n0 2\n' '0.3 0\n0.9 1\n0.1 3\n'
  '0 0\n0.05 0.05\n5 0.05\n3 1\n' '0 0\n0.2 0.2\n0.8 0.2\n1 1\n' '0 0\n0.4 0.4\n0.4 1\n1.05 2\n'
  '0 0\n0.5 2\ninf inf 2\n'
)

ffmpeg -v error -f lavfi -i "$1,scale=16:16" -fps_mode passthrough -enc_time_base 1/1000 -pix_fmt gray \
  -c:v rawvideo -f nut whole
for number in "${!maps[@]}"; do
  ((number % 10 == ${WARP_TEST_SHARE:-number % 10})) || continue  # if WARP_TEST_SHARE is set, tests a tenth of the maps
  rows=${maps[number]}
  printf %b "$rows" >map
  for cut in 100 600; do
    head -c -$cut whole >film
    for options in '' '--pick middle' '--pick nearest' '--fps 33 --mix blend' '--shutter 180' '--vfr'; do
      # shellcheck disable=SC2086  # unquoted on purpose: the shell splits the text into words
      warp-video --map map $options <film >one 2>/dev/null
      status=$?
      # shellcheck disable=SC2002,SC2086  # cat makes the input a pipe; $options is split into words
      { cat film | warp-video --map map $options 2>/dev/null | cmp -s - one && [ $status -eq 4 ]; } ||
        echo "$rows $cut $options: $status"
    done
  done
done
