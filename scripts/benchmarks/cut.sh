# shellcheck shell=bash disable=SC2154  # scripts/bench sets the variables
# Smart cut: ten minutes with twenty cuts, where only what a cut touches is encoded. The CPU time stands beside that of
# encoding the whole result. How far the frames are from those of the source is measured on the first two minutes.

bench_cut() {
  section 'Cuts without encoding the rest: ten minutes of 640x360 in H.264 with 20 cuts (--copy)'
  local setting groups name cuts=() index
  for ((index = 0; index < 20; index++)); do
    cuts+=(--cut "$(awk "BEGIN { print 30 * $index + 11.16 }")..$(awk "BEGIN { print 30 * $index + 18.44 }")")
  done
  # The frames between keyframes, and the limit of the CPU time.
  for setting in 250:0.2 25:0.1; do
    groups=${setting%:*} name="a keyframe every ${setting%:*} frames"
    cut_film "$groups"
    line "$name: CPU" "$(ratio 1 cut_copied cut_encoded | rounded 3)" '× encoding the whole result (one pair)' \
      "<=${setting#*:}"
    cut_frames
    line "$name: frames off" "$(cut_frames_off)" 'missing or too many in the first two minutes' '<=0'
    line "$name: copied" "$(awk '/psnr_y:inf/ { n++ } END { printf "%.1f", 100 * n / NR }' "$scratch/cut.psnr")" \
      '% of the frames, equal to those of the source'
    line "$name: encoded" "$(sed -n 's/.*psnr_y:\([0-9][0-9.]*\).*/\1/p' "$scratch/cut.psnr" | sort -g | head -n 1)" \
      'dB from the source, the worst frame' '>=42'
    rm "$scratch"/{ten,two,cut}.mp4 "$scratch"/{whole,due}.mkv
  done
}

# cut_film FRAMES: makes the film and its first two minutes, with a keyframe every so many frames.
cut_film() {
  ffmpeg -nostdin -v error -y -f lavfi -i "testsrc2=s=640x360:r=25:d=20,noise=alls=6:all_seed=3:allf=t" \
    -f lavfi -i sine=d=20 -c:v libx264 -g "$1" -pix_fmt yuv420p -c:a aac "$scratch/twenty.mp4"
  ffmpeg -nostdin -v error -y -stream_loop -1 -i "$scratch/twenty.mp4" -c copy -t 600 "$scratch/ten.mp4"
  # Copies in a row would be a little apart.
  ffmpeg -nostdin -v error -y -f lavfi -i "testsrc2=s=640x360:r=25:d=120,noise=alls=6:all_seed=3:allf=t" \
    -f lavfi -i sine=d=120 -c:v libx264 -g "$1" -pix_fmt yuv420p -c:a aac "$scratch/two.mp4"
}

# cut_warp INPUT OUTPUT OPTION…: the first cuts, of as many as the film has.
cut_warp() {
  local count=40
  [[ $1 == ten.mp4 ]] || count=8
  .build/release/warp-film -y --no-progress "${cuts[@]:0:count}" "${@:3}" "$scratch/$1" "$scratch/$2"
}
cut_copied() { cut_warp ten.mp4 cut.mp4 --copy; }
cut_encoded() { cut_warp ten.mp4 whole.mkv; }

cut_frames_off() {
  awk '{ n += FNR == NR ? 1 : -1 } END { print n < 0 ? -n : n }' "$scratch/cut.psnr" "$scratch/due"
}

# Compares the frames with those of the cut film in FFV1.
cut_frames() {
  cut_warp two.mp4 cut.mp4 --copy 2>/dev/null || give_up cut_warp
  cut_warp two.mp4 due.mkv --settle no --codec ffv1 --no-audio 2>/dev/null || give_up cut_warp
  ffprobe -v error -select_streams v -show_entries packet=pts -of csv=p=0 "$scratch/due.mkv" >"$scratch/due"
  ffmpeg -nostdin -v error -i "$scratch/cut.mp4" -i "$scratch/due.mkv" -filter_complex \
    "[0]settb=1/25,setpts=N[a];[1]settb=1/25,setpts=N[b];[a][b]psnr=f=$scratch/cut.psnr" -f null -
}
