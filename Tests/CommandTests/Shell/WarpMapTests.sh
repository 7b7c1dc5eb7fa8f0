#!/bin/bash
# WarpMapTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.

reads_curves_from_a_file() {
  printf '# two\nramp@0s..4s\t# slow\n\n \t\n  sine@5s..6s # quick\n' >list
  warp-map --duration 10 --curve ramp@0s..4s --curve sine@5s..6s >typed
  warp-map --duration 10 --curves list | cmp - typed
}

# Writes a time to warp-map, and reads the answer before it writes the next time.
answers_line_by_line() {
  local time answer
  coproc warp-map --constant 2 --duration 10 --at -
  for time in 1 2 3; do
    echo $time >&"${COPROC[1]}"
    read -r -t 10 answer <&"${COPROC[0]}" || exit 9
    echo "$answer"
  done
}

"$@"
