# shellcheck shell=bash disable=SC2154  # scripts/bench sets the variables
# Time stretching that follows a map, compared with other programs. Rubber Band (both engines) follows a time map.
# Sonic, Bungee, Signalsmith Stretch and ffmpeg's atempo stretch only at a constant speed.

bench_pitch() {
  section 'Pitch kept: onsets off by (median / worst, ms), one tone and twelve above all else (dB), CPU for a minute put out (s)'
  peers rubberband-cli sonic
  pitch_python
  pitch_map 'triangle 0.5 to 2' --scale-expr '0.5+1.5*(1-abs(2*u-1))'
  pitch_map 'cosine 0.75 to 3.75, 3 Hz' --scale-expr '1.5*(cos(6*PI*t)+1)+0.75'
  pitch_map 'triangle 0.25 to 4' --scale-expr '0.25+3.75*(1-abs(2*u-1))'
  local scale
  for scale in 0.7 1.5 3; do pitch_map "constant $scale" --constant $scale; done
}

# pitch_map NAME OPTION…: prints the figures of all programs for one map, which warp-map makes with the options.
pitch_map() {
  local name=$1 sound ours tool
  shift
  "$warp_map" --duration 10 "$@" >"$scratch/pitch.tsv"
  "$warp_bench" keys "$scratch/pitch.tsv" >"$scratch/pitch.keys"
  for sound in onsets tone chord; do
    "$warp_bench" sound "$sound" >"$scratch/$sound.f32"
    ffmpeg -v error -y -f f32le -ar 44100 -ac 2 -i "$scratch/$sound.f32" -c:a pcm_f32le "$scratch/$sound.wav"
    # Sonic reads only 16 bits, and no chunks between the format and the samples.
    ffmpeg -v error -y -i "$scratch/$sound.wav" -c:a pcm_s16le -fflags +bitexact "$scratch/$sound.16.wav"
  done
  ours=$(pitch_figures warp-audio)
  line "$name" "$ours" "R3 $(pitch_figures rubberband-R3); R2 $(pitch_figures rubberband-R2)$(
    [[ $name != constant* ]] || for tool in sonic bungee signalsmith atempo; do
      printf '; %s %s' "$tool" "$(if pitch_has "$tool"; then pitch_figures "$tool" "${name#* }"; else echo 'not measured'; fi)"
    done)"
}

# pitch_figures TOOL [SCALE]: prints a program's figures for the current map.
pitch_figures() {
  local sound seconds=0 figures="" length
  length=$("$warp_map" --map "$scratch/pitch.tsv" --info --json | sed -n 's/.*"warped_duration": *\([0-9.]*\).*/\1/p')
  for sound in onsets tone chord; do
    seconds+=" + $(cpu_seconds pitch_run "$1" "$sound" "${2-}" "$length" 2)"
    figures+=" $("$warp_bench" score "$sound" "$scratch/pitch.tsv" <"$scratch/out.f32" | cut -f 2 | tr '\n' ' ')"
  done
  # `score` prints the error of the length, which is not shown, before the figures of the sound.
  echo "$(awk "BEGIN { print ($seconds) / 3 / $length * 60 }") $figures" |
    awk '{ printf "%.2f / %.2f, %.0f, %.0f, %.2f\n", $3, $4, $6, $8, $1 }'
}

# pitch_run TOOL SOUND SCALE LENGTH CHANNELS: retimes a sound into out.f32 by the scale, or along the current map if the
# scale is empty. warp-audio always follows the map. The rivals read and write WAV, which takes a hundredth of their
# time.
pitch_run() {
  local extent=(-t "$3")
  [[ $3 ]] || extent=(-M "$scratch/pitch.keys" -D "$4")
  case $1 in
  warp-audio)
    "$warp_audio" --map "$scratch/pitch.tsv" --pitch keep --format f32le --rate 44100 --channels "$5" \
      <"$scratch/$2.f32" >"$scratch/out.f32"
    ;;
  rubberband-R*)
    rubberband -q "-${1#rubberband-R}" "${extent[@]}" "$scratch/$2.wav" "$scratch/out.wav" &&
      ffmpeg -v error -y -i "$scratch/out.wav" -f f32le "$scratch/out.f32"
    ;;
  sonic)
    # sonic returns 0 even if it fails and writes only a header of 44 bytes. A speed with six digits makes its sound too
    # long, by 0.1 s at a third of the speed.
    sonic -s "$(awk "BEGIN { printf \"%.15g\", 1 / $3 }")" "$scratch/$2.16.wav" "$scratch/out.wav" &&
      [[ $(stat -c %s "$scratch/out.wav") -gt 44 ]] &&
      ffmpeg -v error -y -i "$scratch/out.wav" -f f32le "$scratch/out.f32"
    ;;
  bungee | signalsmith)
    .build/stretch/bin/python3 "Bench/Peers/stretch-with-$1.py" "$3" "$5" <"$scratch/$2.f32" >"$scratch/out.f32"
    ;;
  atempo)
    ffmpeg -v error -y -i "$scratch/$2.wav" -af "$(pitch_atempo "$3")" -f f32le "$scratch/out.f32"
    ;;
  esac
}

# Two rivals are Python packages. What cannot be installed is not measured.
pitch_python() {
  pitch_has bungee && pitch_has signalsmith && return
  {
    python3 -m venv .build/stretch &&
      .build/stretch/bin/pip install -q --retries 1 --timeout 10 numpy bungee-python==0.2.1 python-stretch==0.3.1
  } >&2 || echo 'bench: note: the Python packages bungee-python and python-stretch could not be installed' >&2
}

# pitch_has TOOL: whether the program can run.
pitch_has() {
  case $1 in
  bungee) .build/stretch/bin/python3 -c 'import bungee_python, numpy' 2>/dev/null ;;
  signalsmith) .build/stretch/bin/python3 -c 'import python_stretch, numpy' 2>/dev/null ;;
  esac
}

# pitch_atempo SCALE: prints the filters for a scale. One atempo reaches half speed, and two reach a quarter.
pitch_atempo() {
  awk -v scale="$1" 'BEGIN {
    if (scale <= 2) printf "atempo=%.15g\n", 1 / scale
    else printf "atempo=%.15g,atempo=%.15g\n", 1 / sqrt(scale), 1 / sqrt(scale) }'
}
