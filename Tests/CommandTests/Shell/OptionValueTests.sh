#!/bin/bash
# OptionValueTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.

# Prints the number of lines of a map's table, and of a coarser table made with --tolerance. Then prints where some
# times lie on the exact map and in the coarse table.
coarse_tables_stay_within_their_tolerance() {
  local curve=(--duration 2 --curve sine) time
  warp-map "${curve[@]}" >fine
  warp-map "${curve[@]}" --tolerance 0.001 >coarse
  wc -l <fine
  wc -l <coarse
  for time in 0.1 0.5 0.77 1.3 1.9; do
    paste <(warp-map "${curve[@]}" --at $time) <(warp-map --map coarse --at $time) | cut -f 2,4
  done
}

# a_different_second_run_is_an_error CHANGE: the --source command executes CHANGE from its third run on. Before that
# run, warp-video has read the clip once.
a_different_second_run_is_an_error() {
  ffmpeg -v error -f lavfi -i testsrc2=s=64x48:r=25:d=2 -c:v libx264 -pix_fmt yuv420p in.mp4
  export CHANGE=$1
  cat >clip <<'END'
echo >> passes; size=64:48; [ $(wc -l < passes) -lt 3 ] || eval "$CHANGE"
ffmpeg -nostdin -v quiet -ss "$FROM" -t "$LENGTH" -copyts -i in.mp4 -vf scale=$size -fps_mode passthrough \
  -enc_time_base 1/192000 -c:v rawvideo -f nut -
END
  warp-video --map <(warp-map --duration 2 --reverse) --vfr --memory 60k --source '. ./clip' >out
}

"$@"
