# shellcheck shell=bash disable=SC2154  # scripts/bench sets the variables
# The speed of walking along maps, of reading tables, and of starting warp-map.

bench_map() {
  section 'Maps: one core, curves as they are and as tables held to 1e-11 s'
  local name rate
  while IFS=$'\t' read -r name rate _; do
    name=${name#march/}
    line "${name/\//, }" "$(awk "BEGIN { printf \"%.1f\", $rate / 1e6 }")" 'million instants per second' \
      "$([[ $name != *table* ]] || echo '>=10')"
  done < <("$warp_bench")
  awk 'BEGIN {
    for (i = 0; i < 1000000; i++) {
      s = i * 0.0036
      printf "%.17g\t%.17g\t%.17g\n", s, 1.5 * s + 0.3 * sin(s), 1.5 + 0.3 * cos(s)
    }
  }' >"$scratch/million.tsv"
  line 'read a table of a million rows' \
    "$(median_seconds 5 "$warp_map" --map "$scratch/million.tsv" --at 1 | rounded 2)" 's of CPU' '<=1'
  rm "$scratch/million.tsv"
  line 'start of warp-map, a hundred times' "$(ratio 7 start_map start_cat | rounded 2)" '× cat' '<=2'
}

starts() {
  local i
  for ((i = 0; i < 100; i++)); do "$@" </dev/null >/dev/null; done
}
start_map() { starts "$warp_map" --constant 1; }
start_cat() { starts cat; }
