#!/bin/bash
# WarpPieceTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.
# shellcheck disable=SC2086  # unquoted on purpose: the shell splits the text into words

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"
# shellcheck source=fixtures.sh
. "${BASH_SOURCE[0]%/*}/fixtures.sh"

# make_film NAME [FILTER]: makes six seconds of picture, two sound tracks, two cues, two chapters and a title.
make_film() { fixture film_of_tracks "$@"; }

film_of_tracks() {
  printf '1\n00:00:02,000 --> 00:00:03,000\nhello\n\n2\n00:00:04,000 --> 00:00:05,500\nworld\n' >in.srt
  printf ';FFMETADATA1\ntitle=A film\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=3\ntitle=one\n[CHAPTER]\nTIMEBASE=1/1\nSTART=3\nEND=6\n' >in.tags
  ffmpeg -nostdin -v error -f lavfi -i "testsrc2=s=64x48:r=25:d=6,hue=h=7*n,setparams=range=tv${2:+,$2}" \
    -f lavfi -i "sine=300:r=48000:d=6" -f lavfi -i "sine=800:r=44100:d=6" -i in.srt -i in.tags -map 0 -map 1 -map 2 -map 3 \
    -map_metadata 4 -metadata:s:a:1 language=deu -fps_mode passthrough -c:v libx264 -preset veryfast -g 40 -pix_fmt yuv420p \
    -c:a aac -c:s srt "$1"
}

# pieces COUNT WORD…: makes a result in pieces, the last one first, and joins them.
pieces() {
  local number
  for ((number = $1; number > 0; number--)); do warp-film "${@:2}" --piece "$number/$1" || return; done
  warp-film "${@:2}" --join
}

# frames FILE TRACK: prints times and checksums of the frames or samples of a track. cues FILE: prints the subtitles.
frames() { ffmpeg -nostdin -v error -copyts -i "$1" -map "$2" -fps_mode passthrough -f framemd5 - | grep -v '^#software'; }
cues() { ffmpeg -nostdin -v error -copyts -i "$1" -map s:0 -f srt -; }

# same_frames MAP HOW COUNT [FILTER]: compares a lossless result of one run with the result from COUNT pieces.
same_frames() {
  make_film in.mkv "${4-}"
  compare_frames "$3" $1 $2
}

# Compares one run with seven pieces, for a film with four interlaced frames per second.
same_deinterlaced() {
  ffmpeg -nostdin -v error -f lavfi -i "testsrc=s=64x48:r=8:d=4,tinterlace=interleave_top,fieldorder=tff" -c:v mpeg4 \
    -flags +ilme+ildct -q:v 2 in.mkv
  compare_frames 7 --deinterlace frame --fps 8
}

# same_before_a_hole WORD…: compares one run with three pieces, for a film with a gap in its timestamps from 10 to 40 s.
same_before_a_hole() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=320x240:r=20:d=15 -vf "settb=1/1000,setpts='if(lt(N,200),N/20,30+N/20)/TB'" \
    -fps_mode passthrough -enc_time_base 1/1000 -c:v libx264 -preset veryfast -pix_fmt yuv420p in.mkv
  compare_frames 3 --mix motion --fps 60 "$@"
}

# compare_frames COUNT WORD…: makes a result from in.mkv in one run and in COUNT pieces, and compares the frames.
compare_frames() {
  warp-film --no-progress --no-audio --codec ffv1 "${@:2}" in.mkv one.mkv 2>/dev/null
  pieces "$1" --no-progress --no-audio --codec ffv1 "${@:2}" in.mkv out.mkv 2>/dev/null
  frames one.mkv v:0 >one
  frames out.mkv v:0 | cmp - one && grep -vc '#' one
  ls out.mkv*
}

# same_file KIND: prints differences between a file made in one run and a file joined from three pieces. Does not
# compare the content of frames, whose encoding is lossy.
same_file() {
  local what
  make_film in.mkv
  warp-film --no-progress --curve smoothstep:factor=2 in.mkv "one.$1" 2>/dev/null
  pieces 3 --no-progress --curve smoothstep:factor=2 in.mkv "out.$1" 2>/dev/null
  for what in one out; do
    { frames "$what.$1" v:0 | cut -d, -f1-5; frames "$what.$1" a:0; frames "$what.$1" a:1; cues "$what.$1"; } >"$what.all"
    # Does not compare durations: in Matroska, only the last Opus packet states the end, which a copy loses.
    about "stream=codec_name,codec_tag_string,width,height,pix_fmt,start_time,r_frame_rate,has_b_frames,field_order,\
color_range,sample_aspect_ratio:stream_tags=language,title:stream_disposition=default:format=start_time:format_tags=title:\
chapter=start,end:chapter_tags" "$what.$1" >>"$what.all"
  done
  diff one.all out.all && grep -c . one.all | awk '{ print ($1 > 500) }'
}

# Prints the messages about wrong pieces, and the files that remain.
troubles() {
  make_film in.mkv
  set -- --no-progress --codec ffv1 --reverse in.mkv out.mkv
  status() { echo "$?"; }
  warp-film "$@" --join; status
  # Other pieces in the directory, made with another COUNT or other options, do not matter.
  warp-film --speed 2x "$@" --piece 1/1 --no-audio --no-subtitles
  warp-film "$@" --piece 1/3; warp-film "$@" --piece 3/3
  warp-film "$@" --join; status
  warp-film "$@" --piece 3/3; status
  warp-film "$@" --piece 2/3
  # Options such as --threads and --memory may differ between pieces.
  cp out.mkv.piece-2-of-3 kept
  truncate -s -1 out.mkv.piece-2-of-3
  warp-film "$@" --join; status
  warp-film "$@" --threads 1 --memory 1G --piece 2/3; status
  cmp kept out.mkv.piece-2-of-3
  warp-film --speed 2x "$@" --piece 2/3; status
  warp-film --speed 2x "$@" --join; status
  truncate -s -1 out.mkv.piece-1-of-3.rest
  warp-film "$@" --join; status
  warp-film "$@" --piece 1/3
  cp out.mkv.piece-1-of-3 out.mkv.piece-2-of-3
  warp-film "$@" --join; status
  cp kept out.mkv.piece-2-of-3
  echo before >out.mkv
  warp-film "$@" --join; status
  cat out.mkv
  rm out.mkv.piece-1-of-1
  ls out.mkv*
  # The order of the options does not matter.
  warp-film --codec ffv1 -y --join --reverse in.mkv out.mkv; status
  ls out.mkv*
}

# Kills warp-film while it makes piece 2/2. No part of this piece may be left, and only this piece is made again.
killed() {
  local worker
  make_film in.mkv
  set -- --no-progress --codec ffv1 --constant 3 in.mkv out.mkv
  warp-film "$@" --piece 1/2
  mkfifo stages gate
  # The encoder of piece 2/2 waits for ever.
  with_ffmpeg '*ffv1*' 'read -r _ <gate'
  PATH=$PWD/bin:$PATH setsid warp-film "$@" --piece 2/2 --stages stages &
  worker=$!
  grep -m 1 -q ^encoder stages
  kill -KILL "$worker"
  wait "$worker" 2>/dev/null
  until_or_a_minute "! compgen -G 'out.mkv.piece-2*'" >/dev/null
  rm stages gate
  ls out.mkv*
  warp-film "$@" --piece 1/2 --progress-file said
  cat said
  warp-film "$@" --piece 2/2
  warp-film "$@" --join
  ls out.mkv*
}

"$@"
