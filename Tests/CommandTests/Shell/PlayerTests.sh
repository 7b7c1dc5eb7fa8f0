#!/bin/bash
# PlayerTests.swift calls the functions below in an empty directory. Needs on the PATH: the built warp programs, ffmpeg
# and mpv.
set -euo pipefail

# Prints every 20 ms, from the first picture on: the seconds since then, the position, the speed and whether mpv pauses.
# Then prints `end`. Before that, does by hand what the variable hand says.
write_probe() {
  cat >probe.lua <<'LUA'
local hand = dofile("hand.lua")
local start
mp.register_event("playback-restart", function()
  start = start or mp.get_time()
  print(string.format("restart %.3f", mp.get_property_number("time-pos", -1)))
end)
mp.add_periodic_timer(0.02, function()
  if not start then return end
  local position = mp.get_property_number("time-pos", -1)
  print(string.format("at %.3f %.3f %.4f %s", mp.get_time() - start, position, mp.get_property_number("speed"),
    mp.get_property("pause")))
  hand(position)
end)
mp.register_event("end-file", function() print(string.format("end %.3f", mp.get_time() - start)) end)
LUA
}

# plays HAND OPTION…: plays a film of 8 s along the map of the options of warp-map. HAND is Lua code that is run after
# each look at the `position`; it may use the table `done`.
plays() {
  local hand=$1
  shift
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=8 -f lavfi -i sine=d=8 -c:v libx264 -g 25 \
    -pix_fmt yuv420p -c:a aac film.mp4
  warp-map --duration 8 "$@" --to mpv >curve.lua 2>errors
  printf 'local done = {}\nreturn function(position)\n  %s\nend\n' "$hand" >hand.lua
  write_probe
  timeout 200 mpv --no-config --vo=null --ao=null --msg-level=all=error,probe=info --msg-color=no --term-status-msg= \
    --script=curve.lua --script=probe.lua film.mp4 </dev/null 2>&1 | sed -n 's/^\[probe\] //p'
}

# Prints the first row of the script for a film whose sound begins 0.4 s before the picture.
late_picture() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=2 -f lavfi -i sine=d=2.4 -filter_complex \
    '[0:v]setpts=PTS+0.4/TB[v]' -map '[v]' -map 1:a -c:v libx264 -bf 0 -pix_fmt yuv420p -c:a pcm_s16le film.mkv
  warp-film --speed 2x --to mpv film.mkv >script.lua 2>errors
  grep -m 1 'warped =' script.lua
}

"$@"
