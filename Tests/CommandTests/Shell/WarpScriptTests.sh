#!/bin/bash
# WarpScriptTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# refuses WORDS: WORDS are arguments of warp-film, quoted for a shell. Exits with the status of warp-film. Prints
# something only if the directory has changed.
refuses() {
  local before status
  echo text >text.txt
  echo there >there.mp4
  before=$(ls -A)
  eval "warp-film $1"
  status=$?
  { [ "$(ls -A)" = "$before" ] && [ "$(cat there.mp4)" = there ]; } || echo "the directory has changed: $(ls -A)"
  exit $status
}

# The filter refuses its input while the decoder still writes, and only the filter's error may be reported. By chance,
# the decoder may be killed before it reports its broken pipe, so the test runs warp-film twice.
a_failing_filter_is_reported_alone() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=320x180:r=30:d=3 -c:v ffv1 wide.mkv
  warp-film --vfr --timebase 1/20 --play 0..3 --play 0..3 wide.mkv out.mkv
  warp-film --vfr --timebase 1/20 --play 0..3 --play 0..3 wide.mkv out.mkv
}

a_single_image_is_reported() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc=s=64x64 -frames:v 1 a.png
  warp-film a.png out.mkv && warp-film -y --freeze 0=1s a.png out.mkv
}

overwrites_when_asked() {
  echo there >out.mp4
  warp-film -y in.mp4 out.mp4 && about format=duration out.mp4
  ls
}

file_names_are_taken_literally() {
  local name=$1 way
  mv in.mp4 "./$name.mp4"
  for way in --speed=2x --reverse; do
    { warp-film "$way" -- "$name.mp4" "$name-out.mkv" && [ -s "$name-out.mkv" ]; } || echo "failed: $name"
    { (eval "$(warp-film --dry-run "$way" -- "$name.mp4" "$name-dry.mkv")") && [ -s "$name-dry.mkv" ]; } ||
      echo "dry: $name"
    rm -- "$name-out.mkv" "$name-dry.mkv"
  done
}

info_and_plots_make_no_file() {
  warp-film --constant 2 --info in.mp4 | sed -n 2p
  warp-film --constant 2 --at 0.25 in.mp4
  warp-film --constant 2 --plot in.mp4 | tail -n 1
  warp-film --constant 2 in.mp4 --plot svg | head -c 4
  echo
  warp-film --constant 2 in.mp4 --plot=text | tail -n 1
}

# Prints the number of waveforms in an HTML page. Then replaces ffmpeg with a program that prints `started`. Prints the
# output of a right command, and the output and status of a wrong command, which must not start ffmpeg.
a_page_decodes_sound_last() {
  warp-film --constant 2 in.mp4 --plot html | grep -c 'wave: "[A-Za-z0-9+/]\{8,\}'
  mkdir bin
  printf '#!/bin/sh\necho started >&2\n' >bin/ffmpeg
  chmod +x bin/ffmpeg
  PATH=$PWD/bin:$PATH
  { warp-film --constant 2 in.mp4 --plot html >page.html; } 2>&1 | grep started | uniq
  warp-film --curve no-such-curve in.mp4 --plot html 2>&1
  echo $?
}

# Runs without a screen and a loudspeaker.
preview_plays() {
  SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy warp-film --preview --constant 2 in.mp4
  echo $?
  ls -- *.mp4
}

make_tiny_film
"$@"
