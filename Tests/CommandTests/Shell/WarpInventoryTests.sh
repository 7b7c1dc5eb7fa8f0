#!/bin/bash
# WarpInventoryTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.
# shellcheck disable=SC2086  # unquoted on purpose: the shell splits the text into words

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"
# shellcheck source=fixtures.sh
. "${BASH_SOURCE[0]%/*}/fixtures.sh"

# Makes the parts of the test films: pictures, sounds of half a second at 48 kHz, text, a cover, a font and chapters.
parts() {
  make() { ffmpeg -nostdin -v error -y "$@"; }
  make -f lavfi -i testsrc2=s=64x64:r=25:d=0.48 -pix_fmt yuv420p -c:v ffv1 picture.mkv
  make -f lavfi -i sine=440:r=48000:d=0.48 -c:a pcm_s16le one.wav
  make -f lavfi -i sine=880:r=48000:d=0.48 -ac 2 -c:a pcm_s16le two.wav
  printf '1\n00:00:00,100 --> 00:00:00,300\nA\n' >text.srt
  make -f lavfi -i color=red:s=32x32 -frames:v 1 cover.png
  head -c 999 /dev/zero >a.ttf
  # An empty bitmap subtitle in the PGS format: a display set without a picture, and its end. ffmpeg can copy this file.
  printf 'PG\0\0\x23\x28\0\0\0\0\x16\0\x13\0\x40\0\x40\x10\0\0\x80\0\0\x01\0\0\0\0\0\0\0\0' >bitmap.sup
  printf 'PG\0\0\x23\x28\0\0\0\0\x80\0\0' >>bitmap.sup
  printf ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/100\nSTART=0\nEND=20\ntitle=C\n' >chapters
}

# tracks FILE: prints a line per stream: kind, language, and title or handler. Leaves out values that the muxer always
# sets.
tracks() {
  ffprobe -v quiet -of compact=p=0:nk=0 -show_entries stream=index,codec_type:stream_disposition=default,attached_pic \
    -show_entries stream_tags=language,title,handler_name "$1" | awk -F '|' '{
      kind = name = language = ""
      for (i = 1; i <= NF; i++) {
        if ($i ~ /^codec_type=/) kind = substr($i, 12)
        if ($i ~ /^index=/) number = substr($i, 7)
        if ($i == "disposition:attached_pic=1") kind = "cover"
        if ($i ~ /^tag:language=/ && $i !~ /=und$/) language = substr($i, 14)
        if ($i ~ /^tag:title=/) name = substr($i, 11)
        if ($i ~ /^tag:handler_name=/ && $i !~ /Handler$/ && name == "") name = substr($i, 18)
      }
      # Leaves out data tracks, because mp4 stores chapters in a data track.
      if (kind != "" && kind != "data") print number, kind, "l:" language, "t:" name
    }' | sort -u
}

# inventory OUTPUT INPUTS WORDS: makes a film with ffmpeg from the arguments INPUTS and WORDS, which end with its file
# name. Plays the film at half speed into OUTPUT. Prints each track of the film that is neither in OUTPUT nor reported
# as dropped. Then prints the lengths of the sound tracks in samples, the first subtitle and the first chapter.
inventory() {
  local film=${3##* } stream kind rest track lossless=()
  fixture parts
  ffmpeg -nostdin -v error -y $2 $3 2>/dev/null
  # Encodes the sound without loss, because its length is then exact to a sample.
  [[ $1 != *.mkv ]] || lossless=(--encode '-c:a flac')
  warp-film --constant 2 "${lossless[@]}" "$film" "$1" 2>said || { cat said; exit; }
  tracks "$film" >before
  tracks "$1" >after
  while read -r stream kind rest; do
    track=$(grep -n -m 1 "^[0-9]* $kind $rest\$" after | cut -d : -f 1)
    if [[ $track ]]; then
      sed -i "${track}d" after
    else
      grep -q "stream $stream (.*) is dropped: " said ||
        echo "stream $stream, $kind $rest, is neither in the result nor named"
    fi
  done <before
  # Prints the other messages, except those about the empty bitmap subtitle (pgssub).
  grep -v 'dropped\|loses its\|pgssub' said
  for track in $(ffprobe -v quiet -select_streams a -show_entries stream=index -of csv=p=0 "$1" | tr -d ,); do
    ffmpeg -nostdin -v error -i "$1" -map "0:$track" -ar 48000 -ac 1 -f s16le - | wc -c | awk '{ print "sound", $1 / 2 }'
  done
  ffmpeg -nostdin -v error -copyts -i "$1" -map '0:s:0?' -f srt - 2>/dev/null | grep -e '-->'
  ffprobe -v quiet -show_chapters -show_entries chapter=start_time,end_time:chapter_tags=title -of csv=p=0 "$1" | head -n 1
}

"$@"
