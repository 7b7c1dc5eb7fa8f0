#!/bin/bash
# Run by WarpKillTests.swift: WarpKillTests.sh FUNCTION [ARGUMENT…], in an empty directory.
# Expects: WARP, the path of the script `warp`; the built tools on the PATH.
#
# The job lasts some seconds, and no stage of it is done long before the others: there is more sound than pipes hold. It
# runs in a session of its own, by whose number all its processes are found.

ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=640x360:r=30:d=6 -f lavfi -i sine=r=48000:d=6 -ac 6 \
  -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a pcm_s16le in.mov
mkdir job tmp
mv in.mov job
export TMPDIR=$PWD/tmp
cd job || exit

# What the job spends its time with.
encoding='-c:v libx264 -preset medium -c:a flac -strict -2'

# begin OPTION…: starts the job; its number is in `job`. Whoever runs the tests may have signals ignored, so the signals
# get their default actions back.
begin() {
  setsid env --default-signal "$WARP" --stages ../stages "$@" in.mov out.mp4 2>../errors &
  job=$!
}

# stage NAME: the number of a stage's process. The script has one from the beginning, but is printed only from when the
# encoder runs, which is started last.
stage() {
  if [ "$1" = script ]; then
    [ -z "$(stage encoder)" ] || echo "$job"
    return
  fi
  sed -n "s/^$1\t//p" ../stages 2>/dev/null
}

# How many percent the job says are done; empty before it says so.
percent() { tr '\r' '\n' <../errors | sed -n 's/.* \([0-9]*\)% .*/\1/p' | tail -n 1; }

# shellcheck disable=SC2009  # pgrep says nothing of the state a process is in
running() { ps -o stat=,args= -s "$job" | grep -v '^Z'; }
leftovers() { find ../tmp . -mindepth 1 ! -name in.mov; }

# soon COMMAND…: runs it again and again until it succeeds. If it does not within a minute, the job is ended, so that nothing waits
# for it forever.
soon() {
  local last=$((SECONDS + 60))
  until "$@"; do
    ((SECONDS < last)) && continue
    echo "WRONG: in vain for a minute: $*"
    kill -KILL -- "-$job"
    return 1
  done
}

# kill_at STAGE SIGNAL PERCENT OPTION…: begins the job, sends the signal to the stage when so much is done, and prints how
# the job ended; a line with WRONG says what should not be.
kill_at() {
  local name=$1 signal=$2 when=$3 victim='' start status took
  shift 3
  rm -f out.mp4 ../stages
  begin --progress --constant 2 --encode "$encoding" "$@"
  while kill -0 "$job" && { [ -z "$victim" ] || [ "$(percent)0" -lt "${when}0" ]; }; do
    # To meet a stage at its start there is no time to sleep.
    [ "$when" -eq 0 ] || sleep 0.05
    victim=$(stage "$name")
  done 2>/dev/null
  start=$EPOCHREALTIME
  # shellcheck disable=SC2086  # empty if there is no such stage, which has to be an error
  kill "-$signal" $victim || echo "there was no $name to kill at $when%"
  wait "$job"
  status=$?
  took=$(((${EPOCHREALTIME/./} - ${start/./}) / 1000))
  # Children of the script are gone only a moment after the script is.
  for _ in 1 2 3 4 5 6 7 8 9 10; do [ -z "$(running; leftovers)" ] || sleep 0.1; done
  echo "$name, $when%, SIG$signal: exit $status after $took ms"
  { [ $status -ne 0 ] && [ $took -lt 5000 ]; } || echo "WRONG: exit $status after $took ms: $(cat ../errors)"
  [ -z "$(running)" ] || echo "WRONG: left running: $(running)"
  [ -z "$(leftovers)" ] || echo "WRONG: left over: $(leftovers)"
}

# killed_at_any_time STAGE
killed_at_any_time() {
  kill_at "$1" KILL 0
  kill_at "$1" KILL 20
  kill_at "$1" KILL 30
}

# By signals that a process may catch; the stand-by, which takes part in no film; and in a job that runs a command of its own.
killed_in_other_ways() {
  kill_at script TERM 20
  kill_at script HUP 0
  kill_at script QUIT 20
  kill_at encoder TERM 20
  kill_at 'picture decoder' TERM 20
  kill_at stand-by KILL 20
  kill_at 'picture filter' KILL 20 --reverse
  kill_at script KILL 20 --reverse
}

stage_runs() { [ -n "$(stage "$1")" ]; }
job_is_stopped() { ps -o stat= -p "$job" | grep -q T; }

stopped_for_a_while() {
  begin --no-progress --constant 2 --encode "$encoding"
  soon stage_runs encoder || return
  kill -TSTP "$job"
  soon job_is_stopped || return
  # The alarm by which the script wakes each second is none of its stages.
  running | grep -v -e '^T' -e ' sleep 1$'
  kill -CONT "$job"
  wait "$job"
  echo "exit $?"
  ffprobe -v error -select_streams v -count_packets -show_entries stream=nb_read_packets -of csv=p=0 out.mp4
  running
  leftovers
}

planner() { pgrep -s "$job" -f '^[^ ]*warp-plan --records'; }
# For a while: others run for a moment only.
plan_runs() {
  local number
  number=$(planner) && sleep 0.3 && kill -0 "$number"
}

# Looking for standing pictures never ends here.
killed_while_the_film_is_searched() {
  mkdir ../bin
  # shellcheck disable=SC2016  # expanded when it runs
  printf '#!/bin/sh\ncase "$*" in *freezedetect*) exec sleep 600;; esac\nexec "%s" "$@"\n' "$(type -P ffmpeg)" >../bin/ffmpeg
  chmod +x ../bin/ffmpeg
  PATH=$PWD/../bin:$PATH begin --still 4x
  soon searches || return
  kill -TERM "$job"
  wait "$job"
  echo "exit $?"
  running
  leftovers
}

searches() { pgrep -s "$job" -f '^sleep 600' >/dev/null; }

# The map comes by a FIFO that nobody writes to, so that the plan is never done.
killed_while_the_map_is_made() {
  mkfifo ../map
  begin --map ../map
  soon plan_runs 2>/dev/null || return
  kill -KILL "$(planner)"
  wait "$job"
  echo "exit $?"
  find . ../tmp -mindepth 1 ! -name in.mov
}

"$@"
