#!/bin/bash
# WarpPlanTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"
# shellcheck source=fixtures.sh
. "${BASH_SOURCE[0]%/*}/fixtures.sh"

# Makes films of one second at 30 fps in several containers, and other inputs of the tests.
plan_films() {
  # picture WORD…: makes a second of picture. WORDs end ffmpeg's command line.
  picture() { ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=30:d=1 "$@"; }
  picture -f lavfi -i sine=d=1 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac in.mp4
  ffmpeg -nostdin -v error -i in.mp4 -c copy in.mkv
  ffmpeg -nostdin -v error -i in.mp4 -c copy in.ts
  ffmpeg -nostdin -v error -i in.mp4 -an -c copy silent.mp4
  ffmpeg -nostdin -v error -i in.mp4 -vn in.flac
  picture -c:v mpeg4 in.avi
  picture -pix_fmt yuv420p in.y4m
  ffmpeg -nostdin -v error -itsoffset 0.3 -i in.mp4 -i in.mp4 -map 0:v -map 1:a -c copy late.mp4
  # shellcheck disable=SC2016  # the title holds a dollar sign
  printf ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/10\nSTART=2\nEND=8\ntitle=A "b" $c\n' >chapters
  ffmpeg -nostdin -v error -i in.mp4 -i chapters -map_metadata 1 -map_chapters 1 -c copy marked.mkv
  printf '0 0\n1 2\n' >map.tsv
  echo 'ramp:factor=2' >curves
}

# the_printed_pipeline_is_the_executed_one NUMBER WORDS KIND…: compares results of warp-film with those of the commands
# that --dry-run prints. Each job has three arguments. WORDS are arguments of warp-film without OUTPUT, quoted for a
# shell. KIND is the extension of OUTPUT. Prints `made` for each OUTPUT that is not empty.
the_printed_pipeline_is_the_executed_one() {
  local file
  cp in.mp4 $'it\'s two\n\xfflines.mp4'
  while (($#)); do
    compare_job "$@" || echo "job $1 differs"
    shift 3
  done
  for file in out*; do [ -s "$file" ] && echo made; done
}

compare_job() {
  local out="out $1.$3" dry="dry $1.$3"
  eval "warp-film $2 \"\$out\"" && eval "warp-film --dry-run $2 \"\$dry\"" >dry && ! [ -e "$dry" ] &&
    env -i PATH="$PATH" bash --norc dry && cmp "$out" "$dry"
}

the_map_may_come_from_a_pipe() {
  warp-film --map - in.mp4 a.mkv <map.tsv && warp-film --map <(cat map.tsv) in.mp4 b.mkv && warp-film --map map.tsv in.mp4 c.mkv
  cmp a.mkv b.mkv && cmp b.mkv c.mkv && echo same
  printf '0.25\n0.5\n' | warp-film --map map.tsv --at - in.mp4
}

# progress_file_has_the_format_of_ffmpeg FILE: FILE is `told`, or the descriptor 7, which leads to the file `seven`.
progress_file_has_the_format_of_ffmpeg() {
  warp-film --progress-file "$1" --constant 4 in.mp4 out.mp4 7>seven
  echo "exit $?"
  [ -s told ] || mv seven told
  cat told
}

progress_ends_only_with_the_result() {
  warp-film --progress-file told --encode '-c:v nonsense' in.mp4 out.mp4 2>errors
  echo "exit $?"
  grep -c progress=end told
  warp-film --progress-file none/told in.mp4 out.mp4 2>errors
  echo "exit $?"
  mkfifo pipe
  timeout 120 head -n 1 pipe >line &
  warp-film --progress-file pipe --constant 4 in.mp4 out.mp4
  echo "exit $?"
  wait
  cut -d = -f 1 line
  warp-film --progress-file told --constant 2 in.mp4 out.wav && tail -n 1 told
  ls -- *.part 2>/dev/null
}

full_devices_and_missing_programs_are_reported() {
  local tool
  warp-film --progress-file /dev/full in.mp4 out.mp4
  echo "exit $?, $(ls out.mp4* 2>/dev/null)"
  warp-film --dry-run in.mp4 out.mp4 >/dev/full
  echo "exit $?"
  mkdir bin
  tool=$(type -P warp-film)
  PATH=$PWD/bin "$tool" in.mp4 out.mp4
  echo "exit $?"
  ln -s "$(type -P ffprobe)" bin
  PATH=$PWD/bin "$tool" in.mp4 out.mp4
  echo "exit $?"
  ls -- *.part 2>/dev/null
}

fixture plan_films
"$@"
