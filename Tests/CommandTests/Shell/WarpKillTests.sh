#!/bin/bash
# WarpKillTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.
#
# A job is a run of warp-film with its pipeline. The stages are the processes of the pipeline, such as decoder and
# encoder. The tests do not depend on the speed of the machine: the job reports its stages and the encoder's progress
# through pipes. The job is so long that all stages run until one is killed. The job runs in a session of its own
# (setsid), whose number identifies its processes.

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

# Encoder settings that make the job slow.
encoding='-c:v libx264 -preset medium -c:a flac -strict -2'

# The longest wait, in seconds. Only a job that hangs takes this long.
patience=60

# begin OPTION…: starts the job, and sets `job` to its process number. The job gets default signal actions, because the
# tests' environment may ignore some signals. The descriptors `stages` and `progress` read the job's reports. Both are
# also open for writing, because opening a FIFO only for reading would wait for a writer.
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

# await_stage NAME: waits until the process NAME of the pipeline has started. For `warp-film`, waits until the encoder
# has started, which starts last.
await_stage() {
  local awaited=$1 name number
  [ "$awaited" != warp-film ] || awaited=encoder
  until [ "${started[$awaited]-}" ]; do
    IFS=$'\t' read -rt "$patience" -u "$stages" name number || in_vain "the stage $awaited starts" || return
    started[$name]=$number
  done
  started[warp-film]=$job
}

# await_frame COUNT: waits until the encoder has made COUNT frames.
await_frame() {
  local line frame=0
  until ((frame >= $1)); do
    read -rt "$patience" -u "$progress" line || in_vain "there are $1 frames" || return
    [[ $line != frame=* ]] || frame=${line#*=}
  done
}

# soon COMMAND…: repeats the command until it succeeds. If it still fails after $patience seconds, kills the job.
soon() {
  local last=$((SECONDS + patience))
  until "$@"; do
    ((SECONDS < last)) || in_vain "$@" || return
    sleep 0.02
  done
}

# shellcheck disable=SC2009  # pgrep cannot print the state of a process
running() { ps -o stat=,args= -s "$job" | grep -v '^Z'; }
leftovers() { find ../tmp . -mindepth 1 ! -name in.mov; }
nothing_runs() { [ -z "$(running)" ]; }
nothing_is_left() { [ -z "$(leftovers)" ]; }
job_is_gone() { ! kill -0 "$job" 2>/dev/null; }

# await_end: waits until warp-film and its whole pipeline have ended, and sets `status` to warp-film's exit status.
await_end() {
  soon job_is_gone || return
  wait "$job" 2>/dev/null
  status=$?
  soon nothing_runs || running
  soon nothing_is_left || leftovers
}

# kill_at STAGE SIGNAL FRAMES OPTION…: starts warp-film, and sends SIGNAL to a process of its pipeline after FRAMES
# frames. Prints how warp-film ended. Lines with WRONG are errors.
kill_at() {
  local name=$1 signal=$2 frames=$3
  begin --constant 60 --encode "$encoding" "${@:4}"
  if await_stage "$name" && await_frame "$frames"; then kill "-$signal" "${started[$name]}"; fi
  await_end
  exec {stages}<&- {progress}<&-
  echo "$name, $frames frames, SIG$signal: exit $status"
}

# a_killed_process_leaves_nothing_at_any_time STAGE: kills a process of the pipeline at its start, after the first
# frame, and when all others wait for the encoder.
a_killed_process_leaves_nothing_at_any_time() {
  kill_at "$1" KILL 0
  kill_at "$1" KILL 1
  kill_at "$1" KILL 60
}

# Ends the job with other signals than SIGKILL. Also kills jobs with --reverse, whose filter runs a command.
other_signals_leave_nothing() {
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

# The encoder waits for the test, so that the job cannot end before SIGTSTP stops it.
a_stopped_job_continues_and_ends_normally() {
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

# Kills warp-film during its search for stills. A stub of ffmpeg makes this search last ten minutes.
a_kill_during_the_search_leaves_nothing() {
  mkfifo ../begun
  (cd .. && with_ffmpeg '*freezedetect*' 'echo >../begun; exec sleep 600')
  PATH=$PWD/../bin:$PATH
  begin --still 4x
  read -r _ <../begun
  kill -TERM "$job"
  await_end
  echo "exit $status"
}

# The map is a FIFO to which nobody writes, so warp-film waits for the map. The test can open the FIFO for writing only
# after warp-film has opened it.
a_kill_before_the_map_is_ready_leaves_nothing() {
  mkfifo ../map
  begin --map ../map
  exec 9>../map
  kill -TERM "$job"
  await_end
  echo "exit $status"
}

"$@"
