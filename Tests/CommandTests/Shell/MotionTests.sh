#!/bin/bash
# MotionTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.
# If the first argument is `eval`, the second is a command line that may call these functions.
set -o pipefail

# moving COUNT [SIZE [FORMAT]]: writes COUNT frames of a moving test picture as y4m.
moving() {
  ffmpeg -v error -f lavfi -i "testsrc2=s=${2:-98x66}:r=10" -frames:v "$1" -pix_fmt "${3:-yuv420p}" \
    -strict -1 -f yuv4mpegpipe -
}

# Prints a checksum per frame of the film on standard input.
sums() { ffmpeg -v error -i - -fps_mode passthrough -f framemd5 - | awk -F, '!/^#/ { print $6 }'; }

# Prints a checksum of the result for each number of threads.
threads_change_nothing() {
  local threads
  moving 4 300x200 >a
  warp-map --constant 3 >m
  for threads in 1 2 3 8; do warp-video --map m --mix motion --threads $threads <a | md5sum | cut -c1-32; done
}

# across_a_cut source|slow: makes a film with two scenes of three frames. Prints checksums of its frames (source) or of
# its slow motion (slow).
across_a_cut() {
  ffmpeg -v error -f lavfi -i testsrc2=s=160x120:r=10 -f lavfi -i mandelbrot=s=160x120:r=10 -filter_complex \
    '[0]trim=end_frame=3[a];[1]trim=end_frame=3[b];[a][b]concat,format=yuv420p' -f yuv4mpegpipe - >a
  case $1 in
    source) sums <a ;;
    slow) warp-video --map <(warp-map --constant 4) --mix motion <a | sums ;;
  esac
}

# With `--mix motion`, prints the number of frames, the number of different frames, and the first checksum. Without it,
# prints the first checksum. Prints `same` if a still film does not change.
a_shutter_averages_new_frames() {
  moving 6 >a
  warp-map >m
  warp-video --map m --mix motion --shutter 180 <a | sums | wc -l
  warp-video --map m --mix motion --shutter 180 <a | sums | sort -u | wc -l
  warp-video --map m --mix motion --shutter 180 <a | sums | head -1
  warp-video --map m --shutter 180 <a | sums | head -1
  ffmpeg -v error -f lavfi -i color=red:s=64x48:r=10 -frames:v 5 -pix_fmt yuv420p -f yuv4mpegpipe - >b
  warp-video --map m --mix motion --shutter 360 <b | cmp - b && echo same
}

"$@"
