#!/bin/bash
# FaultConditionTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.
# The variable LINE contains a command line for a bash of its own.

# shellcheck source=faults.sh
. "${BASH_SOURCE[0]%/*}/faults.sh"

# is_met UNDISTURBED: compares the output of LINE with that of UNDISTURBED, a command line that prints the right output.
# LINE causes a fault, and writes to standard output or to the file `out`. Prints `same`, `part` (only the beginning) or
# `other`, then `some` or `none` for output or no output. Then prints LINE's messages, and exits with its status.
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

# runs_of_the_command MAP: prints `run` each time that warp-video runs the --source command. MAP contains options of
# warp-map. Prints a difference if warp-video makes another output from the same film in a file.
runs_of_the_command() {
  # shellcheck disable=SC2086  # unquoted on purpose: the shell splits the text into words
  warp-map $1 >map
  warp-video --map map --source 'echo run >> runs; cat film.nut' | cmp - <(warp-video --map map <film.nut)
  cat runs
}

# Runs LINE with a file system of 16 KiB in the directory `disk`. The file system exists only in a mount namespace,
# which ends with LINE.
on_a_small_disk() {
  # shellcheck disable=SC2016  # the bash in the namespace expands $LINE
  unshare -rm bash -c 'mkdir -p disk; mount -t tmpfs -o size=16k none disk; eval "$LINE"'
}

make_material
"$@"
