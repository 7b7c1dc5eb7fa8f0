#!/bin/bash
# SpokenEditTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# A film of six seconds with subtitles and chapters. Each second has another grey and another tone, and two words.
make_film() {
  local second
  for second in 0 1 2 3 4 5; do
    printf '%d\n00:00:0%d,000 --> 00:00:0%d,000\nsecond %d\n\n' $((second + 1)) $second $((second + 1)) $second
  done >in.srt
  {
    echo ';FFMETADATA1'
    printf '[CHAPTER]\nTIMEBASE=1/1\nSTART=%d\nEND=%d\ntitle=a\n' 0 3 3 6
  } >chapters
  ffmpeg -nostdin -v error -y -f lavfi -i "nullsrc=s=64x48:r=25:d=6,format=gray,geq=lum='40+30*floor(T)'" \
    -f lavfi -i "aevalsrc='0.3*sin(2*PI*(300+200*floor(t))*t)':d=6" -i in.srt -i chapters -map 0 -map 1 -map 2 \
    -map_chapters 3 -c:v ffv1 -c:a flac -c:s srt in.mkv
  python3 - <<'END'
import json
words = [{"word": f" {name}{second}" + ("." if name == "b" else ""), "start": second + at, "end": second + at + 0.3}
         for second in range(6) for name, at in (("a", 0.1), ("b", 0.6))]
segments = [{"start": second, "end": second + 1, "text": "", "words": words[2 * second:2 * second + 2]}
            for second in range(6)]
json.dump({"segments": segments}, open("words.json", "w"))
END
}

# Prints the seconds that the frames show, the lengths, and the subtitles and chapters.
described() {
  ffmpeg -nostdin -v error -i "$1" -map 0:v -fps_mode passthrough -vf crop=1:1,format=gray -f rawvideo - |
    od -An -v -tu1 -w1 | awk '{ print int(($1 - 25) / 30) }' | uniq -c | awk '{ printf "%s:%s ", $2, $1 }'
  echo
  ffmpeg -nostdin -v error -i "$1" -map 0:a -ac 1 -f s16le -ar 8000 - | wc -c | awk '{ printf "%.2f\n", $1 / 16000 }'
  ffmpeg -nostdin -v error -i "$1" -map 0:s -f srt - | grep -a second | tr '\n' ' '
  ffprobe -v error -show_entries chapter=start_time,end_time -of csv=p=0 "$1" | tr '\n' ' '
  echo
}

# edited WORD…: describes the film after an edit.
edited() {
  make_film
  printf '1\n00:00:01,000 --> 00:00:02,000\nx\n\n2\n00:00:04,000 --> 00:00:06,000\ny\n' >kept.srt
  warp-map --words words.json --to text >script
  sed '/a2/d; s/a4 //' script >edited.txt
  sed 's/a2/A2,/' script >same.txt
  warp-film --encode '-c:v ffv1 -c:a flac' "$@" in.mkv out.mkv || return
  described out.mkv
}

"$@"
