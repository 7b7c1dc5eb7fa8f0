#!/bin/bash
# WarpCopyTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.
# shellcheck disable=SC2086  # unquoted on purpose: the shell splits the text into words

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# seen FILE: prints the time in microseconds and the checksum of each decoded frame.
seen() {
  ffmpeg -nostdin -v error -copyts -i "$1" -map v:0 -fps_mode passthrough -enc_time_base 1/1000000 -f framemd5 - |
    awk -F ', *' '!/#/ { print $3, $NF }'
}

# copied_frames_stay_identical_and_on_time CODEC OUTPUTS: CODEC contains ffmpeg's options and file name for a film of
# four seconds. Retimes this film with --copy into each file of OUTPUTS. Prints the number of frames, of changed frames,
# and of frames at wrong times. Also prints what mkvmerge complains about.
copied_frames_stay_identical_and_on_time() {
  local output
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=192x108:r=25:d=4 $1 2>/dev/null
  seen in.* >source
  warp-map --duration 4 --curve double-smoothstep:factor=3 >map
  awk 'NR == 1 { first = $1 } { printf "%.6f\n", ($1 - first) / 1e6 }' source | warp-map --map map --at - | cut -f 2 >due
  for output in $2; do
    warp-film --no-progress --copy --map map in.* "$output"
    seen "$output" >result
    [[ $output != *.mkv ]] || mkvmerge -J "$output" | grep -A 1 -E '"(errors|warnings)": \[$'
    # The tolerance in microseconds: half a tick of 1/64000 s in mp4 and mov, else half a millisecond.
    paste -d ' ' source result due | awk -v output="$output" '
      BEGIN { half = output ~ /mp4|mov/ ? 8 : 500 }
      $2 != $4 { others++ }
      { off = $3 - 1e6 * $5; if (off > half + 1 || off < -half - 1) late++ }
      END { printf "%s %d frames, %d others, %d late\n", output, NR, others, late }'
  done
}

a_copied_part_begins_at_a_keyframe() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=8 -c:v libx264 -x264-params keyint=50:scenecut=0:bframes=3 in.mkv
  seen in.mkv | sed -n '101,150p' | cut -d ' ' -f 2 >due
  warp-film --no-progress --copy --trim 4..6 in.mkv out.mp4
  # Compares only the 50 frames of the part. More frames may follow, because frames of the part depend on them.
  seen out.mp4 | head -n 50 | cut -d ' ' -f 2 | cmp - due && echo "$(wc -l <due) frames from the key frame on"
  warp-film --no-progress --copy --trim 2.5..6 in.mkv other.mp4
  [ ! -e other.mp4 ]
}

# Checks sound, subtitles, chapters, rotation, and the codec tag by which Apple's players recognize HEVC.
other_tracks_and_chapters_follow_the_map() {
  printf '1\n00:00:01,000 --> 00:00:02,000\nhere\n' >in.srt
  printf ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=3\ntitle=second\n' >chapters
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x64:r=25:d=4 -f lavfi -i sine=d=4 -i in.srt -i chapters -map 0 -map 1 -map 2 \
    -map_chapters 3 -c:v libx265 -x265-params log-level=none -preset ultrafast -c:a aac -c:s mov_text straight.mp4
  turned straight.mp4 in.mp4 -map 0:v -map 0:a -map 0:s
  warp-film --no-progress --copy --constant 2 in.mp4 out.mp4
  ffprobe -v error -show_entries stream=index,codec_type,start_time,duration -of csv=p=0 out.mp4 |
    awk -F , '$2 != "data" && NF > 2 { print $1 "=" $2, $3, $4 }'
  about stream=codec_tag_string out.mp4 | sed -n '1s/.*=//p'
  about stream_side_data=rotation out.mp4
  warp-film --no-progress --copy --constant 2 in.mp4 out.mkv 2>&1
  ffprobe -v error -show_entries chapter=start_time,end_time -of csv=p=0 out.mkv | sed 's/,/ /; s/^/chapter /'
}

# make WORD…: makes a film of two seconds.
make() { ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=96x64:r=25:d=2 "$@"; }

odd_films_are_copied() {
  length() { ffprobe -v error -show_entries format=duration -of csv=p=0 "$1"; }
  make -c:v libx264 -frames:v 1 one.mp4
  warp-film --no-progress --copy --constant 2 one.mp4 out.mp4
  echo "one frame: $(seen out.mp4 | wc -l), $(length out.mp4)"
  make -c:v libx264 two.mp4
  warp-film --no-progress --copy --freeze 2=2 two.mp4 frozen.mp4
  echo "frozen: $(seen frozen.mp4 | wc -l), $(length frozen.mp4)"
  make -vf "$hdr_filter" -pix_fmt yuv420p10le "${hdr[@]}" -c:v libvpx-vp9 -profile:v 2 -deadline realtime hdr.webm
  warp-film --no-progress --copy hdr.webm hdr.mp4
  ffprobe -v error -show_entries stream=color_space,color_transfer,color_primaries -of csv=p=0 hdr.mp4
  make -c:v mpeg2video -g 12 -bf 2 whole.ts
  ffmpeg -nostdin -v error -ss 1 -copyts -i whole.ts -c copy -avoid_negative_ts disabled open.ts
  warp-film --no-progress --copy --constant 2 open.ts open.mp4
  [ "$(seen open.ts | cut -d ' ' -f 2)" = "$(seen open.mp4 | cut -d ' ' -f 2)" ] && echo 'open: same'
  warp-film --no-progress --copy --speed 60x two.mp4 fast.mkv || echo "exit $?"
  # Mirrors the picture: sets the first element of the display matrix to -1.
  cp two.mp4 mirrored.mp4
  printf '\377\377\0\0' | dd bs=1 seek=$(($(grep -obUa tkhd two.mp4 | cut -d : -f 1) + 44)) conv=notrunc of=mirrored.mp4 2>/dev/null
  warp-film --no-progress --copy mirrored.mp4 out.mkv || echo "exit $?"
  make -c:v libx264 -bf 0 in.avi
  warp-film --no-progress --copy in.avi out.mkv || echo "exit $?"
  # ffmpeg's muxer gives up about the two packets, too, after the filter has refused them.
  make -c:v mpeg2video -g 1 \
    -bsf:v "setts=pts='if(eq(N,20),PREV_OUTPTS,PTS)':dts='if(eq(N,20),PREV_OUTPTS,DTS)'" twice.ts
  warp-film --no-progress --copy twice.ts out.mkv 2>twice || echo "exit $?"
  grep -a warp-film twice
}

# refused WORDS: runs warp-film --copy with arguments that it must refuse. Prints the output files that it leaves.
refused() {
  make_tiny_film
  eval "warp-film --no-progress --copy $1" || { status=$?; ls out.* 2>/dev/null; exit "$status"; }
}

"$@"
