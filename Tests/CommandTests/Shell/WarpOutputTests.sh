#!/bin/bash
# WarpOutputTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# film FILE: makes two seconds of picture and sound.
film() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=96x64:r=25:d=2 -f lavfi -i sine=r=48000:d=2 \
    -c:v libx264 -preset ultrafast -c:a flac "$1"
}

# pictures FILE: prints a checksum of all decoded frames.
pictures() { ffmpeg -nostdin -v error -i "$1" -map v:0 -pix_fmt yuv420p -f md5 -; }

# standard_output_gets_the_whole_result OUTPUT ENCODE: prints the format, `same` if the frames equal those of a file
# with the same encoding, and the number of frames.
standard_output_gets_the_whole_result() {
  film in.mkv
  warp-film --reverse in.mkv "$1" ${2:+--encode "$2"} | cat >out
  warp-film --reverse in.mkv file.mkv ${2:+--encode "${2/-f * -c:v/-c:v}"}
  ffprobe -v error -show_entries format=format_name -of default=nw=1:nk=1 out
  cmp <(pictures out) <(pictures file.mkv) && echo same
  ffprobe -v error -select_streams v -count_frames -show_entries stream=nb_read_frames -of default=nw=1:nk=1 out
  # Prints start times after 0. A start shortly before 0 is right, because AAC decoders drop this part.
  ffprobe -v error -show_entries stream=start_time -of default=nw=1:nk=1 out | awk '$1 > 0 || $1 < -0.03 { print }'
}

# Prints the number of Matroska clusters on standard output. Each cluster begins with the bytes 1f 43 b6 75.
clusters_of_a_stream() {
  film in.mkv
  warp-film in.mkv - | od -An -v -tx1 | tr -d ' \n' | grep -o 1f43b675 | wc -l
}

# Closes the pipe that reads the result. Prints the exit status, and each process of the pipeline that still runs.
a_reader_that_leaves() {
  film in.mkv
  warp-film --constant 20 --stages stages in.mkv - | head -c 2000 >/dev/null
  echo "${PIPESTATUS[0]}"
  while read -r _ process; do [ -d "/proc/$process" ] && echo "$process is left"; done <stages
  echo none
}

a_full_disk_behind_standard_output() {
  film in.mkv
  warp-film in.mkv - >/dev/full
  echo "exit $?"
}

a_terminal_as_standard_output_is_refused() {
  film in.mkv
  script -qec 'warp-film in.mkv -' /dev/null
}

# Writes the map that --silence finds as a table. Prints the number of rows and the last time. Then prints `same` if the
# table has the same effect on another film, and `same` if warp-map keeps the table unchanged.
the_map_of_found_silences() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=96x64:r=25:d=8 \
    -f lavfi -i "aevalsrc='if(between(t,3,5.4),0,sin(3000*t)/3)':d=8" -c:v libx264 -preset ultrafast -c:a flac one.mkv
  ffmpeg -nostdin -v error -i one.mkv -c:v copy -an two.mkv
  warp-film --silence cut one.mkv --to table >cuts
  awk '/^[0-9]/ { n++; end = $2 } END { printf "%d %.3f\n", n + 1, end }' cuts
  warp-film --silence cut --encode "-crf 0" one.mkv one.mp4 && warp-film --map cuts --encode "-crf 0" two.mkv two.mp4
  cmp <(pictures one.mp4) <(pictures two.mp4) && echo same
  cmp <(warp-map --map cuts --to table) cuts && echo same
}

"$@"
