# shellcheck shell=bash disable=SC2154  # what is not set here is set in scripts/bench
# Two recordings on one clock: the largest error on made pairs, 40 or with a number N the first N, beside
# audio-offset-finder; whether strangers are aligned; a drift that bends, a recorder that was stopped, time and memory.

# bench_align [N]
bench_align() {
  section 'Two recordings on one clock'
  align_python || { line 'all' '–' 'not measured: the Python packages cannot be had'; return; }
  local count=${1:-40}
  mkdir "$scratch/align"
  align_do pairs "$count"
  align_pairs "$count"
  align_strangers "$count"
  for which in o r; do
    align_do stop $which
    line "stopped for a minute: $([[ $which == o ]] && echo the other || echo the reference)" \
      "$(align_ours stop$which)" 'ms, the largest error' '<=0.2'
  done
  align_do hour 20
  line 'an hour, a drift that bends by 20e-6' "$(align_ours hour)" 'ms, the largest error' '<=0.5'
  /usr/bin/time -f '%U %S %M' -o "$scratch/align/cost" \
    "$warp_audio" --align "$scratch/align/hourr.wav" <"$scratch/align/houro.wav" >/dev/null
  line 'two hours of sound' "$(awk '{ printf "%.2f", $1 + $2 }' "$scratch/align/cost")" 's of CPU' '<=8'
  line 'memory for them' "$(awk '{ printf "%.0f", $3 / 1024 }' "$scratch/align/cost")" 'MiB' '<=200'
}

align_python() {
  [[ -x .build/align/bin/python3 ]] || { python3 -m venv .build/align &&
    .build/align/bin/pip install -q --retries 1 --timeout 10 numpy scipy audio-offset-finder==0.5.5; } >&2
  .build/align/bin/python3 -c 'import numpy, scipy' 2>/dev/null
}

align_do() { .build/align/bin/python3 scripts/rivals/align.py "$1" "$scratch/align" "${@:2}"; }

# align_ours PAIR: the largest error of the map in ms; inf without a map.
align_ours() {
  { "$warp_audio" --align "$scratch/align/$1r.wav" <"$scratch/align/$1o.wav" 2>/dev/null || true; } |
    align_do error "$1"
}

# align_theirs PAIR: the same of the offset that audio-offset-finder finds.
align_theirs() {
  local offset
  offset=$(.build/align/bin/audio-offset-finder --find-offset-of "$scratch/align/$1o.wav" \
    --within "$scratch/align/$1r.wav" 2>/dev/null | awk '/^Offset:/ { print $2 }')
  if [[ $offset ]]; then align_do offset "$1" "$offset"; else echo inf; fi
}

align_pairs() {
  local index theirs='not measured'
  for ((index = 0; index < $1; index++)); do align_ours $index; done | sort -g >"$scratch/align/ours"
  if [[ -x .build/align/bin/audio-offset-finder ]]; then
    for ((index = 0; index < $1; index++)); do align_theirs $index; done | sort -g >"$scratch/align/theirs"
    theirs="median $(median <"$scratch/align/theirs"), worst $(tail -n 1 "$scratch/align/theirs")"
  fi
  line "$1 pairs, the median" "$(median <"$scratch/align/ours")" 'ms, the largest error of a pair'
  line "$1 pairs, the worst" "$(tail -n 1 "$scratch/align/ours")" "ms; audio-offset-finder: $theirs" '<=0.2'
}

# Recordings of different scenes.
align_strangers() {
  local first second status aligned=0 tried=0
  for ((first = 0; first < $1 && tried < 200; first++)); do
    for ((second = 0; second < $1 && tried < 200; second++)); do
      ((first != second)) || continue
      tried=$((tried + 1))
      status=0
      "$warp_audio" --align "$scratch/align/${first}r.wav" <"$scratch/align/${second}o.wav" >/dev/null 2>&1 || status=$?
      # Anything but the refusal counts, also a crash.
      ((status == 4)) || aligned=$((aligned + 1))
    done
  done
  line 'strangers aligned' "$aligned" "of $tried pairs" '<=0'
}
