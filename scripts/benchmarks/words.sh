# shellcheck shell=bash disable=SC2154  # scripts/bench sets the variables
# Fast speech: the share of recorded words that a speech recogniser gets wrong. Compares --speech, a constant speed, and
# google/speedy if a program speedy_wave is on the PATH, at the same mean speed. Uses every second prompt, or with an
# argument N every Nth of these. The constants of --speech were tuned on the other prompts. Also measures the CPU time
# for an hour of speech.

bench_words() {
  section 'Fast speech: share of words that a recogniser hears wrong'
  words_sounds || { line 'all' '–' 'not measured: the package of prompts cannot be had'; return; }
  words_python || { line 'all' '–' 'not measured: the Python package pocketsphinx cannot be had'; return; }
  words_prompts "${1:-1}"
  local speed kind
  line 'at their own speed' "$(words_score whole)" "$(wc -l <"$scratch/half") prompts"
  for speed in 2.36 2.8 3.24; do
    words_kind words_ours speech "$speed" whole
    words_kind words_even even "$speed" whole
    words_kind words_ours noisy "$speed" noise
    words_kind words_even noisyeven "$speed" noise
    kind=''
    if type -P speedy_wave >/dev/null; then
      words_kind words_speedy speedy "$speed" whole
      kind=", speedy $(words_score speedy)"
    fi
    line "mean speed $speed" "$(words_score speech)" "one speed $(words_score even)$kind"
    line "mean speed $speed, noise at 15 dB" "$(words_score noisy)" "one speed $(words_score noisyeven)"
  done
  type -P speedy_wave >/dev/null || line 'google/speedy' '–' 'not measured: there is no program speedy_wave'
  words_hour
}

# Unpacks the prompts and their texts, since some systems do not install the documents of packages.
words_sounds() {
  local package
  for package in asterisk-core-sounds-en asterisk-core-sounds-en-g722; do
    (cd "$scratch" && apt-get download -q "$package" >&2 && dpkg-deb -x "$package"_*.deb sounds) || return
  done
}

words_python() {
  [[ -x .build/words/bin/python3 ]] || { python3 -m venv .build/words &&
    .build/words/bin/pip install -q --retries 1 --timeout 10 pocketsphinx==5.1.1 numpy; } >&2
  .build/words/bin/python3 -c 'import pocketsphinx' 2>/dev/null
}

# words_prompts N: decodes every second prompt, or every Nth of these, also with noise 15 dB below the voice.
words_prompts() {
  local path
  .build/words/bin/python3 scripts/rivals/words.py list \
    "$scratch/sounds/usr/share/doc/asterisk-core-sounds-en/core-sounds-en.txt.gz" \
    "$scratch/sounds/usr/share/asterisk/sounds/en_US_f_Allison" |
    LC_ALL=C sort >"$scratch/prompts"
  awk -v n="$1" 'NR % (2 * n) == 0' "$scratch/prompts" >"$scratch/half"
  mkdir -p "$scratch/whole" "$scratch/noise"
  while IFS=$'\t' read -r path _ <&3; do
    ffmpeg -nostdin -v error -f g722 -i "$path" -ar 16000 -ac 1 "$(words_file whole "$path")"
    sox "$(words_file whole "$path")" "$scratch/noise.wav" synth whitenoise vol -15dB \
      vol "$(sox "$(words_file whole "$path")" -n stat 2>&1 | awk '/RMS.*amplitude/ { print $3 * 1.73 }')"
    sox -m -v 1 "$(words_file whole "$path")" -v 1 "$scratch/noise.wav" "$(words_file noise "$path")"
  done 3<"$scratch/half"
}

# words_file FOLDER PROMPT: prints the path of a prompt's sound.
words_file() { echo "$scratch/$1/${2//\//_}.wav"; }

# words_kind FUNCTION FOLDER SPEED SOURCE: speeds up all prompts.
words_kind() {
  local path
  rm -rf "${scratch:?}/$2"
  mkdir "$scratch/$2"
  while IFS=$'\t' read -r path _ <&3; do
    "$1" "$3" "$(words_file "$4" "$path")" "$(words_file "$2" "$path")"
  done 3<"$scratch/half"
}

words_ours() { .build/release/warp-film --speech "$1x" "$2" "$3" 2>/dev/null; }
words_even() { .build/release/warp-film --speed "$1x" --pitch keep "$2" "$3" 2>/dev/null; }
words_speedy() { speedy_wave --speed "$1" --nonlinear 1 --input "$2" --output "$3" >/dev/null; }

words_score() { .build/words/bin/python3 scripts/rivals/words.py score "$scratch/prompts" "$scratch/$1"; }

words_measure() { "$warp_audio" --measure speech <"$scratch/hour.wav"; }

words_hour() {
  local path files=()
  while IFS=$'\t' read -r path _; do files+=("$(words_file whole "$path")"); done <"$scratch/half"
  sox "${files[@]}" "$scratch/once.wav"
  sox "$scratch/once.wav" "$scratch/hour.wav" repeat 30 trim 0 3600
  line 'measuring an hour, 16 kHz mono' "$(median_seconds 3 words_measure | rounded 2)" 's of CPU' '<=1'
}
