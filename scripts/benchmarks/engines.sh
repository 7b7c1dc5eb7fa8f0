# shellcheck shell=bash disable=SC2154  # what is not set here is set in scripts/bench
# The engines of docs/machines.md: GNU parallel over ssh to two sshd of this machine, one of whose workers is killed; and make.
# The result is compared with that of one run.

# In a shell of its own, so that the two sshd end with it, whatever happens.
bench_engines() (
  peers parallel openssh-server openssh-client make
  section 'Engines: a film in eight pieces, made by others'
  local place=$scratch/engines port words whole made
  mkdir -p "$place" && chmod 700 "$place"
  ffmpeg -nostdin -v error -f lavfi -i "testsrc2=s=320x180:r=25:d=40,noise=alls=6:allf=t" -f lavfi -i sine=d=40 \
    -c:v libx264 -preset veryfast -pix_fmt yuv420p -c:a aac "$place/in.mp4"
  words="$PWD/.build/release/warp-film --no-progress --codec ffv1 --mix motion --fps 60 --reverse in.mp4 out.mkv"
  (cd "$place" && ${words/out.mkv/one.mkv}) 2>/dev/null
  whole=$(engines_frames "$place/one.mkv")

  ssh-keygen -q -t ed25519 -N '' -f "$place/key" && ssh-keygen -q -t ed25519 -N '' -f "$place/host"
  cp "$place/key.pub" "$place/authorized" && chmod 600 "$place/authorized"
  mkdir -p /run/sshd
  trap 'kill $(cat "$place"/sshd.*)' EXIT
  for port in 2291 2292; do
    "$(type -P sshd)" -f /dev/null -h "$place/host" -p "$port" -o "AuthorizedKeysFile=$place/authorized" -o StrictModes=no \
      -o "PidFile=$place/sshd.$port" -o ListenAddress=127.0.0.1 -o UsePAM=no
  done
  local ssh="ssh -i $place/key -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"
  engines_kill "$place" &
  local killer=$!
  # Each of the two machines makes one piece at a time. What fails is tried three times, if need be on the other machine.
  parallel --will-cite --retries 3 --sshlogin "1/$ssh -p 2291 127.0.0.1,1/$ssh -p 2292 127.0.0.1" --workdir "$place" \
    "$words --piece {}/8" ::: 1 2 3 4 5 6 7 8 >"$place/said" 2>&1 || true
  wait "$killer"
  line 'workers killed' "$(cat "$place/killed")" 'by SIGKILL, in the middle of a piece' '>=1'
  (cd "$place" && $words --join) || true
  made=$(engines_frames "$place/out.mkv")
  engines_line "$made" "$whole" 'parallel over ssh to two machines'
  rm -f "$place"/out.mkv*
  # shellcheck disable=SC2016  # for make
  printf 'out.mkv: 1 2 3 4 5 6 7 8\n\t%s --join\n%%:\n\t%s --piece $@/8\n' "$words" "$words" >"$place/Makefile"
  make -s -j 2 -C "$place" out.mkv >/dev/null 2>&1 || true
  made=$(engines_frames "$place/out.mkv")
  engines_line "$made" "$whole" 'make -j 2'
)

# engines_line MADE WHOLE NAME: whether the result of a runner is that of one run.
engines_line() {
  line "$3" "$([[ $1 == "$2" ]] && echo 1 || echo 0)" \
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
