#!/bin/bash
# Run by FaultConditionTests.swift: FaultConditionTests.sh FUNCTION [ARGUMENT…], in an empty directory.
# Expects: the built tools on the PATH; LINE, a command line, as typed, for a bash of its own.

# shellcheck source=faults.sh
. "${BASH_SOURCE[0]%/*}/faults.sh"

# is_met UNDISTURBED: UNDISTURBED is a command line that prints the right output. Runs LINE, which sets up its condition
# itself and prints to standard output or to the file `out`. Compares the output: prints same, part or other, then some
# or none, then the messages. Exits with LINE's status.
is_met() {
  local status
  eval "$1" >right
  [ -s right ] || exit 99
  touch out
  timeout -s KILL 120 bash -c "$LINE" 2>errors >printed
  status=$?
  wait
  [ -s out ] || mv printed out
  if cmp -s out right; then echo same; elif cmp -s -n "$(stat -c %s out)" out right; then echo part; else echo other; fi
  if [ -s out ]; then echo some; else echo none; fi
  cat errors
  exit $status
}

# runs_of_the_command MAP: MAP has options of warp-map. Prints `run` for each run of the --source command. The output
# must equal that of the same film from a file.
runs_of_the_command() {
  # shellcheck disable=SC2086  # several words
  warp-map $1 >map
  warp-video --map map --source 'echo run >> runs; cat film.nut' | cmp - <(warp-video --map map <film.nut)
  cat runs
}

# Runs LINE with a directory `disk` of 16 KiB, which is mounted in a namespace and unmounted with the namespace.
on_a_small_disk() {
  # shellcheck disable=SC2016  # for the bash in the namespace
  unshare -rm bash -c 'mkdir -p disk; mount -t tmpfs -o size=16k none disk; eval "$LINE"'
}

make_material
"$@"
