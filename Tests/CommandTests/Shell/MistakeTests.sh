#!/bin/bash
# MistakeTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# The files that the commands of mistakes.txt name.
files() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x64:r=25:d=2 -f lavfi -i sine=r=48000:d=2 -c:v libx264 \
    -preset ultrafast -pix_fmt yuv420p -c:a aac in.mp4
  ffmpeg -nostdin -v error -i in.mp4 -an -c copy silent.mp4
  ffmpeg -nostdin -v error -i in.mp4 -ac 1 -ar 48000 tone.wav
  ffmpeg -nostdin -v error -i in.mp4 -c copy whole.mkv
  ffmpeg -nostdin -v error -i in.mp4 -an -pix_fmt yuv420p -f yuv4mpegpipe film.y4m
  ffmpeg -nostdin -v error -i in.mp4 -an -c:v rawvideo -f nut film.nut
  head -c $(($(stat -c %s in.mp4) * 6 / 10)) in.mp4 >cut.mp4
  head -c $(($(stat -c %s whole.mkv) * 6 / 10)) whole.mkv >cut.mkv
  cp in.mp4 there.mp4
  : >empty.mp4
  echo hello >text.txt
  warp-map --duration 2 --speed 2x >map.tsv
  printf 'source\twarped\n0\t0\n1\t2\n2\t1\n' >bad.tsv
  echo '0.5 1 cut' >ranges.txt
  echo '1 0.5 cut' >badranges.txt
  printf '0=1x\n1s=2x\n' >speeds.txt
  printf '0=1x\n1s=quick\n' >badspeeds.txt
}

# mistakes SHARE: types each tenth command of mistakes.txt, or all if SHARE is `all`. Each must end with the status
# before it, print one line about the error and nothing else, and write no file. Prints what differs.
mistakes() {
  local share=$1 number=0 status command got program before
  fixture files
  mkdir dir
  before=$(find . -printf '%p %s %T@\n' | sort)
  while IFS=$'\t' read -r status command <&9; do
    number=$((number + 1))
    [ "$share" = all ] || [ $((number % 10)) = "$share" ] || continue
    # Without the usual effect of SIGPIPE, a writer that is not read prints an error of its own.
    timeout 60 env --default-signal=PIPE bash -c "$command" </dev/null >"$OUT/out" 2>"$OUT/errors"
    got=$?
    program=${command%% *}
    if [ $got != "$status" ] || [ -s "$OUT/out" ] || [ "$(wc -l <"$OUT/errors")" != 1 ] ||
      [[ $(<"$OUT/errors") != "$program: error: "* ]] || [ "$(find . -printf '%p %s %T@\n' | sort)" != "$before" ]; then
      printf 'line %s, status %s, not %s: %s\n' "$number" $got "$status" "$command"
      head -n 3 "$OUT/errors"
      diff <(echo "$before") <(find . -printf '%p %s %T@\n' | sort)
    fi
  done 9<"${BASH_SOURCE[0]%/*}/../mistakes.txt"
}

OUT=$(mktemp -d)
trap 'rm -r "$OUT"' EXIT
"$@"
