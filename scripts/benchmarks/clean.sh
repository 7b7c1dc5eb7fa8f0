# shellcheck shell=bash disable=SC2154  # scripts/bench sets the variables
# The purity of tones retimed along the curve of kernels.sh: the power of the exact warped tone relative to the error's.

bench_clean() {
  section 'Resampling along a curve: tone above everything else, dB'
  sound
  local kernel hertz bar
  while read -r kernel hertz bar; do
    "$warp_bench" tone "$hertz" 44100 40 >"$scratch/tone.f32"
    line "$kernel, $hertz Hz" \
      "$(follow "$kernel" "$scratch/tone.f32" | "$warp_bench" clean "$scratch/sound.tsv" "$hertz" 44100 | rounded 1)" \
      dB "${bar:+>=$bar}"
  done <<-END
	linear 1000
	linear 10000
	fast 1000 93
	fast 10000 93
	fast 18000 93
	high 1000 115
	high 5000 115
	high 10000 115
	high 18000 105
	best 1000 150
	best 5000 150
	best 10000 150
	best 18000 150
	END
}
