# shellcheck shell=bash disable=SC2154  # scripts/bench sets the variables
# Frames blended from neighbours without motion search: --mix blend and --shutter.

bench_mix() {
  section 'Frames mixed: 1080p, 30 to 60 frames a second'
  film
  "$warp_map" >"$scratch/pass.tsv"
  line '--mix blend' "$(mixing --mix blend)" '× ffmpeg framerate' '<=1'
  line '--shutter 720' "$(mixing --shutter 720)" '× ffmpeg framerate' '<=1'
}

mixing() {
  ratio_between_pipes 5 "$scratch/film.y4m" 'ffmpeg -v error -i - -vf framerate=fps=60:scene=100 -f yuv4mpegpipe -' \
    "$warp_video" --map "$scratch/pass.tsv" --fps 60 "$@" | rounded 2
}
