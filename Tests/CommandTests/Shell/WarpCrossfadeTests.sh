#!/bin/bash
# WarpCrossfadeTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.
# shellcheck disable=SC2086  # unquoted on purpose: the shell splits the text into words

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# lumas FILE: prints the luma of each frame of one brightness.
lumas() {
  ffmpeg -nostdin -v error -i "$1" -map v:0 -vf scale=1:1:flags=neighbor,format=gray -f rawvideo - |
    od -An -v -tu1 -w1 | xargs
}

picture_and_sound_pass_over_together() {
  ffmpeg -nostdin -v error -f lavfi -i 'color=s=32x16:r=10:d=8,format=gray,geq=lum=16+2*N' \
    -f lavfi -i 'aevalsrc=if(lt(t\,3)\,0.25\,-0.5):s=8000:d=8' -c:v ffv1 -c:a pcm_f32le in.mkv
  warp-film --no-progress --cut 2..4 --crossfade 0.8 --encode '-c:v ffv1 -c:a pcm_f32le' in.mkv out.mkv
  lumas out.mkv
  ffmpeg -nostdin -v error -i out.mkv -f f32le - | od -An -v -tf4 -w4 |
    awk 'NR == 12001 || NR == 14401 || NR == 16001 || NR == 17601 || NR == 20001 { printf "%s%.4f", gap, $1; gap = " " }
      END { print "" }'
}

# pieces_are_those_of_the_whole OPTIONS: compares the decoded frames and sound of a result with those of three pieces.
pieces_are_those_of_the_whole() {
  local edit="--cut 20..35.5 --cut 44.1..44.3 --crossfade 1 --encode -crf\ 0 $1" number
  ffmpeg -nostdin -v error -f lavfi -i 'testsrc2=s=64x48:r=10:d=60' -f lavfi -i 'anoisesrc=d=60:r=8000:a=0.2:seed=1' \
    -c:v libx264 -preset veryfast -g 40 -c:a flac in.mkv
  eval "warp-film --no-progress $edit in.mkv whole.mkv"
  for number in 3 1 2; do eval "warp-film --no-progress $edit in.mkv out.mkv --piece $number/3"; done
  eval "warp-film --no-progress $edit in.mkv out.mkv --join"
  for number in whole out; do
    ffmpeg -nostdin -v error -i "$number.mkv" -f framemd5 - | grep -v '^#' >"$number.md5"
  done
  cmp whole.md5 out.md5 && echo same
}

an_input_that_ends_in_a_crossfade() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=4 -pix_fmt yuv420p in.y4m
  # The header and 25.5 frames of 6 + 4608 bytes. The cut is after 24 frames.
  head -c "$(($(head -1 in.y4m | wc -c) + 4614 * 25 + 2307))" in.y4m |
    warp-video --no-progress --map <(warp-map --duration 4 --fps 25 --cut 24f..75f) --crossfade 0.4 >out.y4m 2>messages
  cat messages
  echo $((($(wc -c <out.y4m) - $(head -1 out.y4m | wc -c)) / 4614))
}

# said WORD…: prints the exit status of warp-film and its messages, on one line.
said() {
  local status=0
  warp-film --no-progress -y "$@" 2>messages || status=$?
  printf '%s %s\n' "$status" "$(tr '\n' ' ' <messages | sed 's/ $//')"
}

what_it_does_is_said() {
  make_tiny_film
  ffmpeg -nostdin -v error -i in.mp4 -c:v ffv1 -field_order tt -vf setfield=tff,interlace fields.mkv
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=50:d=4 -vf "select='not(mod(n,5))+gt(n,150)'" \
    -fps_mode passthrough -c:v libx264 uneven.mp4
  warp-film --cut 0.1..0.2 --cut 0.3..0.4 --crossfade 0.05 --info in.mp4 2>/dev/null | grep cuts
  said --speed 2x --crossfade 0.1 in.mp4 out.mp4
  said --cut 0.1..0.2 --crossfade 0.1 --vfr in.mp4 out.mp4
  said --cut 0.1..0.2 --crossfade 0.1 --copy in.mp4 out.mp4
  said --cut 0.1..0.2 --crossfade -1 in.mp4 out.mp4
  said --cut 0.1..0.2 --crossfade 0.1 fields.mkv out.mp4
  said --cut 0.6..1 --crossfade 0.1 uneven.mp4 out.mp4
}

"$@"
