# shellcheck shell=bash disable=SC2154  # scripts/bench sets the variables
# Settled frames: after a change of speed, how many of the frames at normal speed are frames of the video itself, and
# not interpolated ones.

bench_settle() {
  section 'Settled frames: how many frames at normal speed are frames of the video, with --mix motion'
  ffmpeg -nostdin -v error -f lavfi -i "testsrc2=s=320x180:r=25:d=8,noise=alls=6:all_seed=3:allf=t" -c:v ffv1 \
    "$scratch/film.mkv"
  settle_frames "$scratch/film.mkv" >"$scratch/source"
  local name start options
  while IFS=: read -r name start options; do
    # shellcheck disable=SC2086  # several words
    line "$name" "$(settle_share "$start" yes $options)" \
      "%; with --settle no $(settle_share "$start" no $options) %" '>=99'
  done <<'EDITS'
a ramp to 0.25x and back:4:--speed 0=1x,1s=1x,2s=0.25x,3s=0.25x,4s=1x
a smooth ramp to 3x and back:5:--speed 0=1x,1s=1x,2s=3x/smooth,4s=3x,5s=1x/smooth
a stretch of 0.7x:3:--ranges ranges
a cut between frames:3:--cut 1.013..2.517
a freeze of a third of a second:3:--freeze 2=0.33
EDITS
  rm "$scratch/film.mkv"
}

settle_frames() { ffmpeg -nostdin -v error -i "$1" -map 0:v -f framemd5 - | awk -F, '!/^#/ { print $NF }'; }

# settle_share START SETTLE OPTION…: prints the share of the source frames from START seconds on that the result has. In
# the options, `/` stands for a space, and `ranges` for a file.
settle_share() {
  local start=$1 settle=$2 options
  shift 2
  echo '1.013 2.517 0.7x' >"$scratch/ranges"
  options=("${@//\// }")
  options=("${options[@]/#ranges/$scratch/ranges}")
  .build/release/warp-film -y --no-progress --codec ffv1 --mix motion --settle "$settle" "${options[@]}" \
    "$scratch/film.mkv" "$scratch/settled.mkv" 2>/dev/null || give_up warp-film "${options[@]}"
  settle_frames "$scratch/settled.mkv" >"$scratch/result"
  # The first frame after the change may belong to it.
  awk -v first="$((start * 25 + 2))" 'FNR == NR { has[$1]; next } FNR >= first { n++; found += $1 in has }
    END { printf "%.1f", 100 * found / n }' "$scratch/result" "$scratch/source"
}
