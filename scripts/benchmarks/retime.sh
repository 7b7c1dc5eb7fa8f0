# shellcheck shell=bash disable=SC2154  # scripts/bench sets the variables
# A film at another constant speed, which ffmpeg can make as well.

bench_retime() {
  section 'Retiming: 1.5 times as slow, 1080p'
  film
  "$warp_map" --constant 1.5 >"$scratch/slow.tsv"
  line 'constant' "$(ratio_between_pipes 5 "$scratch/film.y4m" \
    'ffmpeg -v error -i - -vf setpts=1.5*PTS,fps=30 -f yuv4mpegpipe -' \
    "$warp_video" --map "$scratch/slow.tsv" | rounded 3)" '× ffmpeg setpts,fps' '<=0.2'
}
