# shellcheck shell=bash disable=SC2154  # what is not set here is set in scripts/bench
# How long mpv plays along the script of --to mpv, beside the duration that --info states.

bench_mpv() {
  section 'Playing along a curve in mpv'
  local name options
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=640x360:r=25:d=30 -f lavfi -i sine=d=30 -c:v libx264 -g 125 \
    -pix_fmt yuv420p -c:a aac "$scratch/film.mp4"
  # The time from the first picture to the end.
  cat >"$scratch/clock.lua" <<'LUA'
local start
mp.register_event("playback-restart", function() start = start or mp.get_time() end)
mp.register_event("end-file", function() print(mp.get_time() - start) end)
LUA
  while IFS=: read -r name options; do
    # shellcheck disable=SC2086  # several words
    mpv_share $options | { read -r share; line "$name" "$share" '% longer than --info' '<=1'; }
  done <<'MAPS'
a ramp to 3x and back:--speed 0=1x,10=3x,20=0.7x,30=1x
eight cuts:--cut 1..2 --cut 3..4 --cut 5..6 --cut 7..8 --cut 9..10 --cut 11..12 --cut 13..14 --cut 15..16
four freezes:--cut 20..30 --freeze 3=1 --freeze 6=0.5 --freeze 12=2 --freeze 20=1
parts in another order:--play 20..25 --play 3..9@2x --play 12..16@0.5x --play 0..2
MAPS
}

# mpv_share OPTION…: by how many per cent mpv plays longer than it should, without the sign.
mpv_share() {
  local due
  due=$("$warp_map" --duration 30 "$@" --info --json | jq .warped_duration)
  "$warp_map" --duration 30 "$@" --to mpv >"$scratch/curve.lua" 2>/dev/null
  mpv --no-config --vo=null --ao=null --msg-level=all=error,clock=info --msg-color=no --term-status-msg= \
    --script="$scratch/curve.lua" --script="$scratch/clock.lua" "$scratch/film.mp4" </dev/null 2>&1 |
    sed -n 's/^\[clock\] //p' | awk -v due="$due" '{ d = 100 * ($1 / due - 1); printf "%.2f\n", d < 0 ? -d : d }'
}
