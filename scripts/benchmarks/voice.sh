# shellcheck shell=bash disable=SC2154  # scripts/bench sets the variables
# Who speaks: how well --measure voice judges talks of four voices with noise and music, beside Silero and WebRTC. None
# of these voices trained the detector.

bench_voice() {
  section 'Voices: who speaks in 24 talks of a minute, most with noise or music 5 to 20 dB below the voice'
  voice_packages || { line 'all' '–' 'not measured: the packages of prompts cannot be had'; return; }
  voice_python || { line 'all' '–' 'not measured: the Python packages cannot be had'; return; }
  local folder=$scratch/talks
  mkdir "$folder"
  voice_do make "$scratch/voices" "$folder"
  local tool names=() ours theirs kind index
  for tool in warp silero webrtc; do
    voice_all "$tool"
    voice_do score "$folder" "$tool" >"$scratch/voice.$tool"
  done
  read -ra ours <"$scratch/voice.warp"
  names=('area under the curve:>=0.97' 'speech found:>=0.92' 'pauses found:>=0.9' 'prompts clipped:<=0.16'
    'noise alone taken for speech:<=0.01' 'music alone taken for speech:<=0.15')
  for index in "${!names[@]}"; do
    theirs=''
    for tool in silero webrtc; do
      kind=$(cut -d' ' -f$((index + 1)) "$scratch/voice.$tool")
      theirs+="; $([[ $tool == silero ]] && echo Silero || echo 'WebRTC, mode 3,') $kind"
    done
    line "${names[index]%:*}" "${ours[index]}" "${theirs#; }" "${names[index]#*:}"
  done
  line 'CPU' "$(voice_cpu warp)" "s for an hour; Silero $(voice_cpu silero); WebRTC $(voice_cpu webrtc)" '<=15'
}

voice_packages() {
  local package
  mkdir "$scratch/voices"
  for package in asterisk-core-sounds-{ru,it}-g722 asterisk-prompt-{fr-armelle,es-co} \
    lincity-ng-data asc-music fretsonfire-songs-sectoid pingus-data; do
    (cd "$scratch" && apt-get download -q "$package" >&2 && dpkg-deb -x "$package"_*.deb "voices/$package") || return
  done
}

# The other dependencies of silero-vad are not needed.
voice_python() {
  [[ -x .build/voice/bin/python3 ]] || { python3 -m venv .build/voice &&
    .build/voice/bin/pip install -q --retries 1 --timeout 10 numpy onnxruntime webrtcvad-wheels==2.0.14 &&
    .build/voice/bin/pip install -q --retries 1 --timeout 10 --no-deps silero-vad==6.0.0; } >&2
  .build/voice/bin/python3 -c 'import numpy, onnxruntime, webrtcvad' 2>/dev/null
}

voice_do() { .build/voice/bin/python3 scripts/rivals/voice.py "$@"; }

# voice_detect TOOL SOUND
voice_detect() {
  if [[ $1 == warp ]]; then "$warp_audio" --measure voice <"$2"; else voice_do "$1" "$2"; fi
}

# voice_all TOOL: judges all talks.
voice_all() {
  local sound
  for sound in "$scratch"/talks/*.wav; do voice_detect "$1" "$sound" >"${sound%.wav}.$1"; done
}

# voice_cpu TOOL: prints the CPU time for an hour. Starting the program counts once.
voice_cpu() {
  [[ -f $scratch/talks.wav ]] || sox "$scratch"/talks/talk-*.wav "$scratch/talks.wav" repeat 2 trim 0 3600
  median_seconds 3 voice_detect "$1" "$scratch/talks.wav" | rounded 1
}
