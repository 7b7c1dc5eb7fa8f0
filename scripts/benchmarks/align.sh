# shellcheck shell=bash disable=SC2154  # what is not set here is set in scripts/bench
# Two recordings on one clock: the largest error on made pairs, 40 or with a number N the first N, beside three other
# programs; whether strangers are aligned; loops, a recorder that was stopped, a drift that bends, time and memory.
# Two editions of a programme: breaks, missing passages, and the speed of PAL.

# bench_align [N]: measures with N pairs of recordings (default: 40).
bench_align() {
  section 'Two recordings on one clock'
  align_python || { line 'all' '–' 'not measured: the Python packages cannot be had'; return; }
  local count=${1:-40} which program
  mkdir "$scratch/align"
  align_do pairs "$count"
  align_pairs "$count"
  align_strangers "$count"
  align_loops
  for which in o r; do
    align_do stop $which
    line "stopped for a minute: $([[ $which == o ]] && echo the other || echo the reference)" \
      "$(align_ours stop$which)" 'ms, the largest error' '<=0.2'
    line 'the place of that stop' "$(align_ours stop$which joint)" 'ms, its error'
  done
  align_do hour 20
  line 'an hour, a drift that bends by 20e-6' "$(align_ours hour)" 'ms, the largest error' '<=0.5'
  line 'two hours of sound' "$(tail -n 1 "$scratch/align/costs" | align_cpu)" 's of CPU' '<=8'
  line 'memory for them' "$(awk 'END { printf "%.0f", $3 / 1024 }' "$scratch/align/costs")" 'MiB' '<=200'
  align_editions broadcast 20 'broadcasts with breaks'
  align_editions missing 20 'recordings with missing passages'
  align_editions pal 3 'films of an hour at the speed of PAL'
  align_lines broadcast 20
  align_lines missing 20
  for program in audio-offset-finder syncstart audalign; do align_rival "$count" $program; done
}

align_python() {
  local python=.build/align/bin/python3
  [[ -x $python ]] || python3 -m venv .build/align >&2
  $python -c 'import numpy, scipy, audio_offset_finder, cv2, audalign, ffsubsync' 2>/dev/null || {
    .build/align/bin/pip install -q --retries 1 --timeout 10 'numpy<2' scipy audio-offset-finder==0.5.5 \
      syncstart==1.1.1
    # audalign asks for older versions of what the others need.
    .build/align/bin/pip install -q --retries 1 --timeout 10 --no-deps audalign==1.3.1 pydub tqdm
    .build/align/bin/pip install -q --retries 1 --timeout 10 'numpy<2' ffsubsync sushi-sub opencv-python-headless
  } >&2
  $python -c 'import numpy, scipy' 2>/dev/null
}

align_do() { .build/align/bin/python3 scripts/rivals/align.py "$1" "$scratch/align" "${@:2}"; }

# align_map REFERENCE OTHER: the map, if there is one; the CPU seconds and the memory are added to the file costs.
align_map() {
  /usr/bin/time -a -q -f '%U %S %M' -o "$scratch/align/costs" \
    "$warp_audio" --align "$scratch/align/$1r.wav" <"$scratch/align/$2o.wav" 2>/dev/null
}

align_cpu() { awk '{ print $1 + $2 }' | median | rounded 2; }

# align_ours PAIR [TASK]: the largest error of the map in ms; inf without a map.
align_ours() { { align_map "$1" "$1" || true; } | align_do "${2:-error}" "$1"; }

align_worst() { sort -g "$1" | tail -n 1; }

align_pairs() {
  local index
  for ((index = 0; index < $1; index++)); do align_ours $index; done >"$scratch/align/ours"
  line "$1 pairs, the median" "$(median <"$scratch/align/ours")" 'ms, the largest error of a pair'
  line "$1 pairs, the worst" "$(align_worst "$scratch/align/ours")" 'ms' '<=0.2'
  line "$1 pairs, CPU" "$(align_cpu <"$scratch/align/costs")" 's, the median of a pair'
}

# align_rival COUNT PROGRAM: the same pairs, and ten strangers, since the other programs are slow.
align_rival() {
  local found=$scratch/align/$2 index
  for ((index = 0; index < $1; index++)); do echo "$index $index"; done | align_offsets "$2" >"$found"
  if (($(wc -l <"$found") < $1)); then
    line "$1 pairs by $2" '–' 'not measured'
    return
  fi
  line "$1 pairs by $2" "$(cut -d' ' -f1,2 "$found" | align_do offsets | tee "$found.errors" | median)" \
    "ms, the median; worst $(align_worst "$found.errors"); $(cut -d' ' -f3 "$found" | median) s"
  line "strangers aligned by $2" "$(for ((index = 0; index < 10; index++)); do
    echo "$((index % $1)) $(((index + 1) % $1))"
  done | align_offsets "$2" | wc -l)" 'of 10 pairs'
}

# align_offsets PROGRAM: the offsets of the pairs on standard input.
align_offsets() {
  .build/align/bin/python3 scripts/rivals/offsets.py "$1" "$scratch/align" 2>/dev/null || true
}

# Recordings of different scenes.
align_strangers() {
  local index step status aligned=0 tried=0
  for ((step = 1; step < $1 && tried < 200; step += 7)); do
    for ((index = 0; index < $1 && tried < 200; index++)); do
      tried=$((tried + 1))
      status=0
      align_map $index $(((index + step) % $1)) >/dev/null || status=$?
      # Anything but the refusal counts, also a crash.
      ((status == 4)) || aligned=$((aligned + 1))
    done
  done
  line 'strangers aligned' "$aligned" "of $tried pairs" '<=0'
}

# align_editions KIND COUNT WORDS: pairs that scripts/rivals/editions.py makes.
align_editions() {
  local index
  align_edition "$1" "$2"
  for ((index = 0; index < $2; index++)); do
    { align_map "$1$index" "$1$index" || true; } | align_edition score "$1$index"
  done >"$scratch/align/$1"
  line "$2 $3, the worst passage" "$(cut -d' ' -f1 "$scratch/align/$1" | sort -g | tail -n 1)" 'ms' '<=1'
  line "$2 $3, passages not found" "$(awk '{ sum += $5 } END { print sum }' "$scratch/align/$1")" '' '<=0'
  [[ $1 != pal ]] || return 0
  line "$2 $3, joins within 40 ms" "$(awk '{ sum += $3 } END { print sum }' "$scratch/align/$1")" \
    "of $(awk '{ sum += $4 } END { print sum }' "$scratch/align/$1")"
  line "$2 $3, wrong sound" "$(cut -d' ' -f2 "$scratch/align/$1" | sort -g | tail -n 1)" 's, the worst pair'
}

# align_lines KIND COUNT: lines of subtitles on the same pairs, beside two programs that shift subtitles.
align_lines() {
  local index program
  for program in warp sushi ffs; do
    for ((index = 0; index < $2; index++)); do
      if [[ $program == warp ]]; then align_map "$1$index" "$1$index" || true; fi |
        align_edition lines "$1$index" $program
    done >"$scratch/align/$1-$program"
    line "$2 pairs ($1), lines within 40 ms: $program" \
      "$(awk '{ sum += $1 } END { print sum }' "$scratch/align/$1-$program")" \
      "of $(awk '{ sum += $2 } END { print sum }' "$scratch/align/$1-$program")"
  done
}

align_edition() { .build/align/bin/python3 scripts/rivals/editions.py "$1" "$scratch/align" "${@:2}"; }

# Music that repeats: the first four pairs leave open where they belong.
align_loops() {
  local index aligned=0
  align_do loops
  for ((index = 0; index < 4; index++)); do
    ! align_map loop$index loop$index >/dev/null || aligned=$((aligned + 1))
  done
  line 'loops without beginning and end aligned' "$aligned" 'of 4 pairs' '<=0'
  for ((index = 4; index < 12; index++)); do align_ours loop$index; done >"$scratch/align/loops"
  line 'loops with one of them, the worst' "$(align_worst "$scratch/align/loops")" 'ms, of 8 pairs' '<=0.2'
}
