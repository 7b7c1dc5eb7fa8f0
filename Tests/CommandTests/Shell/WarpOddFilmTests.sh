#!/bin/bash
# WarpOddFilmTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.
# shellcheck disable=SC2086  # unquoted on purpose: the shell splits the text into words

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# make WORD…: runs ffmpeg, which prints only errors. picture SECONDS WORD…: adds a test picture as ffmpeg's first input.
make() { ffmpeg -nostdin -v error -y "$@"; }
picture() { make -f lavfi -i testsrc2=s=64x48:r=25:d="$1" "${@:2}"; }

# frames FILE: prints a checksum per frame. lengths FILE: prints the codecs and durations of the tracks.
frames() { ffmpeg -nostdin -v error -i "$1" -map v:0 -fps_mode passthrough -f framemd5 - | awk '!/#/ { print $NF }'; }
lengths() { ffprobe -v error -show_entries stream=codec_name,duration -of csv=p=0 "$1"; }

# Retimes films whose sound is longer or shorter than the picture, and a film of a single frame with sound.
sound_may_last_longer_than_the_picture() {
  picture 0.48 -f lavfi -i sine=d=2 -c:v libx264 -c:a aac in.mp4
  picture 2 -f lavfi -i sine=d=0.48 -c:v libx264 -c:a aac silent.mp4
  picture 0.04 -f lavfi -i sine=d=2 -c:v ffv1 -pix_fmt yuv420p -c:a pcm_s16le still.mkv
  warp-film in.mp4 out.mp4 && lengths out.mp4
  # The last frame is held until the sound ends. In backward play, this frame comes first.
  warp-film --reverse --encode '-c:v ffv1' in.mp4 back.mkv 2>/dev/null && frames back.mkv | uniq -c | awk '{ print $1 }' | head -n 3
  warp-film --vfr in.mp4 stamped.mp4 2>/dev/null &&
    ffprobe -v error -show_entries packet=pts_time -select_streams v -of csv=p=0 stamped.mp4 | sort -n | tail -n 1
  warp-film in.mp4 out.wav && lengths out.wav
  warp-film silent.mp4 short.wav && lengths short.wav
  warp-film --no-audio in.mp4 mute.mp4 && lengths mute.mp4
  warp-film still.mkv out.mp4 -y 2>&1 && lengths out.mp4
}

# concatenated_streams_play_completely KIND CODECS: concatenates a film with itself, and plays it forward and backward.
# The film is longer than ten seconds, because ffmpeg treats smaller backward jumps of timestamps differently. Prints
# the number of frames if all are right, and the times of the beeps.
concatenated_streams_play_completely() {
  picture 12 -f lavfi -i "aevalsrc='0.7*sin(2*PI*3000*t)*between(t,1,1.04)':s=48000:d=12" $2 one.$1
  cat one.$1 one.$1 >in.$1
  warp-film --encode '-c:v ffv1 -c:a flac' in.$1 out.mkv && warp-film --reverse --encode '-c:v ffv1 -c:a flac' in.$1 back.mkv || exit
  { frames one.$1; frames one.$1; } >expected
  cmp expected <(frames out.mkv) && cmp <(tac expected) <(frames back.mkv) && wc -l <expected
  ffmpeg -nostdin -v info -i out.mkv -af silencedetect=n=-20dB:d=0.1 -f null - 2>&1 | grep -o 'silence_end: [0-9.]*'
}

# no_frame_of_avi_is_lost CODEC…: prints the number of frames if the results have all of them, and the beep's time.
no_frame_of_avi_is_lost() {
  picture 2 -f lavfi -i "aevalsrc='0.7*sin(2*PI*3000*t)*between(t,1,1.04)':s=48000:d=2" -c:a pcm_s16le "$@" -bf 2 in.avi
  warp-film --encode '-c:v ffv1 -c:a flac' in.avi out.mkv && warp-film --vfr --reverse --encode '-c:v ffv1 -c:a flac' in.avi back.mkv || exit
  frames in.avi >expected
  cmp expected <(frames out.mkv) && cmp <(tac expected) <(frames back.mkv) && wc -l <expected
  ffmpeg -nostdin -v info -i out.mkv -af silencedetect=n=-20dB:d=0.1 -f null - 2>&1 | grep -o 'silence_end: [0-9.]*'
}

# interlaced_films_stay_interlaced FILE ORDER CODEC…: prints the note about an interlaced film. Then prints
# whether the first frame of the result is interlaced, and whether its top field is first.
interlaced_films_stay_interlaced() {
  make -f lavfi -i "testsrc2=s=720x576:r=50:d=0.4,interlace=scan=$2" -pix_fmt yuv420p "${@:3}" "$1"
  warp-film "$1" out.mp4 2>&1
  ffprobe -v error -read_intervals %+#1 -show_entries frame=interlaced_frame,top_field_first -of compact=p=0 out.mp4 |
    sed -n 's/interlaced_frame=\(.\)|top_field_first=\(.\).*/\1 \2/p'
}

truncation_is_reported_before_other_errors() {
  picture 4 -c:v libx264 -preset ultrafast -g 25 -movflags +faststart whole.mp4
  head -c $(($(stat -c %s whole.mp4) / 2)) whole.mp4 >in.mp4
  warp-film --info in.mp4 | grep -o -m 1 'source duration'
  warp-film --trim 3..4 in.mp4 out.mp4
  echo "exit $?"
}

# truncated_films_are_reported KIND: retimes the first half of a file of 4 s. Prints the exit status, the messages, and
# 1 for each track of the result that lasts 1 to 3 s.
truncated_films_are_reported() {
  picture 4 -f lavfi -i sine=d=4 -c:v libx264 -preset ultrafast -g 25 -c:a aac -movflags +faststart whole.$1
  head -c $(($(stat -c %s whole.$1) / 2)) whole.$1 >in.$1
  warp-film in.$1 out.mp4 2>said
  echo "exit $?"
  cat said
  lengths out.mp4 | cut -d , -f 2 | awk '{ print ($1 > 1 && $1 < 3) }'
}

# Retimes sounds whose second half is missing. Prints kind, exit status and message, with times in whole seconds. Also
# prints each complete sound, and each sound from a pipe, that warp-film calls truncated.
truncated_sound_is_reported() {
  local kind
  for kind in wav w64 au caf mp3; do
    make -f lavfi -i sine=d=4 "whole.$kind"
    head -c $(($(stat -c %s "whole.$kind") / 2)) "whole.$kind" >"cut.$kind"
    warp-film "cut.$kind" "$kind.wav" 2>said
    echo "$kind $? $(sed -E 's/^warp-film: error: //; s/;.*//; s/last (3.99|4.0)[0-9]*/last 4/
      s/at (1.9|2)[.0-9]*/at 2/' said)"
  done
  make -f lavfi -i sine=d=1 -f wav - >piped.wav
  make -f lavfi -i testsrc2=d=1 -f avi - >piped.avi
  for file in whole.* piped.*; do
    warp-film --info "$file" >told 2>&1 || echo "$file: $?"
    grep 'is truncated' told
  done
}

# odd_sizes_and_rgb_become_playable FORMAT SIZE: prints the size and pixel format of the result, and whether its last
# two columns are equal.
odd_sizes_and_rgb_become_playable() {
  make -f lavfi -i testsrc2=s=66x50:r=25:d=0.2,format=$1,crop=$2:exact=1 -c:v ffv1 in.mkv
  warp-film in.mkv out.mp4 --encode '-crf 0' 2>said
  ffprobe -v error -show_entries stream=width,height,pix_fmt,nb_frames -of csv=p=0 out.mp4
  grep -q edge said && ffmpeg -nostdin -v error -i out.mp4 -frames:v 1 -vf extractplanes=y,crop=2:x=iw-2 -f rawvideo - |
    od -An -v -tu1 -w2 | awk '$1 != $2 { differs = 1 } END { print differs ? "the edge is another" : "the same edge" }'
  cat said
}

changed_channel_layouts_are_reported() {
  local layout
  for layout in 2.1 '7.1(wide)' 5.1; do
    make -f lavfi -i "sine=r=48000:d=0.2,aformat=channel_layouts=$layout" -c:a pcm_s16le in.mov
    warp-film -y in.mov out.mkv 2>&1 && ffprobe -v error -show_entries stream=channel_layout -of csv=p=0 out.mkv
  done
}

# tags_are_kept: prints the tags that results keep from a phone's film, from its tracks, and from Broadcast Wave.
tags_are_kept() {
  picture 0.2 -f lavfi -i sine=d=0.2 -c:v libx264 -c:a aac -metadata creation_time=2020-01-02T03:04:05Z \
    -metadata title=Trip -metadata com.apple.quicktime.location.ISO6709=+59.3+018.0/ -metadata:s:a title=Wind \
    -movflags use_metadata_tags in.mov
  make -i in.mov -c copy -metadata:s:a title=Wind -metadata:s:v mood=grey in.mkv
  # mov has two creation times, which newer versions of ffprobe merge into one line. Newer versions also print `name`,
  # which is the title of a track.
  ffprobe_tags() { ffprobe -v error -show_entries format_tags:stream_tags -of default=nw=1 "$1" | grep -iE "$2" |
    sed 's/\(creation_time=[^;]*\);.*/\1/; /:name=/Id' | sort; }
  for kind in mp4 mov mkv m4a; do
    warp-film in.mov out.$kind && ffprobe_tags out.$kind ':(creation|title|com.apple)' | sort -fu
  done
  warp-film in.mkv mood.mkv && ffprobe_tags mood.mkv 'mood|Wind'
  warp-film in.mkv wind.mp4 && ffprobe_tags wind.mp4 'Wind'
  make -f lavfi -i sine=d=0.2 -metadata originator=Me -metadata time_reference=4800 -metadata description=Rain \
    -metadata coding_history=A=PCM -write_bext 1 in.wav
  warp-film in.wav out.wav && ffprobe_tags out.wav .
}

only_the_cause_is_reported() {
  picture 4 -f lavfi -i sine=d=4 -c:v libx264 -preset ultrafast -c:a aac in.mp4
  warp-film --encode '-c:v nonsense' in.mp4 out.mp4
  warp-film --encode '-fs 1k' in.mp4 out.mp4
}

# Makes a film with bursts of frames at 60 fps, and prints its frame rate and its number of frames. Then prints the
# frame rate and the number of different frames of the result.
bursts_keep_their_frames() {
  picture 2 -vf "hue=h=n*7,select='between(mod(n,25),0,5)+eq(mod(n,25),15)',settb=1/60,setpts='if(lt(mod(N,7),6),floor(N/7)+mod(N,7)/60,floor(N/7)+0.6)/TB'" \
    -fps_mode passthrough -enc_time_base 1/60 -c:v libx264 -qp 0 in.mp4
  ffprobe -v error -show_entries stream=r_frame_rate,nb_frames -of csv=p=0 in.mp4
  warp-film --pick hold --encode '-c:v ffv1' in.mp4 out.mkv && ffprobe -v error -show_entries stream=r_frame_rate -of csv=p=0 out.mkv
  frames out.mkv | uniq | wc -l
}

# Trims a screen recording so that it ends inside a long still.
a_trim_can_end_inside_a_still() {
  picture 24 -vf "hue=h=n,select='lt(t,8)+gte(t,22)'" -fps_mode vfr -c:v libx264 -preset ultrafast in.mkv
  warp-film --trim 0..14 in.mkv one.mp4 2>/dev/null && lengths one.mp4
  warp-film --trim 6..14 in.mkv two.mp4 2>/dev/null && lengths two.mp4
}

ineffective_trims_are_reported() {
  picture 1 -c:v libx264 -preset ultrafast in.mp4
  warp-film --trim 0.5..3 in.mp4 out.mp4
  warp-film -y --trim 0..0.2 --trim 0.4..0.84 in.mp4 out.mp4
  warp-film --info --trim 0.1..0.44 in.mp4 | head -n 2
}

# Makes a sound with clicks every half second, without some packets of 24 ms, and prints the numbers of samples between
# the clicks. Prints `same` if a packet with a wrong timestamp does not change the sound.
lost_sound_is_silent() {
  make -f lavfi -i "aevalsrc='0.8*lt(mod(t,0.5),0.0005)':s=48000:d=3" -c:a pcm_s16le whole.wav
  make -i whole.wav -c:a mp2 -b:a 192k -bsf:a 'noise=drop=eq(n\,10)+between(n\,50\,51)' in.ts
  warp-film in.ts out.wav
  ffmpeg -nostdin -v error -i out.wav -f s16le - | od -An -v -td2 -w2 |
    awk '$1 > 9000 && NR - last > 100 { if (last) print NR - last; last = NR }' | tr '\n' ' ' | sed 's/ $/\n/'
  make -i whole.wav -c:a ac3 late.mkv
  make -i late.mkv -c copy -bsf:a 'setts=ts=TS+32*eq(N\,40)' in.mkv
  warp-film late.mkv late.wav && warp-film in.mkv in.wav && cmp late.wav in.wav && echo same
}

# Prints the number of frames, 253. Then prints `same` if a trimmed result has the right frames, forward and backward.
frames_that_share_a_packet_are_kept() {
  picture 10.12 -vf hue=h=3*n -c:v mpeg2video -q:v 31 -bf 2 in.mpg
  frames in.mpg >whole
  warp-film --encode '-c:v ffv1' in.mpg out.mkv && frames out.mkv | wc -l
  warp-film -y --encode '-c:v ffv1' --trim 8.32..8.56 in.mpg out.mkv && cmp <(sed -n '209,214p' whole) <(frames out.mkv) && echo same
  warp-film -y --encode '-c:v ffv1' --reverse --trim 8.32..8.56 in.mpg out.mkv &&
    cmp <(sed -n '209,214p' whole | tac) <(frames out.mkv) && echo same
}

# Makes a film of 140 frames with a variable frame rate, and prints how many frames the result shows. Then retimes a
# film whose timestamps start at 100 s.
timestamps_override_matroskas_rate_and_duration() {
  make -f lavfi -i testsrc2=s=64x48:r=50:d=6 -vf "hue=h=3*n,select='lt(n,100)+not(mod(n,5))'" -fps_mode vfr -enc_time_base 1/90000 \
    -c:v libx264 -preset ultrafast in.mp4
  make -i in.mp4 -c copy in.mkv
  warp-film --encode '-c:v ffv1' in.mkv out.mkv && frames out.mkv | uniq | wc -l
  make -itsoffset 100 -i in.mp4 -c copy -copyts late.mkv
  warp-film --fps 25 late.mkv out.mp4
  echo "exit $?"
}

# Retimes a film that was cut between keyframes, so that its first frames have negative times. Then retimes only its
# sound, and the film cut as the error message advises.
frames_without_timestamps_are_refused() {
  make -f lavfi -i testsrc2=s=64x48:r=25:d=8 -f lavfi -i sine=d=8 -c:v libx264 -preset veryfast -bf 2 -g 50 -c:a aac in.mp4
  make -ss 3.3 -i in.mp4 -c copy -avoid_negative_ts disabled in.mkv
  make -ss 1.5 -i in.mkv -c copy late.mkv
  for file in 'in.mkv out.mkv' 'in.mkv out.wav' 'late.mkv late.mp4'; do
    # shellcheck disable=SC2086  # unquoted on purpose: the shell splits the text into words
    warp-film $file
    echo "exit $?"
  done
}

# Concatenates four separately encoded pieces of 2 s, each with a beep at 1 s, and prints the times of the beeps.
overlapping_pieces_stay_in_sync() {
  local piece
  for piece in 0 1 2 3; do
    make -f lavfi -i testsrc2=s=64x48:r=25:d=2 -f lavfi -i "aevalsrc='between(t,1,1.06)*sin(6283*t)/2':s=48000:d=2" \
      -c:v libx264 -preset ultrafast -bf 0 -c:a aac -output_ts_offset $((10 + 2 * piece)) -muxdelay 0 -f mpegts $piece.ts
  done
  cat ./?.ts >in.ts
  warp-film in.ts out.mkv
  ffmpeg -nostdin -i out.mkv -af silencedetect=n=-20dB:d=0.3 -f null - 2>&1 |
    sed -n 's/.*silence_end: \([0-9.]*\).*/\1/p' | head -n 4 | xargs printf '%.2f '
  echo
}

# Makes a broadcast whose picture grows from 64x48 to 96x96, and prints the picture sizes of results.
a_picture_that_changes_its_size_gets_one_size() {
  local map
  make -f lavfi -i testsrc2=s=64x48:r=25:d=4 -c:v libx264 -preset ultrafast -g 25 -output_ts_offset 10 -f mpegts 1.ts
  make -f lavfi -i testsrc2=s=96x96:r=25:d=4 -c:v libx264 -preset ultrafast -g 25 -output_ts_offset 14 -f mpegts 2.ts
  cat 1.ts 2.ts >in.ts
  for map in '--trim 5..6' '--reverse --memory 200k' '--speed 2x'; do
    warp-film -y $map in.ts out.mp4 && about stream=width,height out.mp4 | sed 's/.*=//' | paste -sd x
  done
}

webm_keeps_cue_settings_and_bit_depth() {
  printf 'WEBVTT\n\n00:00.500 --> 00:01.500 line:0 align:start\n<v Bob>Hi <00:01.000>there\n' >in.vtt
  make -f lavfi -i testsrc2=s=64x48:r=25:d=2 -i in.vtt -map 0 -map 1 -c:v libvpx -c:s copy in.webm
  warp-film --speed 2x in.webm out.webm && make -i out.webm -map 0:s -c copy -f webvtt - | sed '/^$/N;/^\n$/D'
  warp-film --vfr --speed 50x in.webm out.mkv 2>/dev/null
  echo "exit $?"
  make -f lavfi -i testsrc2=s=64x48:d=0.2 -pix_fmt gray16le -c:v ffv1 grey.mkv
  warp-film grey.mkv grey.webm 2>/dev/null && about stream=pix_fmt grey.webm | sed 's/.*=//'
}

# channels KIND LAYOUT COUNT: makes a sound in which each channel is louder than the previous one. Prints the numbers of
# the result's channels, softest first.
channels() {
  local signs='' number
  for ((number = 1; number <= $3; number++)); do signs+="|$number/10*sin(377*t)"; done
  make -f lavfi -i "aevalsrc='${signs#|}':c=$2:s=48000:d=2" -c:a pcm_s16le in.mka
  warp-film in.mka "out.$1" 2>/dev/null
  ffmpeg -nostdin -i "out.$1" -af astats=measure_overall=none:measure_perchannel=RMS_level -f null - 2>&1 |
    sed -n 's/.*Channel: //p; s/.*RMS level dB: //p' | paste - - | sort -n -k 2 | cut -f 1 | paste -sd ' '
}

"$@"
