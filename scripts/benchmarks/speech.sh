# shellcheck shell=bash disable=SC2154  # scripts/bench sets the variables
# Speech with its pitch kept: the distance between its spectrogram and that of the source, at the positions in the map.
# Rubber Band R3 follows maps too. Sonic, Bungee, Signalsmith Stretch and ffmpeg's atempo only stretch at a constant
# speed. Then struck sounds in noise, and noise alone. Arguments are names of voices, or `all`. pitch_run of pitch.sh
# runs the programs.

speech_voices=(alsa en fr es it flite espeak music room)
speech_maps=('constant '{0.33,0.5,0.667,0.8,1.25,1.5,2,3} 'triangle 0.5 to 2' 'cosine 0.5 to 2, 0.5 Hz')

bench_speech() {
  local voices=("$@") voice map
  ((${#voices[@]})) || voices=(alsa it music)
  [[ ${voices[*]} != all ]] || voices=("${speech_voices[@]}")
  peers rubberband-cli sonic
  pitch_python
  : >"$scratch/spoken"
  for voice in "${voices[@]}"; do
    speech_voice "$voice"
    for map in "${speech_maps[@]}"; do speech_map "$voice" "$map"; done
  done

  section 'Speech kept at its pitch: distance from the source at the places of the map, dB'
  line voices "${#voices[@]}" "12 s each: ${voices[*]}"
  for map in "${speech_maps[@]}"; do speech_line "$map" '' "$map"; done
  for voice in "${voices[@]}"; do speech_line "$voice, mean of all constants" "$voice" constant; done
  line 'worst voice at its worst constant' "$(speech_worst)" '× the better of R3 and Sonic' '<=1'
  line 'CPU' "$(speech_cpu warp-audio)" "s of CPU per minute of output; R3 $(speech_cpu rubberband-R3) s"
  line 'CPU' "$(awk -F '\t' '$1 == "warp-audio" { ours = $5 } $1 == "rubberband-R3" { print ours / $5 }' "$scratch/spoken" |
    median | rounded 3)" '× R3' '<=0.25'
  speech_clicks
  speech_noise
}

# --- voices ------------------------------------------------------------------------------------------------------

# speech_voice NAME: makes voice.f32, 12 seconds, and the same as WAV. Recorded people: alsa (a woman, 48 kHz), and
# prompts of a telephone exchange at 16 kHz: en, fr, es (women), it (a man). Synthetic: flite (a man, English), espeak
# (a man, German). `music` is the man of `it` with plucked strings, and `room` is `fr` with the noise of a room.
speech_voice() {
  local raw=$scratch/raw.wav
  case $1 in
  alsa)
    peers alsa-utils
    # Eight words, which last 11 seconds, and the first of them again.
    sox /usr/share/sounds/alsa/{Front,Rear,Side,Front}_*.wav "$raw"
    ;;
  en) speech_prompt en en_US_f_Allison ;;
  fr) speech_prompt fr fr_CA_f_June ;;
  es) speech_prompt es es_MX_f_Allison ;;
  it) speech_prompt it it_IT_m_Carlo ;;
  flite)
    peers flite
    flite -voice rms -o "$raw" -t 'This is a voice that was made by a machine from the words of a page. It reads slowly enough to be
      understood, and quickly enough not to put anybody to sleep. Every sentence ends, and another one begins, until there are
      twelve seconds of them, which is all that is needed here.'
    ;;
  espeak)
    peers espeak-ng
    espeak-ng -v de -w "$raw" 'Diese Stimme kommt aus einer Maschine, die Wörter aus Lauten zusammensetzt. Sie spricht schnell und
      deutlich, mit scharfen Zischlauten, kurzen Vokalen und harten Anlauten. Zwölf Sekunden reichen aus, um zu hören, ob die Sprache
      auch langsamer oder schneller noch verständlich bleibt. Danach ist Schluss.'
    ;;
  music)
    speech_prompt it it_IT_m_Carlo
    sox -n -r 44100 -c 1 "$scratch/strings.wav" synth 2 pluck C3 pluck G3 pluck E4 pluck C5 delay 0 0.5 1 1.5 remix - gain -n -15 repeat 5
    sox "$raw" -r 44100 -c 1 "$scratch/prompt.wav" gain -n -3
    sox -m -v 1 "$scratch/prompt.wav" -v 1 "$scratch/strings.wav" "$raw"
    ;;
  room)
    speech_prompt fr fr_CA_f_June
    sox -R -n -r 44100 -c 1 "$scratch/room.wav" synth 12 pinknoise gain -n -33
    sox "$raw" -r 44100 -c 1 "$scratch/prompt.wav" gain -n -3
    sox -m -v 1 "$scratch/prompt.wav" -v 1 "$scratch/room.wav" "$raw"
    ;;
  *)
    echo "bench: error: there is no voice '$1'; there are all, ${speech_voices[*]}" >&2
    exit 2
    ;;
  esac
  # -R makes the same dither each time. All programs get 16 bits, since Sonic reads no others.
  sox -R "$raw" -r 44100 -c 1 -b 16 "$scratch/voice.wav" trim 0 12 gain -n -3
  cp "$scratch/voice.wav" "$scratch/voice.16.wav"
  ffmpeg -v error -y -i "$scratch/voice.wav" -f f32le "$scratch/voice.f32"
}

# speech_prompt LANGUAGE FOLDER: decodes the longest prompt, with more than a minute of sentences.
speech_prompt() {
  peers "asterisk-core-sounds-$1-g722"
  ffmpeg -v error -y -f g722 -i "/usr/share/asterisk/sounds/$2/demo-instruct.g722" "$scratch/raw.wav"
}

# --- measuring ---------------------------------------------------------------------------------------------------

# speech_map VOICE MAP: adds a line to `spoken` for each suitable program: tool, voice, map, dB, CPU seconds per minute.
speech_map() {
  local scale='' length seconds tool tools=(warp-audio rubberband-R3) options
  case $2 in
  constant*)
    scale=${2#* } options=(--constant "${2#* }")
    tools+=(sonic bungee signalsmith atempo)
    ;;
  triangle*) options=(--scale-expr '0.5+1.5*(1-abs(2*u-1))') ;;
  cosine*) options=(--scale-expr '0.75*(cos(PI*t)+1)+0.5') ;;
  esac
  "$warp_map" --duration 12 "${options[@]}" >"$scratch/pitch.tsv"
  "$warp_bench" keys "$scratch/pitch.tsv" 12 >"$scratch/pitch.keys"
  length=$("$warp_map" --map "$scratch/pitch.tsv" --info --json | sed -n 's/.*"warped_duration": *\([0-9.]*\).*/\1/p')
  for tool in "${tools[@]}"; do
    pitch_has "$tool" || continue
    seconds=$(cpu_seconds pitch_run "$tool" voice "$scale" "$length" 1)
    "$warp_bench" score speech "$scratch/pitch.tsv" "$scratch/voice.f32" <"$scratch/out.f32" | awk -v OFS='\t' -v tool="$tool" \
      -v voice="$1" -v map="$2" -v cpu="$(awk "BEGIN { print $seconds / $length * 60 }")" \
      'NR == 1 { print tool, voice, map, $2, cpu }' >>"$scratch/spoken"
  done
}

# speech_line NAME VOICE MAP: prints a line for a voice, or for all if VOICE is empty, and for maps whose names begin
# with MAP. The limit is the better result of R3 and Sonic.
speech_line() {
  local beside='' tool mean best=''
  for tool in rubberband-R3 sonic bungee signalsmith atempo; do
    mean=$(speech_mean "$tool" "$2" "$3")
    # The others cannot follow a curve, and are not listed for one.
    [[ $mean || $3 == constant* ]] || continue
    beside+="; ${tool#rubberband-} ${mean:-not measured}"
    [[ $tool != rubberband-R3 && $tool != sonic ]] || best+=" $mean"
  done
  # shellcheck disable=SC2086  # several figures
  line "$1" "$(speech_mean warp-audio "$2" "$3")" "${beside#; }" "<=$(printf '%s\n' $best | sort -g | head -n 1)"
}

speech_mean() {
  awk -F '\t' -v tool="$1" -v voice="$2" -v map="$3" '$1 == tool && (!voice || $2 == voice) && index($3, map) == 1 { n++; sum += $4 }
    END { if (n) printf "%.2f\n", sum / n }' "$scratch/spoken"
}

# speech_worst: prints the largest ratio, over all voices and constant speeds, of warp's distance from the source to the
# smaller one of R3's and Sonic's.
speech_worst() {
  awk -F '\t' '
    $3 ~ /^constant/ && $1 == "warp-audio" { ours[$2, $3] = $4 }
    $3 ~ /^constant/ && $1 ~ /^(rubberband-R3|sonic)$/ && (!(($2, $3) in best) || $4 < best[$2, $3]) { best[$2, $3] = $4 }
    END { for (key in ours) if (key in best && ours[key] / best[key] > worst) worst = ours[key] / best[key]; print worst }
    ' "$scratch/spoken" | rounded 3
}

speech_cpu() { awk -F '\t' -v tool="$1" '$1 == tool { print $5 }' "$scratch/spoken" | median | rounded 2; }

# --- struck sounds -----------------------------------------------------------------------------------------------

speech_clicks() {
  section 'Struck sounds: what is left of 0.5 over noise, the weakest of ten, at scales 0.5 / 0.7 / 1.5 / 3'
  local level sound
  for sound in clicks ticks; do
    for level in -80 -60 -40; do
      "$warp_bench" sound "$sound" "$level" >"$scratch/struck.f32"
      ffmpeg -v error -y -f f32le -ar 44100 -ac 2 -i "$scratch/struck.f32" -c:a pcm_f32le "$scratch/struck.wav"
      line "$sound, noise of $level dB" "$(speech_left warp-audio)" "R3 $(speech_left rubberband-R3)"
    done
  done
}

# speech_left TOOL: prints the remaining peak of struck.f32 at each scale.
speech_left() {
  local scale
  for scale in 0.5 0.7 1.5 3; do
    "$warp_map" --duration 10 --constant "$scale" >"$scratch/pitch.tsv"
    pitch_run "$1" struck "$scale" '' 2 2>/dev/null || give_up "$1" struck.f32 "$scale"
    "$warp_bench" score struck "$scratch/pitch.tsv" <"$scratch/out.f32" | cut -f 2 | rounded 2
  done | paste -s -d / | sed 's:/: / :g'
}

# --- noise -------------------------------------------------------------------------------------------------------

speech_noise() {
  section 'Noise: how uneven its spectrum is within 93 ms, dB'
  "$warp_bench" sound noise -20 >"$scratch/struck.f32"
  ffmpeg -v error -y -f f32le -ar 44100 -ac 2 -i "$scratch/struck.f32" -c:a pcm_f32le "$scratch/struck.wav"
  cp "$scratch/struck.f32" "$scratch/out.f32"
  local source scale
  source=$(speech_flatness)
  line source "$source" ''
  for scale in 1.3 2 4 10; do
    "$warp_map" --duration 10 --constant "$scale" >"$scratch/pitch.tsv"
    speech_noise_line "scale $scale" "$scale" "$source"
  done
  printf '0 0\n5 5\n5 15\n10 20\n' >"$scratch/pitch.tsv"
  speech_noise_line 'freeze of ten seconds' '' "$source"
}

# speech_noise_line NAME SCALE SOURCE: prints a line for a scale or, if SCALE is empty, for a freeze, which no rival can
# make. The limit is the source's figure plus a decibel.
speech_noise_line() {
  local ours
  pitch_run warp-audio struck "$2" '' 2 2>/dev/null
  ours=$(speech_flatness)
  if [[ $2 ]]; then
    pitch_run rubberband-R3 struck "$2" '' 2 2>/dev/null
    line "$1" "$ours" "R3 $(speech_flatness)" "<=$(awk "BEGIN { print $3 + 1 }")"
  else
    line "$1" "$ours" '' "<=$(awk "BEGIN { print $3 + 1 }")"
  fi
}

speech_flatness() { "$warp_bench" score flatness <"$scratch/out.f32" | cut -f 2 | rounded 2; }
