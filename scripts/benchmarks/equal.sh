# shellcheck shell=bash disable=SC2154  # scripts/bench sets the variables
# Results made in 1, 2, 3 and 8 pieces, compared with those of one run. Four maps and five ways to choose and mix frames
# are applied to films of a constant and a variable rate. Encoding is lossless, so frames are compared bit for bit.

bench_equal() {
  section 'Results in pieces: frames beside those of one run'
  ffmpeg -nostdin -v error -f lavfi -i "testsrc2=s=160x90:r=25:d=24,noise=alls=6:allf=t" -c:v libx264 -bf 2 -g 50 "$scratch/even.mp4"
  ffmpeg -nostdin -v error -i "$scratch/even.mp4" -vf "select='gt(mod(n*7919\\,11)\\,3)'" -fps_mode passthrough -c:v libx264 -g 40 \
    "$scratch/uneven.mkv"
  local film map how whole count made=0 other=0
  for film in even.mp4 uneven.mkv; do
    for map in '--curve double-smoothstep:factor=3' --reverse '--curve smoothstep:factor=0.5 --reverse --freeze 12=2' \
      '--play 20..22 --play 2..5@0.5x --play 15..10 --play 2..4'; do
      for how in '--pick hold --fps 30' '--pick next --fps 24000/1001' '--mix blend --fps 40' '--mix motion --fps 30' '--shutter 360 --fps 12'; do
        equal_warp "$film" "$map $how" "$scratch/whole.mkv"
        whole=$(equal_frames "$scratch/whole.mkv")
        for count in 1 2 3 8; do
          equal_pieces "$film" "$map $how" "$count"
          made=$((made + 1))
          [[ $(equal_frames "$scratch/joined.mkv") == "$whole" ]] || { other=$((other + 1)) && echo "other frames: $film $map $how, $count pieces" >&2; }
        done
      done
    done
  done
  line 'results in pieces' "$made" 'from 40 combinations of film, map and mix'
  line 'results with frames that differ from one run' "$other" 'compared bit for bit' '<=0'
}

# equal_warp FILM OPTIONS OUTPUT OPTION…
equal_warp() {
  # shellcheck disable=SC2086  # several options
  .build/release/warp-film -y --no-progress --codec ffv1 $2 "${@:4}" "$scratch/$1" "$3" \
    2>"$scratch/said" || { cat "$scratch/said" >&2; return 1; }
}

equal_pieces() {
  local number
  for ((number = 1; number <= $3; number++)); do equal_warp "$1" "$2" "$scratch/joined.mkv" --piece "$number/$3"; done
  equal_warp "$1" "$2" "$scratch/joined.mkv" --join
}

equal_frames() { ffmpeg -nostdin -v error -i "$1" -f framemd5 - | grep -v '^#software' | md5sum; }
