#!/bin/bash
# WarpVideoTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.
# If the first argument is `eval`, the second is a command line that may call these functions.
set -o pipefail

# clip COUNT RATE: writes a y4m film. The luma of each frame is the frame's number.
clip() {
  ffmpeg -v quiet -f lavfi -i "color=black:s=32x16:r=$2,format=yuv420p,geq=lum=N:cb=128:cr=128" \
    -frames:v "$1" -f yuv4mpegpipe -
}

# Prints the frame numbers of the film on standard input.
numbers() {
  ffmpeg -v error -i - -f rawvideo -fps_mode passthrough - | od -An -v -tu1 -w768 | awk '{ printf "%d ", $1 }'
}

# Prints the timestamps of the film on standard input.
stamps() { ffprobe -v error -show_entries packet=pts_time -of csv=p=0 - | tr '\n' ' '; }

# identity_is_bit_exact FORMAT CONTAINER: FORMAT is a pixel format. CONTAINER contains options of ffmpeg.
identity_is_bit_exact() {
  # shellcheck disable=SC2086  # unquoted on purpose: the shell splits the text into words
  ffmpeg -v error -f lavfi -i testsrc2=s=33x17:d=0.4 -pix_fmt "$1" -strict -1 $2 a
  warp-map >id
  warp-video --map id <a >b
  # shellcheck disable=SC2002  # cat makes the input a pipe
  cat a | warp-video --map id >c
  cmp b c || exit 9
  cmp <(ffmpeg -v error -i a -f rawvideo -) <(ffmpeg -v error -i b -f rawvideo -)
}

# Retimes a film without its first 2 s, with --start 2. Prints differences from the retimed whole film, and the frames
# around 2 s. Before 2 s, the first frame is held. --start is refused for NUT, which has timestamps.
# shellcheck disable=SC2002  # cat makes the input a pipe
start_shifts_a_late_input() {
  clip 100 25 >a
  ffmpeg -v error -i a -vf trim=start_frame=50 -f yuv4mpegpipe - >late
  warp-map --duration 4 --play 2.2..3.2@0.5x --play 3..2.5 >m
  warp-video --map m --mix blend <a >whole
  warp-video --map m --mix blend --start 2 <late | cmp - whole
  cat late | warp-video --map m --mix blend --start 2 --memory 2k | cmp - whole
  warp-map --duration 4 --play 1.9..2.1 >m
  warp-video --map m --start 2 <late | numbers
  ffmpeg -v error -i late -c:v rawvideo -f nut - | warp-video --map m --start 2 | wc -c
}

# shellcheck disable=SC2002  # cat makes the input a pipe
reverse_is_the_frames_reversed() {
  clip 60 25 >a
  warp-map --duration 2.4 --reverse >r
  warp-video --map r <a >b
  cat a | warp-video --map r >c
  cat a | warp-video --map r --memory 2k >d
  cmp b c && cmp b d && cat b | warp-video --map r | cmp - a
}

# pipes_and_files_give_the_same_frames MAP…: retimes films from a file and from a pipe, with each map
# and many options. Fails if the results differ. Prints checksums of the results for the map with --speed.
pipes_and_files_give_the_same_frames() {
  local film map options
  ffmpeg -v error -f lavfi -i testsrc2=s=160x120:r=25:d=3 -f yuv4mpegpipe a.y4m
  ffmpeg -v error -i a.y4m -c:v rawvideo -f nut a.nut
  ffmpeg -v error -i a.y4m -vf "select='not(eq(mod(n\,7)\,3))'" -fps_mode passthrough -c:v rawvideo -f nut b.nut
  for film in a.y4m a.nut b.nut; do
    for map; do
      # shellcheck disable=SC2086  # unquoted on purpose: the shell splits the text into words
      warp-map --duration 3 $map >map
      for options in "" "--fps 60" "--fps 60 --pick nearest" "--pick middle" "--pick next" "--mix blend" "--vfr" \
        "--shutter 400" "--fps 10 --mix motion"; do
        if [[ $options == --vfr && $film == a.y4m ]]; then options+=" --output-format nut"; fi
        # shellcheck disable=SC2086
        warp-video --map map $options <$film >one || exit
        # shellcheck disable=SC2002,SC2086  # cat makes the input a pipe; $options is split into words
        cat $film | warp-video --map map $options | cmp - one || { echo "$film $map $options" >&2; exit 9; }
        [[ $map != --speed* ]] || md5sum <one
      done
    done
  done
}

# the_source_command_runs_again_for_each_pass FILTER: FILTER is an ffmpeg filter that may make frame durations unequal.
the_source_command_runs_again_for_each_pass() {
  list() {
    ffmpeg -nostdin -v error -i "$1" -fps_mode passthrough -f framemd5 - 2>/dev/null | grep -v '#' | awk '{ print $NF }'
  }
  ffmpeg -v error -f lavfi -i testsrc2=s=64x48:r=30:d=3 -vf "$1" -fps_mode passthrough -c:v libx264 -bf 3 \
    -g 24 -pix_fmt yuv420p a.mp4
  warp-map --duration 3 --reverse >r
  # shellcheck disable=SC2016  # warp-video sets these variables for the --source command
  warp-video --map r --vfr --memory 60k --source 'ffmpeg -nostdin -v error -ss "$FROM" -t "$LENGTH" -copyts -i a.mp4 \
    -map 0:v:0 -fps_mode passthrough -enc_time_base 1/192000 -c:v rawvideo -f nut -' >b.nut || exit 9
  list b.nut | tac | cmp - <(list a.mp4)
}

# Prints the timestamps of the output in seconds, then the timestamps in the file of --timestamps in milliseconds.
vfr_timestamps_follow_the_map() {
  clip 5 10 >a
  warp-map --duration 0.5 --constant 3 --freeze 0.2=0.1 >m
  warp-video --map m --vfr --timestamps t <a >b
  warp-video --map m --vfr <a | stamps
  tail -n +2 t | tr '\n' ' '
}

# Prints by how many ticks of 1/64000 s each timestamp of the encoded film differs from the map.
stamps_survive_stock_ffmpeg() {
  ticks() { ffprobe -v error -show_entries packet=pts -of csv=p=0 "$1" | sort -n; }
  ffmpeg -v error -f lavfi -i testsrc2=s=64x48:r=30:d=4 -fps_mode passthrough -enc_time_base 1/90000 \
    -vf "select='not(eq(mod(n\,5)\,2))',setpts='PTS+0.004/TB*mod(N\,3)'" -c:v libx264 -bf 2 \
    -video_track_timescale 90000 a.mp4
  warp-map --duration 4 --curve double-smoothstep:factor=2.7 >m
  ffmpeg -nostdin -v error -i a.mp4 -fps_mode passthrough -enc_time_base 1/90000 -c:v rawvideo -f nut - |
    warp-video --map m --vfr |
    ffmpeg -v error -i - -fps_mode passthrough -enc_time_base 1/64000 -c:v libx264 -bf 3 -video_track_timescale 64000 b.mp4
  ticks a.mp4 | awk '{ printf "%.12f\n", $1 / 90000 }' | warp-map --map m --at - | cut -f 2 >exact
  paste exact <(ticks b.mp4) | awk '{ d = $1 * 64000 - $2; print d < 0 ? -d : d }'
}

"$@"
