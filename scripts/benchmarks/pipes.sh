# shellcheck shell=bash disable=SC2154  # scripts/bench sets the variables
# Unchanged frames passed from pipe to pipe.

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

# passing CONTAINER MAP [OPTION…]: prints the ratio to cat. Must be called in a subshell, which is bound to one core. On
# two cores, the processes at both ends of a pipe spend as much CPU time again on its lock, and either of them may be
# charged for it. A run takes a few hundredths of a second, hence 15 pairs.
passing() {
  taskset -cp "$(taskset -cp "$BASHPID" | sed 's/.*: //; s/[-,].*//')" "$BASHPID" >/dev/null
  ratio_between_pipes 15 "$scratch/film.$1" cat "$warp_video" --map "$scratch/$2.tsv" "${@:3}" | rounded 2
}

# peak_memory COMMAND…: prints the peak memory, in MiB, of a command that reads from a pipe.
peak_memory() {
  cat | { command time -o "$scratch/peak" -f %M "$@" | cat >/dev/null; } || give_up "$@"
  awk '{ printf "%.1f\n", $1 / 1024 }' "$scratch/peak"
}
