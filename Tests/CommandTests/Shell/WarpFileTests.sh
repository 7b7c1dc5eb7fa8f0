#!/bin/bash
# WarpFileTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.
# shellcheck disable=SC2086  # unquoted on purpose: the shell splits the text into words

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# film WORD…: makes six seconds of picture. WORDs end ffmpeg's command line.
film() { ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=96x64:r=25:d=6 "$@"; }

# frames FILE: prints a checksum per frame.
frames() {
  ffmpeg -nostdin -v error -i "$1" -map v:0 -fps_mode passthrough -pix_fmt yuv420p -f framemd5 - |
    grep -v '^#' | cut -d , -f 6
}

# backward_play_loses_no_frame CODECS: CODECS contains ffmpeg's codec options and the file name in.KIND. Prints the
# number of frames if the reversed film has the same frames in reverse order.
backward_play_loses_no_frame() {
  film $1
  warp-film --reverse --memory 500k --pick hold --encode '-c:v ffv1' in.* back.mkv 2>errors || { cat errors >&2; exit 9; }
  frames in.* | tac >expected
  frames back.mkv | diff expected - && wc -l <expected
}

# a_file_without_its_last_bytes_is_an_error KIND: limits the file size to a third of the result, then to all but its
# last KiB. Prints the exit status, the content of OUTPUT, and the number of unfinished files.
a_file_without_its_last_bytes_is_an_error() {
  local size blocks
  film -f lavfi -i sine=d=6 -c:v libx264 -preset ultrafast -c:a flac -shortest in.mkv
  warp-film --speed 6x in.mkv "whole.$1" || exit
  size=$(stat -c %s "whole.$1")
  echo precious >"out.$1"
  # Ignores SIGXFSZ, so that the encoder gets a write error at the limit instead of being killed.
  trap '' XFSZ
  for blocks in $((size / 3000)) $(((size - 1) / 1024)); do
    (
      ulimit -f $blocks
      warp-film -y --speed 6x in.mkv "out.$1" 2>errors
    )
    # shellcheck disable=SC2010  # no file name here contains special characters
    echo "exit $?, $(cat "out.$1"), $(ls | grep -c part)"
  done
}

# a_full_disk_is_reported_once KIND: writes to a file system of 48 KiB, which disappears with its mount namespace.
a_full_disk_is_reported_once() {
  film -f lavfi -i sine=d=6 -c:v libx264 -preset ultrafast -c:a aac -shortest in.mkv
  # shellcheck disable=SC2016  # the bash in the namespace expands $1
  unshare -rm bash -c 'mkdir disk; mount -t tmpfs -o size=48k none disk; warp-film in.mkv "disk/out.$1"
    echo "exit $?"; ls disk; echo old >"disk/out.$1"; warp-film -y in.mkv "disk/out.$1"
    echo "exit $?"; cat disk/*' bash "$1"
}

a_deleted_directory_is_an_error() {
  film -t 1 -c:v libx264 -preset ultrafast in.mkv
  mkdir there
  with_ffmpeg '*libx264*' 'rmdir there'
  PATH=$PWD/bin:$PATH warp-film in.mkv there/out.mkv
  echo "exit $?"
  ls -- *.mkv there 2>/dev/null
}

# sound_may_change_its_channels KIND CODECS LATER: concatenates the bytes of a stereo film and a mono film of two
# seconds each. LATER contains ffmpeg options that shift the timestamps of the second film.
sound_may_change_its_channels() {
  film -f lavfi -i sine=d=6 -t 2 $2 -ac 2 "one.$1"
  film -f lavfi -i sine=d=6 -t 2 $2 -ac 1 $3 "two.$1"
  cat "one.$1" "two.$1" >"in.$1"
  warp-film "in.$1" out.wav || exit
  ffmpeg -nostdin -i out.wav -af silencedetect=n=-40dB:d=0.1 -f null - 2>&1 | grep silence_
  soxi -D out.wav
  soxi -c out.wav
}

a_file_that_is_no_film_gives_one_message() {
  local status
  film -t 1 -c:v libx264 in.mp4
  head -c 4000 in.mp4 >cut.mp4
  warp-film cut.mp4 out.mp4
  status=$?
  ls out*
  exit $status
}

file_names_may_contain_any_bytes() {
  local name=$'it\'s \xff "$HOME" $FROM.mp4'
  film -t 1 -c:v libx264 -preset ultrafast "./$name"
  warp-film --constant 1 "$name" there.mkv && warp-film --reverse "$name" back.mkv && warp-film --reverse back.mkv $'\xfe.mkv' && ls -b
}

links_and_modes_stay() {
  film -t 1 -c:v libx264 -preset ultrafast in.mp4
  ln -s there.mp4 link.mp4
  warp-film in.mp4 link.mp4 && chmod 640 there.mp4 && warp-film -y in.mp4 link.mp4 || exit
  readlink link.mp4
  stat -c %a there.mp4
  warp-film in.mp4 link.mp4
  echo $?
}

# The stand-by process keeps the file if it reads a byte, and removes the file if a killed job causes end of file.
the_stand_by_process_removes_unfinished_files() {
  touch dropped.part kept.part
  WARP_STAND_BY=dropped.part warp-film --stand-by </dev/null
  echo | WARP_STAND_BY=kept.part warp-film --stand-by
  ls dropped.part kept.part 2>/dev/null
}

# the_same_job_gives_the_same_bytes KIND: KIND is the extension of the result.
the_same_job_gives_the_same_bytes() {
  local run
  film -f lavfi -i sine=d=6 -t 1 -c:v libx264 -preset ultrafast -c:a aac in.mp4
  for run in 1 2; do warp-film --constant 0.5 in.mp4 "$run.$1" || exit; done
  cmp "1.$1" "2.$1" && echo same
}

"$@"
