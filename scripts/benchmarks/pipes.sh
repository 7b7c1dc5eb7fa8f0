# shellcheck shell=bash disable=SC2154  # what is not set here is set in scripts/bench
# Frames that are not altered, from pipe to pipe.

bench_pipes() {
  section 'Frames passed on: 1080p between two pipes, all on one core (15 pairs)'
  film
  "$warp_map" >"$scratch/pass.tsv"
  "$warp_map" --speed 2x >"$scratch/drop.tsv"
  "$warp_map" --constant 2 >"$scratch/repeat.tsv"
  ffmpeg -v error -i "$scratch/film.y4m" -c:v rawvideo -f nut "$scratch/film.nut"
  local what
  for what in pass drop repeat; do
    line "y4m, $what" "$(passing y4m "$what")" '× cat' '<=0.5'
    line "NUT, $what" "$(passing nut "$what")" '× cat' '<=0.5'
  done
  line 'NUT, --vfr' "$(passing nut repeat --vfr)" '× cat' '<=1'
  line 'memory' "$(peak_memory "$warp_video" --map "$scratch/pass.tsv" <"$scratch/film.y4m")" 'MiB at 1080p'
  rm "$scratch/film.nut"
}

# passing CONTAINER MAP [OPTION…], in a shell of its own: one core, since two spend as much again on waiting for each
# other's locks, ours or its neighbours' as it happens; and a few hundredths of a second at a time, so often.
passing() {
  taskset -cp "$(taskset -cp "$BASHPID" | sed 's/.*: //; s/[-,].*//')" "$BASHPID" >/dev/null
  ratio_between_pipes 15 "$scratch/film.$1" cat "$warp_video" --map "$scratch/$2.tsv" "${@:3}" | rounded 2
}

# MiB that a command takes at the most, from a pipe.
peak_memory() {
  cat | { command time -o "$scratch/peak" -f %M "$@" | cat >/dev/null; } || give_up "$@"
  awk '{ printf "%.1f\n", $1 / 1024 }' "$scratch/peak"
}
