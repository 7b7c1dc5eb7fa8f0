# shellcheck shell=bash disable=SC2154  # scripts/bench sets the variables
# Video copied without encoding: the CPU time relative to a copy through the same pipes, and the memory.

bench_copy() {
  peers time
  section 'An hour of 1920x1080 in H.264, without encoding again'
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=1920x1080:r=25:d=10 -c:v libx264 -preset veryfast -bf 3 -g 250 -pix_fmt yuv420p \
    "$scratch/short.mp4"
  ffmpeg -nostdin -v error -stream_loop 359 -i "$scratch/short.mp4" -c copy "$scratch/long.mp4"
  "$warp_map" --duration 3600 --curve double-smoothstep:factor=2 >"$scratch/map"
  local kind
  for kind in mkv mp4; do
    copy_kind=$kind
    line "to $kind" "$(ratio 5 copy_along copy_plain | rounded 2)" '× ffmpeg -c copy into NUT and out of it' '<=1.3'
  done
  local begin=${EPOCHREALTIME/./}
  .build/release/warp-film -y --no-progress --copy --map "$scratch/map" "$scratch/long.mp4" "$scratch/copied.mkv"
  line 'whole job' "$(((${EPOCHREALTIME/./} - begin) / 1000000))" 's of real time' '<=60'
  line 'memory of the filter' "$(copy_read | /usr/bin/time -f %M "$warp_video" --map "$scratch/map" --vfr 2>&1 >/dev/null)" KiB '<=20000'
  rm "$scratch"/{short,long,copied}.*
}

copy_read() { ffmpeg -nostdin -v error -i "$scratch/long.mp4" -map 0:v -c copy -avoid_negative_ts disabled -f nut -; }
copy_write() { ffmpeg -nostdin -v error -y -f nut -i - -c copy "$scratch/copied.$copy_kind"; }
copy_plain() { copy_read | copy_write; }
copy_along() { copy_read | "$warp_video" --map "$scratch/map" --vfr | copy_write; }
