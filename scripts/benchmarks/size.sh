# shellcheck shell=bash disable=SC2154  # scripts/bench sets the variables
# The CPU time per megapixel, for frames of different sizes.

bench_size() {
  section 'Frame size: CPU milliseconds for a megapixel put out, 30 to 60 frames a second'
  "$warp_map" >"$scratch/pass.tsv"
  local size frames
  while read -r size frames; do
    ffmpeg -nostdin -v error -y -f lavfi -i "testsrc2=size=$size:rate=30" -frames:v "$frames" -pix_fmt yuv420p \
      -f yuv4mpegpipe "$scratch/size.y4m"
    line "$size" "$(cost "$size" "$frames") / $(cost "$size" "$frames" --mix blend) / $(cost "$size" "$frames" --mix motion)" \
      'frames repeated / blended / made by motion'
  done <<-END
	176x144 1200
	640x360 130
	1280x720 34
	1920x1080 16
	3840x2160 6
	END
}

# cost SIZE FRAMES [OPTION…]: prints the CPU milliseconds per megapixel of output.
cost() {
  local frames=$2 pixels=$((${1/x/ * }))
  for _ in 1 2 3; do between_pipes "$scratch/size.y4m" "$warp_video" --map "$scratch/pass.tsv" --fps 60 "${@:3}"; done |
    median | awk -v megapixels="$((2 * frames * pixels))e-6" '{ printf "%.2f\n", 1000 * $1 / megapixels }'
}
