#!/bin/bash
# DuplicateTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.
# shellcheck disable=SC2086  # unquoted on purpose: the shell splits the text into words
set -o pipefail

# film RATE: writes a y4m film of three seconds, with twelve different pictures per second repeated to make RATE fps.
film() {
  ffmpeg -v error -f lavfi -i testsrc2=s=98x66:r=12:d=3 -vf "format=yuv420p,fps=$1" -f yuv4mpegpipe -
}

sums() { ffmpeg -v error -i - -fps_mode passthrough -f framemd5 - | awk -F, '!/^#/ { print $6 }'; }

# as_if_they_were_not_there HOW: checks that --dedup gives the same frames as a film without duplicates. Then prints
# whether the motion of a lossy copy is even, with --dedup and without.
as_if_they_were_not_there() {
  film 12 | ffmpeg -v error -i - -c:v rawvideo -f nut few.nut
  film 24 >many.y4m
  warp-map --duration 3 --constant 2.5 >m
  # This film also gets --dedup, with which each frame of --mix motion depends only on two source frames.
  warp-video --map m --fps 24 --dedup $1 --output-format y4m <few.nut | sums >due
  warp-video --map m --dedup $1 <many.y4m | sums >is
  cmp due is && echo "clean $(grep -c . is)"
  ffmpeg -v error -i many.y4m -c:v libx264 -crf 23 -preset veryfast lossy.mp4
  ffmpeg -v error -i lossy.mp4 -f yuv4mpegpipe - | warp-video --map m --dedup $1 | evenness
  ffmpeg -v error -i lossy.mp4 -f yuv4mpegpipe - | warp-video --map m $1 | evenness
}

# Prints `even` if each frame on standard input differs from the previous one by at least a fifth of the mean
# difference. Compares only the first 150 frames, but reads all, because the writer would fail with a broken pipe.
evenness() {
  ffmpeg -v error -i - -vf "select='lt(n\,150)',format=gray,tblend=all_mode=difference,signalstats,\
metadata=print:key=lavfi.signalstats.YAVG:file=-" -f null - |
    awk -F= '/YAVG/ { if (n++ == 0 || $2 < least) least = $2; sum += $2 }
      END { print (n == 149 && least > sum / n / 5) ? "even" : "uneven" }'
}

# however_they_come MAP: retimes one film from a file, from a pipe, as NUT, from a --source command, and with little
# memory. Prints `same` if all results have equal frames.
# shellcheck disable=SC2002,SC2016  # cat makes the input a pipe; the --source command expands $FROM
however_they_come() {
  film 24 >a.y4m
  # Drops every ninth frame. Then seven of nine pictures come twice, and two come once.
  ffmpeg -v error -i a.y4m -vf "select='not(eq(mod(n\,9)\,8))',setpts=N/24/TB" -c:v libx264 -qp 0 -g 10 a.mp4
  ffmpeg -v error -i a.mp4 -fps_mode passthrough -f yuv4mpegpipe a.y4m -y
  ffmpeg -v error -i a.y4m -c:v rawvideo -f nut a.nut
  warp-map --duration 2.6 $1 >m
  warp-video --map m --mix motion --dedup <a.y4m >one || return
  cat a.y4m | warp-video --map m --mix motion --dedup | cmp - one || return
  cat a.y4m | warp-video --map m --mix motion --dedup --memory 20k | cmp - one || return
  sums <one >due
  warp-video --map m --mix motion --dedup --fps 24 <a.nut | sums | cmp - due || return
  warp-video --map m --mix motion --dedup --fps 24 --memory 200k --source 'ffmpeg -nostdin -v error -ss "$FROM" \
    -t "$LENGTH" -copyts -i a.mp4 -fps_mode passthrough -enc_time_base 1/24000 -c:v rawvideo -f nut -' |
    sums | cmp - due && echo same
}

# Checks that pieces of a result have the same frames as the whole result, for warp-video and warp-film.
# shellcheck disable=SC2016  # the --source command expands $FROM
pieces_join_to_the_whole_result() {
  local part
  film 24 >a.y4m
  ffmpeg -v error -i a.y4m -c:v libx264 -qp 0 -g 5 a.mp4
  warp-map --duration 3 --constant 2.1 --reverse >m
  warp-video --map m --mix motion --dedup <a.y4m | sums >due
  for part in ..31 31..64 64..; do
    warp-video --map m --mix motion --dedup --fps 24 --output-range "$part" --source 'ffmpeg -nostdin -v error \
      -ss "$FROM" -t "$LENGTH" -copyts -i a.mp4 -fps_mode passthrough -enc_time_base 1/24000 -c:v rawvideo -f nut -' | sums
  done | cmp - due && grep -c . due
  set -- --no-progress --codec ffv1 --mix motion --dedup --reverse --trim 0.6..2.1 --constant 1.7 a.mp4
  warp-film "$@" one.mkv 2>/dev/null
  for part in 2 1 3; do warp-film "$@" out.mkv --piece "$part/3" 2>/dev/null; done
  warp-film "$@" out.mkv --join 2>/dev/null
  sums <one.mkv >due
  sums <out.mkv | cmp - due && grep -c . due
}

an_input_that_is_cut() {
  film 24 >a.y4m
  warp-map --constant 2 >m
  head -c 100000 a.y4m | warp-video --map m --mix blend --dedup >b
  echo "$?"
  # The first 100,000 bytes of the film contain its header and ten whole frames of 9,708 bytes.
  head -c $((10 * (98 * 66 + 2 * 49 * 33 + 6) + $(head -1 a.y4m | wc -c))) a.y4m | warp-video --map m --mix blend --dedup |
    cmp - b && echo same
}

"$@"
