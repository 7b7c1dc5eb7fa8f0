#!/bin/bash
# Run by WarpKillTests.swift: WarpKillTests.sh FUNCTION [ARGUMENT…], in an empty directory.
# Expects: the built tools on the PATH.
#
# Nothing here depends on how fast the machine is. The job tells by pipes what it has started and how far the encoder
# is, and the test waits for that. The result is so slow and long that all stages run until something is killed. The
# job runs in a session of its own, by whose number all its processes are found.

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

large_film() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=640x360:r=30:d=6 -f lavfi -i sine=r=48000:d=6 -ac 6 \
    -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a pcm_s16le in.mov
}

fixture large_film
mkdir job tmp
mv in.mov job
mkfifo stages progress
export TMPDIR=$PWD/tmp
cd job || exit

# What the job spends its time with.
encoding='-c:v libx264 -preset medium -c:a flac -strict -2'

# The patience of all that is waited for, in seconds: only a job that hangs makes it wait so long.
patience=60

# begin OPTION…: starts the job; its number is in `job`. Whoever runs the tests may have signals ignored, so the
# signals get their default actions back. What the job says of its stages and its progress comes by the descriptors
# `stages` and `progress`, which are open for writing too, so that nobody waits for anybody to open them.
begin() {
  declare -gA started=()
  exec {stages}<>../stages {progress}<>../progress
  setsid env --default-signal warp-film --stages ../stages --progress-file ../progress "$@" in.mov out.mp4 2>../errors &
  job=$!
}

in_vain() {
  echo "WRONG: in vain for $patience s: $*; $(cat ../errors)"
  kill -KILL -- "-$job"
  return 1
}

# await_stage NAME: waits until the stage is started. warp-film itself is as soon as all its stages are, of which the
# encoder is the last.
await_stage() {
  local awaited=$1 name number
  [ "$awaited" != warp-film ] || awaited=encoder
  until [ "${started[$awaited]-}" ]; do
    IFS=$'\t' read -rt "$patience" -u "$stages" name number || in_vain "the stage $awaited starts" || return
    started[$name]=$number
  done
  started[warp-film]=$job
}

# await_frame COUNT: waits until the encoder says that it has made so many frames.
await_frame() {
  local line frame=0
  until ((frame >= $1)); do
    read -rt "$patience" -u "$progress" line || in_vain "there are $1 frames" || return
    [[ $line != frame=* ]] || frame=${line#*=}
  done
}

# soon COMMAND…: runs it again and again until it succeeds, and ends the job if it does not.
soon() {
  local last=$((SECONDS + patience))
  until "$@"; do
    ((SECONDS < last)) || in_vain "$@" || return
    sleep 0.02
  done
}

# shellcheck disable=SC2009  # pgrep says nothing of the state a process is in
running() { ps -o stat=,args= -s "$job" | grep -v '^Z'; }
leftovers() { find ../tmp . -mindepth 1 ! -name in.mov; }
nothing_runs() { [ -z "$(running)" ]; }
nothing_is_left() { [ -z "$(leftovers)" ]; }
job_is_gone() { ! kill -0 "$job" 2>/dev/null; }

# await_end: waits until the job and all that it has started are gone, and sets `status`. Children are gone only a
# moment after warp-film is.
await_end() {
  soon job_is_gone || return
  wait "$job" 2>/dev/null
  status=$?
  soon nothing_runs || running
  soon nothing_is_left || leftovers
}

# kill_at STAGE SIGNAL FRAMES OPTION…: begins the job, sends the signal to the stage when so many frames are encoded,
# and prints how the job ended; a line with WRONG says what should not be.
kill_at() {
  local name=$1 signal=$2 frames=$3
  begin --constant 60 --encode "$encoding" "${@:4}"
  if await_stage "$name" && await_frame "$frames"; then kill "-$signal" "${started[$name]}"; fi
  await_end
  exec {stages}<&- {progress}<&-
  echo "$name, $frames frames, SIG$signal: exit $status"
}

# killed_at_any_time STAGE: at its start, when the first frames are made, and when all stages wait for the encoder.
killed_at_any_time() {
  kill_at "$1" KILL 0
  kill_at "$1" KILL 1
  kill_at "$1" KILL 60
}

# By signals that a process may catch; and in a job that runs a command of its own.
killed_in_other_ways() {
  kill_at warp-film TERM 1
  kill_at warp-film HUP 0
  kill_at warp-film QUIT 1
  kill_at encoder TERM 1
  kill_at 'picture decoder' TERM 1
  kill_at warp-film INT 1
  kill_at 'picture filter' KILL 1 --reverse
  kill_at warp-film KILL 1 --reverse
}

all_is_stopped() { ! running | grep -qv '^T'; }

# The encoder begins only when the test lets it, so that the job cannot be done before it is stopped.
stopped_for_a_while() {
  mkfifo ../gate
  (cd .. && with_ffmpeg '*libx264*' 'read -r _ <../gate')
  PATH=$PWD/../bin:$PATH
  begin --constant 2 --encode "$encoding"
  await_stage encoder || return
  kill -TSTP "$job"
  soon all_is_stopped || running
  kill -CONT "$job"
  echo >../gate
  soon job_is_gone || return
  wait "$job"
  echo "exit $?"
  ffprobe -v error -select_streams v -count_packets -show_entries stream=nb_read_packets -of csv=p=0 out.mp4
  soon nothing_runs || running
  leftovers
}

# Looking for standing pictures never ends here.
killed_while_the_film_is_searched() {
  mkfifo ../begun
  (cd .. && with_ffmpeg '*freezedetect*' 'echo >../begun; exec sleep 600')
  PATH=$PWD/../bin:$PATH
  begin --still 4x
  read -r _ <../begun
  kill -TERM "$job"
  await_end
  echo "exit $status"
}

# The map comes by a FIFO that nobody writes to, so that the plan is never done. It can be opened for writing once it
# is read.
killed_while_the_map_is_made() {
  mkfifo ../map
  begin --map ../map
  exec 9>../map
  kill -TERM "$job"
  await_end
  echo "exit $status"
}

"$@"
