# shellcheck shell=bash disable=SC2154  # scripts/bench sets the variables
# The delay of live sound, which arrives in real time in blocks of 10 ms. With --pitch keep, the delay contains
# the time that warp-audio reads ahead.

bench_latency() {
  section 'Live sound at 48 kHz, in blocks of 10 ms, 1.25 times as slow'
  "$warp_map" --constant 1.25 >"$scratch/slow.tsv"
  live
  line 'delay, median' "$delay" 'ms after the input sample from the same place' '<=30'
  line 'delay of the first sample' "$first" 'ms after the input sample from the same place' '<=50'
  live --pitch keep
  line '--pitch keep: read ahead' "$(awk '/seconds_ahead/ { printf "%.1f", 1000 * $2 }' "$scratch/stats")" 'ms' '<=300'
  line '--pitch keep: delay, median' "$delay" 'ms after the input sample from the same place' '<=330'
  line '--pitch keep: delay of the first sample' "$first" 'ms after the input sample from the same place' '<=350'
}

# live OPTION…: sets `delay` and `first` to the delays, and writes statistics of ten seconds to the file `stats`.
live() {
  local filter=("$warp_audio" --map "$scratch/slow.tsv" --format f32le --rate 48000 --channels 1 --block 480 "$@")
  read -r delay first < <(python3 scripts/rivals/latency.py 6 1.25 "${filter[@]}")
  head -c 1920000 /dev/zero | "${filter[@]}" --stats "$scratch/stats" >/dev/null
}
