# shellcheck shell=bash disable=SC2154  # scripts/bench sets the variables
# Inputs of ten and a hundred times the length: CPU time grows with the length, and memory does not.

bench_length() {
  section 'Length: CPU and memory for 1, 10 and 100 times as much'
  ffmpeg -v error -y -f lavfi -i testsrc2=size=352x288:rate=30:duration=10 -pix_fmt yuv420p -f yuv4mpegpipe "$scratch/part.y4m"
  "$warp_bench" tone 440 44100 10 >"$scratch/part.f32"
  local sound=("$warp_audio" --format f32le --rate 44100 --channels 2)
  longer 'warp-video' part.y4m 10 --curve cosine -- "$warp_video"
  longer 'warp-video --mix blend' part.y4m 10 --curve cosine -- "$warp_video" --mix blend
  longer 'warp-video, backward, 64 MiB' part.y4m 10 --reverse -- "$warp_video" --memory 64M
  longer 'warp-audio' part.f32 10 --curve cosine -- "${sound[@]}"
  longer 'warp-audio --pitch keep' part.f32 10 --curve cosine -- "${sound[@]}" --pitch keep
  longer 'warp-audio, backward, 16 MiB' part.f32 10 --reverse -- "${sound[@]}" --memory 16M
  passes 20
  passes 80
}

# passes SECONDS: reverses a film as warp-film does, by decoding each part separately.
passes() {
  ffmpeg -nostdin -v error -y -f lavfi -i "testsrc2=size=1920x1080:rate=30:duration=$1" -c:v libx264 -preset ultrafast \
    -pix_fmt yuv420p "$scratch/film.mp4"
  "$warp_map" --duration "$1" --reverse >"$scratch/long.tsv"
  command time -o "$scratch/peak" -f '%U %S %M' "$warp_video" --map "$scratch/long.tsv" --fps 30 --memory 384M --source \
    "ffmpeg -nostdin -v error -ss \"\$FROM\" -t \"\$LENGTH\" -copyts -i '$scratch/film.mp4' -fps_mode passthrough \
      -c:v rawvideo -f nut -" </dev/null | cat >/dev/null
  line "1080p backward by passes, $1 s" "$(awk '{ printf "%.0f\n", $3 / 1024 }' "$scratch/peak")" 'MiB' '<=477'
}

# longer NAME PART SECONDS MAP… -- COMMAND…: measures a command on 1, 10 and 100 copies of the file PART, which lasts
# SECONDS. MAP… are options of warp-map.
longer() {
  local name=$1 part=$2 seconds=$3 map=() times figures
  shift 3
  while [[ $1 != -- ]]; do
    map+=("$1")
    shift
  done
  shift
  for times in 1 10 100; do
    "$warp_map" --duration $((seconds * times)) "${map[@]}" >"$scratch/long.tsv"
    again "$times" "$scratch/$part" | command time -o "$scratch/peak" -f "$times %U %S %M" "$@" --map "$scratch/long.tsv" |
      cat >/dev/null
    cat "$scratch/peak"
  done >"$scratch/peaks"
  figures=$(awk '{ ms = ms s sprintf("%.0f", 1000 * ($2 + $3) / $1); mib = mib s sprintf("%.1f", $4 / 1024); s = " / " }
    END { print ms "; " mib }' "$scratch/peaks")
  line "$name" "$figures" "ms of CPU per $seconds s of input; MiB of memory"
}

again() {
  local i
  for ((i = 0; i < $1; i++)); do cat "$2"; done
}
