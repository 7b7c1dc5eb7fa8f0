#!/bin/bash
# WarpTruthTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.
set -o pipefail

film() { ffmpeg -nostdin -v error "$@"; }

# numbered RATE COUNT FILE: makes a film without sound. The luma of each frame is three times its number.
numbered() {
  film -f lavfi -i "color=black:s=32x32:r=$1,format=yuv420p,geq=lum='3*N':cb=128:cr=128" -frames:v "$2" \
    -c:v ffv1 "$3"
}

# the_listing_equals_the_film SPEEDS OPTION…: prints the shown frames of the listing, and three times those of the film.
the_listing_equals_the_film() {
  numbered 30 60 in.mkv
  warp-film --speed "$1" "${@:2}" --output-frames 24 in.mkv | awk -F'\t' '/^[0-9]/ { printf "%d ", 3 * $5 + 0.5 }'
  echo
  warp-film --speed "$1" "${@:2}" --fps 24 --encode '-c:v ffv1' in.mkv out.mkv 2>/dev/null || exit
  ffmpeg -v error -i out.mkv -f rawvideo -fps_mode passthrough - | od -An -v -tu1 -w1536 | awk '{ printf "%d ", $1 }'
}

# unblocked WORD…: becomes a command with no signal blocked, and SIGHUP not ignored. The programs of a Swift test
# inherit blocked signals, and those of nohup an ignored one.
unblocked() {
  exec perl -MPOSIX -e '$SIG{HUP} = "DEFAULT"; sigprocmask(SIG_SETMASK, POSIX::SigSet->new); exec @ARGV' "$@"
}

# filters_end_their_source SIGNAL: SIGNAL ends the filter, or an error if it is `error`.
filters_end_their_source() {
  film -f lavfi -i testsrc=s=640x480:d=1 -pix_fmt yuv420p -f nut -c:v rawvideo film.nut
  # The sleeping program is called by a name of its own, so that it can be found.
  local sleeper=sleeper-$1
  ln -s "$(command -v sleep)" "$sleeper"
  local source="./$sleeper 1000 | cat film.nut -"
  if [ "$1" = error ]; then
    head -c 100000 /dev/zero >film.nut
    warp-map | warp-video --map - --source "$source" 2>/dev/null
  elif [ "$1" = PIPE ]; then
    warp-map | warp-video --map - --source "$source" | head -c 100 >/dev/null
  else
    warp-map >map
    unblocked warp-video --map map --source "$source" >/dev/null &
    until pgrep -x "$sleeper" >/dev/null; do sleep 0.05; done
    kill -s "$1" $!
    wait
  fi
  # A process that has been killed may take some time to end.
  for _ in {1..200}; do
    pgrep -x "$sleeper" >/dev/null || { echo ended; return; }
    sleep 0.05
  done
  pkill -x "$sleeper"
}

# Directories whose names are not UTF-8 hold the programs and the temporary files.
names_need_not_be_text() {
  local name=$'bin\xff'
  mkdir "$name" tmp$'\xfe'
  ln -s "$(command -v ffmpeg)" "$(command -v ffprobe)" "$name"
  film -f lavfi -i testsrc=s=64x64:d=1 -pix_fmt yuv420p -f yuv4mpegpipe in.y4m
  warp-map --play 1..0 >back
  TMPDIR=tmp$'\xfe' warp-video --map back --memory 64k <in.y4m | wc -c
  film -f lavfi -i testsrc=s=64x64:d=0.2 in.mp4
  PATH=$PWD/$name:$PATH warp-film --speed 2x in.mp4 out.mp4 && echo made
}

# Nobody removes a file by typing the word of an internal process.
internal_words_do_nothing() {
  touch notes.part
  warp-film --stand-by notes.part </dev/null
  echo $?
  warp-film --stand-by </dev/null
  echo $?
  ls ./*.part
}

# Overwriting means nothing for standard output.
standard_output_can_be_overwritten() {
  film -f lavfi -i testsrc=s=64x64:d=0.2 in.mp4
  warp-film -y in.mp4 - | ffprobe -v error -show_entries stream=codec_name -of csv=p=0 -
}

# A file of 1000 fps whose header has no average rate.
fast_films_have_their_rate() {
  film -f lavfi -i testsrc=r=1000:s=64x64:d=1 -c:v ffv1 in.mkv
  warp-film --info in.mkv | grep 'source frames'
  warp-film --at 500f in.mkv
}

# numbers_are_those_of_the_file N: the first sound track of three cannot be decoded.
numbers_are_those_of_the_file() {
  film -f lavfi -i testsrc=s=64x64:d=0.5 -f lavfi -i sine=d=0.5 -map 0 -map 1 -map 1 -map 1 -c:a:0 pcm_s16le \
    -metadata:s:a:1 language=deu -metadata:s:a:2 language=fra in.mkv
  # Matroska names the codec; another name makes the track unknown.
  LC_ALL=C sed -i 's,A_PCM/INT/LIT,A_XXX/INT/LIT,' in.mkv
  warp-film --audio "$1" in.mkv out.mkv && ffprobe -v error -select_streams a -show_entries stream_tags=language \
    -of csv=p=0 out.mkv
}

# interlaced OPTION…: the film has one frame from two fields of different instants.
interlaced() {
  film -f lavfi -i testsrc=s=64x64:r=50:d=1 -vf 'interlace' -flags +ilme+ildct -c:v libx264 in.mp4
  warp-film "$@" in.mp4 out.mp4 || { echo "exit $?"; ls ./*.mp4; return; }
  ffprobe -v error -select_streams v -show_entries frame=interlaced_frame,top_field_first -of compact=p=0:nk=1 \
    -read_intervals %+#1 out.mp4 | head -n 1 | cut -c1-3
}

# settled OPTION…: prints how many frames are between source frames, of those with source times from 1.7 s on.
settled() {
  numbered 25 75 in.mkv
  warp-film --speed '0=1x, 0.5s=1x, 0.9s=0.37x, 1.7s=1x' "$@" --mix motion --fps 25 --encode '-c:v ffv1' in.mkv out.mkv
  warp-film --speed '0=1x, 0.5s=1x, 0.9s=0.37x, 1.7s=1x' "$@" --mix motion --output-frames 25 in.mkv |
    awk -F'\t' '/^[0-9]/ && $3 > 1.7 { all++; if ($5 != int($5)) made++ } END { print made + 0 " of " all }'
  ffmpeg -v error -i out.mkv -f rawvideo -fps_mode passthrough - | od -An -v -tu1 -w1536 |
    awk '$1 > 3 * 43 { all++; if ($1 % 3) made++ } END { print made + 0 " of " all }'
  # The printed pipeline makes the same map.
  warp-film --speed '0=1x, 0.5s=1x, 0.9s=0.37x, 1.7s=1x' "$@" --dry-run in.mkv out.mkv 2>/dev/null |
    grep -o -- '--settle [^ ;]*'
}

# rounded_times_are_those_of_frames: Matroska rounds times to milliseconds, and a cut film begins within a frame.
rounded_times_are_those_of_frames() {
  local file
  film -f lavfi -i testsrc2=r=30:s=64x64 -t 2 -c:v libx264 -preset ultrafast -bf 0 whole.mp4
  film -i whole.mp4 -c copy milliseconds.mkv
  film -ss 0.61 -i whole.mp4 -c copy cut.mp4
  for file in milliseconds.mkv cut.mp4; do
    warp-film --speed '0=1x, 0.3s=1x, 0.5s=0.4x, 0.81s=1x' --mix motion --output-frames 30 $file |
      awk -F'\t' '/^[0-9]/ && ($3 < 0.3 || $3 > 0.85) { all++; if ($5 != int($5)) made++ }
        END { print made + 0, (all > 20) }'
  done
}

# settling OPTION…
settling() {
  numbered 25 10 in.mkv
  warp-map --duration 0.4 >map
  warp-film "$@" in.mkv out.mkv
}

"$@"
