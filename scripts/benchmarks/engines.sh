# shellcheck shell=bash disable=SC2154  # what is not set here is set in scripts/bench
# The engines of docs/machines.md: GNU parallel over ssh to two sshd of this machine, one of whose workers is killed;
# make; and Slurm of one node, some of whose tasks are killed. The results are compared with those of one run.

# shellcheck source=/dev/null
. scripts/benchmarks/engines/slurm.sh

# In a shell of its own, so that the daemons end with it, whatever happens.
bench_engines() { (engines_in_turn); }

engines_in_turn() {
  peers parallel openssh-server openssh-client make
  section 'Engines: a film in eight pieces, made by others'
  local words whole
  # Not local: the trap reads it after the function has returned.
  place=$scratch/engines
  mkdir -p "$place" && chmod 700 "$place"
  trap 'kill $(cat "$place"/sshd.*); slurm_end' EXIT
  ffmpeg -nostdin -v error -f lavfi -i "testsrc2=s=320x180:r=25:d=40,noise=alls=6:allf=t" -f lavfi -i sine=d=40 \
    -c:v libx264 -preset veryfast -pix_fmt yuv420p -c:a aac "$place/in.mp4"
  words="$PWD/.build/release/warp-film --no-progress --codec ffv1 --mix motion --fps 60 --reverse in.mp4 out.mkv"
  (cd "$place" && ${words/out.mkv/one.mkv}) 2>/dev/null
  whole=$(engines_frames "$place/one.mkv")
  engines_parallel
  engines_make
  slurm_begin
  engines_slurm_film
  engines_slurm_films
}

engines_parallel() {
  local port ssh killer
  ssh-keygen -q -t ed25519 -N '' -f "$place/key" && ssh-keygen -q -t ed25519 -N '' -f "$place/host"
  cp "$place/key.pub" "$place/authorized" && chmod 600 "$place/authorized"
  mkdir -p /run/sshd
  for port in 2291 2292; do
    "$(type -P sshd)" -f /dev/null -h "$place/host" -p "$port" -o "AuthorizedKeysFile=$place/authorized" -o StrictModes=no \
      -o "PidFile=$place/sshd.$port" -o ListenAddress=127.0.0.1 -o UsePAM=no
  done
  ssh="ssh -i $place/key -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"
  engines_kill "$place" &
  killer=$!
  # Each of the two machines makes one piece at a time. What fails is tried three times, if need be on the other machine.
  parallel --will-cite --retries 3 --sshlogin "1/$ssh -p 2291 127.0.0.1,1/$ssh -p 2292 127.0.0.1" --workdir "$place" \
    "$words --piece {}/8" ::: 1 2 3 4 5 6 7 8 >"$place/said" 2>&1 || true
  wait "$killer"
  line 'workers killed' "$(cat "$place/killed")" 'by SIGKILL, in the middle of a piece' '>=1'
  (cd "$place" && $words --join) || true
  engines_line 'parallel over ssh to two machines' "$(engines_frames "$place/out.mkv")" "$whole"
  rm -f "$place"/out.mkv*
}

engines_make() {
  # shellcheck disable=SC2016  # for make
  printf 'out.mkv: 1 2 3 4 5 6 7 8\n\t%s --join\n%%:\n\t%s --piece $@/8\n' "$words" "$words" >"$place/Makefile"
  make -s -j 2 -C "$place" out.mkv >/dev/null 2>&1 || true
  engines_line 'make -j 2' "$(engines_frames "$place/out.mkv")" "$whole"
  rm -f "$place"/out.mkv*
}

# One film as an array of jobs, and a job that joins the pieces once all of them are there.
engines_slurm_film() {
  slurm_after "$(slurm_array 8 "$words --piece \$k/8")" 1 "$words --join" || true
  engines_line 'Slurm, an array of 8 tasks' "$(engines_frames "$place/out.mkv")" "$whole"
}

# Three films of eight pieces in one array. One task in twelve is killed and requeued.
engines_slurm_films() {
  local k job restarts left
  words=${words% --reverse*}
  for k in 1 2 3; do
    ffmpeg -nostdin -v error -f lavfi -i "testsrc2=s=640x360:r=25:d=10,noise=alls=6:allf=t:all_seed=$k" \
      -f lavfi -i "sine=f=${k}00:d=10" -c:v libx264 -preset veryfast -pix_fmt yuv420p -c:a aac "$place/in$k.mp4"
    (cd "$place" && $words "in$k.mp4" "one$k.mkv") 2>/dev/null
  done
  job=$(slurm_array 24 "f=\$(((k + 7) / 8)); $words in\$f.mp4 out\$f.mkv --piece \$(((k - 1) % 8 + 1))/8")
  restarts=$(($(slurm_kill "$job" 12 kill) + $(slurm_kill "$job" 24 requeue)))
  line 'Slurm, tasks killed and requeued' "$restarts" 'of 24: one by SIGKILL, one by scontrol requeue' '>=2'
  slurm_after "$job" 3 "$words in\$k.mp4 out\$k.mkv --join" || true
  for k in 1 2 3; do
    engines_line "Slurm, film $k of the 24 tasks" \
      "$(engines_frames "$place/out$k.mkv")" "$(engines_frames "$place/one$k.mkv")"
  done
  left=$(find "$place" -name '*.piece-*' -o -name 'warp-*' | wc -l)
  # find complains about processes that end.
  left=$((left + $({ find /proc/[0-9]*/cwd -lname "$place" 2>/dev/null || true; } | wc -l)))
  line 'Slurm, left over' "$left" 'pieces, unfinished files and processes' '<=0'
}

# engines_line NAME MADE WHOLE: whether the result of a runner is that of one run.
engines_line() {
  line "$1" "$([[ $2 == "$3" ]] && echo 1 || echo 0)" \
    '1 if frames and samples equal those of one run' '>=1'
}

engines_frames() { ffmpeg -nostdin -v error -i "$1" -map 0 -f framemd5 - | grep -v '^#' | md5sum; }

# Kills one worker, as if its machine had died, half a second into its piece. Says how many were killed.
engines_kill() {
  local worker='' tries
  echo 0 >"$1/killed"
  for ((tries = 2400; tries > 0; tries--)); do
    for worker in $(pgrep -x warp-film); do
      [[ $(tr '\0' ' ' <"/proc/$worker/cmdline") != *' --piece 3/8 ' ]] || break 2
    done
    worker=
    sleep 0.05
  done
  sleep 0.5
  ! kill -KILL "$worker" || echo 1 >"$1/killed"
}
