# shellcheck shell=bash disable=SC2154  # scripts/bench sets the variables
# Sound of which the pitch follows the speed, along a curve: 40 s of a stereo tone become a minute and a half.

bench_kernels() {
  section 'Resampling along a curve: CPU, stereo at 44.1 kHz'
  sound
  local kernel
  for kernel in linear fast high best; do
    line "$kernel" "$(median_seconds 5 "follow_$kernel" | awk '{ printf "%.3f\n", $1 / 1.5 }')" \
      's of CPU per minute of output'
  done
  line 'fast' "$(ratio 5 follow_fast follow_linear | rounded 2)" '× linear' '<=4'
  line 'high' "$(ratio 5 follow_high peer_medium | rounded 3)" \
    '× libsamplerate MEDIUM, one ratio for each frame' '<=0.25'
  line 'high' "$(ratio 5 follow_high peer_best | rounded 3)" '× libsamplerate BEST' '<=0.1'
  line 'best' "$(ratio 5 follow_best peer_best | rounded 3)" '× libsamplerate BEST' '<=0.25'
  line 'high' "$(ratio 5 follow_high peer_soxr | rounded 2)" '× libsoxr at a variable rate' '<=1'
  line 'fast, constant speed' "$(ratio 5 constant_fast peer_sox | rounded 2)" '× sox speed'
  line 'high, constant speed' "$(ratio 5 constant_high peer_sox | rounded 2)" '× sox speed'
  line 'fast, constant speed' "$(ratio 5 constant_fast peer_aresample | rounded 2)" '× ffmpeg aresample'
  line 'high, constant speed' "$(ratio 5 constant_high peer_aresample | rounded 2)" '× ffmpeg aresample'
}

# Makes the sound, its map, and the speeds and programs of the rivals, once.
sound() {
  [ -f "$scratch/samplerate" ] && return
  peers libsamplerate0-dev libsoxr-dev gcc
  gcc -O2 -o "$scratch/samplerate" Bench/Peers/samplerate.c -lsamplerate
  gcc -O2 -o "$scratch/soxr" Bench/Peers/soxr.c -lsoxr
  "$warp_map" --curve cosine --duration 40 --tolerance 1e-12 >"$scratch/sound.tsv"
  "$warp_bench" tone 1000 44100 40 >"$scratch/sound.f32"
  "$warp_bench" speeds "$scratch/sound.tsv" 44100 >"$scratch/sound.speeds"
}

# follow KERNEL FILE: runs warp-audio along the curve.
follow() {
  "$warp_audio" --map "$scratch/sound.tsv" --format f32le --rate 44100 --channels 2 --kernel "$1" <"$2"
}
follow_linear() { follow linear "$scratch/sound.f32"; }
follow_fast() { follow fast "$scratch/sound.f32"; }
follow_high() { follow high "$scratch/sound.f32"; }
follow_best() { follow best "$scratch/sound.f32"; }

peer_medium() { "$scratch/samplerate" "$scratch/sound.f32" "$scratch/sound.speeds" 1; }
peer_best() { "$scratch/samplerate" "$scratch/sound.f32" "$scratch/sound.speeds" 0; }
peer_soxr() { "$scratch/soxr" "$scratch/sound.f32" "$scratch/sound.speeds"; }

# constant KERNEL: runs warp-audio at a constant speed of 0.8x, as sox and ffmpeg do below.
constant() {
  "$warp_audio" --map <("$warp_map" --constant 1.25) --format f32le --rate 44100 --channels 2 --kernel "$1" \
    <"$scratch/sound.f32"
}
constant_fast() { constant fast; }
constant_high() { constant high; }
peer_sox() { sox -t raw -r 44100 -c 2 -e float -b 32 "$scratch/sound.f32" -t raw - speed 0.8; }
peer_aresample() {
  ffmpeg -v error -f f32le -ar 44100 -ac 2 -i "$scratch/sound.f32" -af asetrate=35280,aresample=44100 -f f32le -
}
