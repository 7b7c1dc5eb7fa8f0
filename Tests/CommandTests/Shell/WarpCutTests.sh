#!/bin/bash
# WarpCutTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.
# shellcheck disable=SC2086  # unquoted on purpose: the shell splits the text into words

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# film WORD…: makes a film of eight seconds. Each frame shows its number n as the brightness of eight fields, one per
# bit: lossy encoding cannot change it.
film() {
  ffmpeg -nostdin -v error -f lavfi -i 'color=s=128x64:r=25:d=8,format=gray,
    geq=lum=if(lt(Y\,32)\,40+160*mod(floor(N/pow(2\,floor(X/16)))\,2)\,128+60*sin((X+3*N)/9)*cos((Y+N)/7))' \
    -f lavfi -i 'aevalsrc=floor(t*25+1e-6)/400:s=48000:d=8' -pix_fmt yuv420p "$@"
}

# numbers FILE: prints the numbers that the frames show, as ranges.
numbers() {
  local filter='scale=128:64,crop=128:16:0:8,scale=8:1:flags=area,format=gray'
  ffmpeg -nostdin -v error -i "$1" -map v:0 -fps_mode passthrough -vf "$filter" -f rawvideo - |
    od -An -v -tu1 -w8 | awk '
      function end() { if (count) printf "%s%d..%d", (count > 1 ? " " : ""), first, last; count++ }
      { n = 0; for (bit = 8; bit; bit--) n = 2 * n + ($bit > 120) }
      NR == 1 || n != last + 1 { end(); first = n }
      { last = n }
      END { end(); print "" }'
}

# sums FILE: prints the checksum of each frame.
sums() { ffmpeg -nostdin -v error -i "$1" -map v:0 -fps_mode passthrough -f framemd5 - | awk '!/#/ { print $NF }'; }

# cuts_are_exact OUTPUTS WORDS: makes a film with ffmpeg's WORDS, the last of which is its name, and cuts it. Prints the
# frames of each output, how many of them are not those of the film, and how far the times are from 40 ms apart.
cuts_are_exact() {
  local output sound
  film -c:a pcm_s16le $2 2>/dev/null
  sums in.* | sort >source
  for output in $1; do
    sound= && [[ $output == *.mp4 ]] || sound='--encode -c:a\ flac'
    eval "warp-film --no-progress --copy --cut 1.32..3.04 --cut 4.4..6.6 $sound in.* $output"
    numbers $output
    sums $output | sort | comm -23 - source | wc -l
    # Matroska has no decoding times.
    [[ $output == *.mkv ]] ||
      ffprobe -v error -select_streams v -show_entries packet=pts_time,dts_time -of csv=p=0 $output |
      awk -F , '$2 > $1 || NR > 1 && $2 <= last { wrong++ } { last = $2 } END { print wrong + 0, "wrong times" }'
    # The sound says which frame of the film it belongs to.
    ffmpeg -nostdin -v error -i $output -map a:0 -f f32le -ac 1 -ar 48000 - | od -An -v -tf4 -w4 |
      awk 'NR % 1920 == 960 { printf "%d ", $1 * 400 + 0.5 }' | awk '{ print $1, $33, $34, $67, $68, $NF }'
  done
}

parts_in_any_order() {
  film -c:v libx264 -preset veryfast -g 50 -bf 3 -c:a pcm_s16le in.mkv
  warp-film --no-progress --copy --play 5.2..7 --play 0.4..2.2 --play 5.2..6 in.mkv out.mkv
  numbers out.mkv
  warp-film --no-progress --copy --play 5.2..7 --play 0.4..2.2 --dry-run in.mkv printed.mkv >printed 2>/dev/null
  bash printed
  numbers printed.mkv
}

ends_of_a_trim() {
  film -c:v libx264 -preset veryfast -g 50 -an in.mp4
  warp-film --no-progress --copy --trim 2.4..5 in.mp4 out.mp4 || echo "exit $?"
  warp-film --no-progress --copy=exact --trim 2.4..5 in.mp4 out.mp4 && numbers out.mp4
  warp-film --no-progress --copy --trim 2..5 in.mp4 plain.mp4 && numbers plain.mp4
  warp-film --no-progress --copy --trim 2.4..5 --cut 3..4 in.mp4 other.mp4 || echo "exit $?"
  warp-film --no-progress --copy --keep 2.4..5 in.mp4 kept.mp4 && numbers kept.mp4
  warp-film --no-progress --copy=roughly in.mp4 rough.mp4 || echo "exit $?"
}

sound_passes_over() {
  film -c:v libx264 -preset veryfast -g 50 -c:a pcm_f32le in.mkv
  warp-film --no-progress --copy --cut 2..4 --crossfade 0.4 --encode '-c:a pcm_f32le' in.mkv out.mkv
  numbers out.mkv
  # At the cut, both sides have the gain cos 45°.
  ffmpeg -nostdin -v error -i out.mkv -map a:0 -f f32le - | od -An -v -tf4 -w4 |
    awk 'NR == 96001 { printf "%.3f\n", $1 }'
}

# said WORD…: prints the exit status of warp-film --copy, its messages, and the file that it leaves.
said() {
  local status=0
  warp-film --no-progress --copy "$@" 2>messages || status=$?
  echo "$status $(xargs -d '\n' <messages)$(compgen -G 'out.*' | sed 's/^/ /')"
  rm -f out.*
}

what_cannot_be_cut() {
  film -c:v mpeg4 -g 25 -an mpeg4.mp4
  said --cut 1.2..2.2 mpeg4.mp4 out.mp4
  said --cut 1..2 mpeg4.mp4 out.mp4
  film -c:v libx264 -preset veryfast -an in.mp4
  said --cut 1..2 --speed 2x in.mp4 out.mp4
  said --cut 1..2 --reverse in.mp4 out.mp4
  said --cut 1..2 --preview in.mp4
  film -c:v mjpeg -an mjpeg.mov
  said --cut 1.2..2.2 mjpeg.mov out.mov
}

"$@"
