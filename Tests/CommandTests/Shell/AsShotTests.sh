#!/bin/bash
# AsShotTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# Makes IMG_1.MOV, four seconds with 240 frames per second.
fast_film() { fixture fast_film_of_a_phone; }

fast_film_of_a_phone() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=240:d=4 -c:v libx264 -preset ultrafast -pix_fmt yuv420p \
    IMG_1.MOV
}

# numbers COUNT VALUE…: prints little-endian numbers of COUNT bytes.
numbers() {
  local value
  for value in "${@:2}"; do
    for ((byte = 0; byte < $1; byte++)); do printf '%b' "\\x$(printf %02x $((value >> 8 * byte & 255)))"; done
  done
}

# add_trailer VALUE: adds the trailer of a Samsung phone to IMG_1.MOV.
add_trailer() {
  local name=SlowMotion_Data
  local length=$((8 + ${#name} + ${#1}))
  {
    numbers 2 0 $((0x890))
    numbers 4 ${#name}
    printf '%s%s' "$name" "$1"
    printf SEFH
    numbers 4 106 1
    numbers 2 0 $((0x890))
    numbers 4 "$length" "$length"
    numbers 4 24
    printf SEFT
  } >>IMG_1.MOV
}

# The options with which ffmpeg copies a film and says how many frames per second were taken.
tagged=(-c copy -movflags use_metadata_tags -metadata com.android.capture.fps=240.0)

# info WORD…: prints the duration of the result.
info() { warp-film --info "$@" | sed -n 's/^result duration *//p'; }

# Makes a film along the speeds of each phone. Prints its frames.
films_are_as_long_as_on_the_phone() {
  fast_film
  cp IMG_1.MOV plain.mov
  add_trailer 1000:2000:2*3000:3500:4
  warp-film --no-progress --as-shot IMG_1.MOV samsung.mp4
  cp plain.mov IMG_1.MOV
  add_sidecar IMG_1.AAE 10:10 25:10
  warp-film --no-progress --as-shot IMG_1.MOV apple.mp4
  ffmpeg -nostdin -v error -i plain.mov "${tagged[@]}" a.mp4
  warp-film --no-progress --as-shot --fps 30 a.mp4 android.mp4
  for film in samsung.mp4 apple.mp4 android.mp4; do
    echo "$film $(about stream=nb_frames,r_frame_rate $film | tr '\n' ' ')"
  done
  about format_tags=com.android.capture.fps android.mp4
}

# Without the option, a line says what the phone plays.
films_of_phones_are_recognized() {
  fast_film
  info IMG_1.MOV
  add_sidecar IMG_1.AAE 10:10
  info IMG_1.MOV
  rm IMG_1.AAE
  ffmpeg -nostdin -v error -i IMG_1.MOV "${tagged[@]}" a.mp4
  info a.mp4
  ffmpeg -nostdin -v error -itsscale 8 -i a.mp4 -c copy -movflags use_metadata_tags -map_metadata 0 slow.mp4
  info slow.mp4 >/dev/null
  info --as-shot slow.mp4 >/dev/null
  add_trailer 1000:2000:2
  info IMG_1.MOV
}

# Prints whether a page begins with the curve of the phone: without another curve, but not with one.
pages_begin_with_the_curve_of_the_phone() {
  fast_film
  add_sidecar IMG_1.AAE 10:10
  warp-film --plot html IMG_1.MOV | grep -c '1.1=1x hold, 1.193631=0.530898x, 1.287263=0.125x'
  warp-film --plot html --speed 2x IMG_1.MOV | grep -c '1.1=1x hold'
}

# Prints the status and the message of each.
what_is_missing_or_damaged_is_said() {
  fast_film
  cp IMG_1.MOV plain.mov
  refused() {
    warp-film --info "$@"
    echo "$?"
  }
  refused --as-shot IMG_1.MOV
  add_sidecar one.aae 10:10
  head -c 300 one.aae >IMG_1.AAE
  refused --as-shot IMG_1.MOV
  sed 's/slomo/crop/' one.aae >other.aae
  refused --as-shot=other.aae IMG_1.MOV
  refused --as-shot=none.aae IMG_1.MOV
  add_trailer 1000:zzz:2
  refused --as-shot IMG_1.MOV
  refused IMG_1.MOV
  refused --as-shot --speed 2x IMG_1.MOV
  refused --as-shot=one.aae --trim 0.5..1.5 plain.mov
}

# Times of four fields are the film's own timecodes.
timecodes_are_those_of_the_film() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=4 -c:v libx264 -preset ultrafast -pix_fmt yuv420p \
    -timecode 01:00:00:00 in.mov
  warp-film --no-progress --trim 01:00:01:00..01:00:03:00 in.mov out.mp4
  about stream=nb_frames:stream_tags=timecode out.mp4 | sort -u
  warp-film --no-progress --trim 00:00:01:05.. in.mov late.mov
  about stream=nb_frames:stream_tags=timecode late.mov | sort -u
  warp-film --trim 01:00:01:00..01:00:03:00 --to edl in.mov 2>/dev/null >list.edl
  grep -o '01:00:.*' list.edl
  warp-film --no-progress --map list.edl in.mov again.mp4
  cmp <(ffmpeg -nostdin -v error -i out.mp4 -f framemd5 - | grep -v '#') \
    <(ffmpeg -nostdin -v error -i again.mp4 -f framemd5 - | grep -v '#')
}

"$@"
