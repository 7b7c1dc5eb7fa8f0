#!/bin/bash
# FirstDayTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# film RATE: makes in.mp4, one second of picture and sound at RATE fps.
film() {
  ffmpeg -nostdin -v error -f lavfi -i "testsrc2=s=96x64:r=$1:d=1" -f lavfi -i sine=r=48000:d=1 \
    -c:v libx264 -preset ultrafast -c:a aac in.mp4
}

# pictures FILE: prints a checksum per decoded frame.
pictures() { ffmpeg -nostdin -v error -i "$1" -map v:0 -pix_fmt yuv420p -f framemd5 - | sed '/^#/d; s/.*, *//'; }

rate() { ffprobe -v error -select_streams v -show_entries stream=r_frame_rate -of default=nw=1:nk=1 "$1"; }

# repeats FILE: prints the number of frames, and the number of frames that equal the previous one.
repeats() {
  pictures "$1" |
    awk '{ n++; same += $0 == last; last = $0 } END { print n " frames, " same + 0 " of them repeats" }'
}

a_ramp_in_a_fast_film() {
  film 240
  warp-film --speed '0=1x, 0.3s=1x, 0.4s=0.125x' --encode '-c:v ffv1' in.mp4 slow.mkv
  rate slow.mkv
  warp-film --speed '0=1x, 0.3s=1x, 0.4s=0.125x' --encode '-c:v ffv1' --fps 30 in.mp4 asked.mkv
  cmp <(pictures slow.mkv) <(pictures asked.mkv) && echo same
}

repeated_frames() {
  film 30
  warp-film --constant 2 --encode '-c:v ffv1' in.mp4 slow.mkv
  repeats slow.mkv
}

motion_is_made_smoother() {
  film 30
  warp-film --mix motion --fps 60 --encode '-c:v ffv1' in.mp4 smooth.mkv
  rate smooth.mkv
  repeats smooth.mkv
}

# information OPTIONS: prints what warp-film --info reports with these options.
information() {
  film 30
  # shellcheck disable=SC2086  # unquoted on purpose: the shell splits the text into words
  warp-film $1 --info in.mp4
}

# an_encrypted_film OPTIONS: retimes an encrypted film. Prints the exit status, and `none` if there is no result.
an_encrypted_film() {
  film 30
  ffmpeg -nostdin -v error -i in.mp4 -c copy -encryption_scheme cenc-aes-ctr \
    -encryption_key 00112233445566778899aabbccddeeff -encryption_kid ffeeddccbbaa99887766554433221100 locked.mp4
  mv locked.mp4 in.mp4
  local status=0
  # shellcheck disable=SC2086  # unquoted on purpose: the shell splits the text into words
  warp-film $1 in.mp4 out.mp4 || status=$?
  echo "exit $status"
  [ -e out.mp4 ] || echo none
}

a_table_that_is_too_long() {
  film 30
  printf '0 0\n3 6\n' >map.tsv
  local status=0
  warp-film --map map.tsv in.mp4 out.mp4 || status=$?
  echo "exit $status"
  warp-film --map map.tsv --trim ..1s --mix blend in.mp4 out.mp4
}

sound_of_a_timelapse() {
  film 30
  warp-film --speed 20x in.mp4 out.mp4 && warp-film --speed 20x --pitch keep in.mp4 kept.mp4
  warp-film --speed 20x --no-audio in.mp4 silent.mp4
  ffmpeg -nostdin -v error -i in.mp4 -vf tpad=stop_duration=2 -af apad=whole_dur=3 -t 3 padded.mkv
  warp-film --silence 20x padded.mkv found.mp4
}

"$@"
