#!/bin/bash
# WarpLossTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# make WORD…: runs ffmpeg, which prints only errors. film WORD…: adds a second of picture as ffmpeg's first input.
make() { ffmpeg -nostdin -v error -y "$@"; }
film() { make -f lavfi -i testsrc2=s=64x48:r=25:d=1 "$@"; }

# warp WORD…: runs warp-film, and prints its messages, and the exit status if it is not 0.
warp() { warp-film -y --no-progress "$@" 2>&1 || echo "exit $?"; }

# frames FILE: prints a checksum per frame. count FILE: prints the number of frames.
frames() { ffmpeg -nostdin -v error -i "$1" -map v:0 -fps_mode passthrough -f framemd5 - | awk '!/#/ { print $NF }'; }
count() { frames "$1" | wc -l; }

# bytes FILE OFFSET OCTAL: overwrites bytes at an offset. place FILE WORD: prints the offset of the first WORD in bytes.
bytes() { printf '%b' "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none; }
place() { LC_ALL=C grep -obUa -m 1 -- "$2" "$1" | head -n 1 | cut -d : -f 1; }

# Trims all but 0.4 ms of a frame. Then speeds up a film until frames are closer than 1 ms, Matroska's timestamp unit.
a_trim_may_leave_little_of_a_frame() {
  film -c:v libx264 in.mkv
  for kind in mkv webm mp4; do
    warp --vfr --trim 0.0396.. --draft in.mkv "out.$kind" && count "out.$kind"
  done
  warp --vfr --constant 0.01 in.mkv out.mkv
  warp --copy --constant 0.01 in.mkv out.mkv
}

# Makes a film with two frames in one millisecond, far from its start and end.
frames_at_one_time_are_told_of() {
  make -f lavfi -i testsrc2=s=64x48:r=25:d=24 -c:v ffv1 even.mkv
  make -i even.mkv -c copy -bsf:v "setts=pts='if(eq(N,300),PTS-40,PTS)':dts=PTS" in.mkv
  warp --encode '-c:v ffv1' in.mkv out.mkv
  warp --vfr --encode '-c:v ffv1' in.mkv out.mkv
  cmp <(frames in.mkv) <(frames out.mkv) && echo same
}

# Retimes films whose header lacks the frame rate, one with a constant and one with a variable frame rate.
a_last_frame_lasts_as_long_as_others() {
  film -c:v flv1 -q:v 2 -r 25 even.flv
  make -i even.flv -c copy -bsf:v "setts=pts=PTS+mod(N*N*5\,23):dts=PTS+mod(N*N*5\,23)" uneven.flv
  for name in even uneven; do
    LC_ALL=C sed 's/framerate/frameratx/' $name.flv >in.flv
    warp-film --info in.flv | head -n 1
    warp in.flv out.mp4
    count out.mp4
  done
}

# Copies cover images from mp4 to Matroska, and from Matroska to Matroska. Does so in a run, in the commands that
# --dry-run prints, with --copy and in pieces.
covers_go_into_matroska() {
  make -f lavfi -i color=red:s=32x32 -frames:v 1 -c:v mjpeg cover.jpg
  make -f lavfi -i color=blue:s=32x32 -frames:v 1 cover.png
  film -i cover.jpg -i cover.png -map 0 -map 1 -map 2 -c:v:0 libx264 -c:v:1 copy -c:v:2 copy \
    -disposition:v:1 attached_pic -disposition:v:2 attached_pic in.mp4
  told() { mkvmerge -i "$1" | sed -n "s/^Attachment ID //p"; }
  warp in.mp4 one.mkv && told one.mkv
  make -i one.mkv -map 0:v:1 -c copy -f image2pipe found.jpg && cmp found.jpg cover.jpg && echo 'the same cover'
  warp one.mkv two.mkv && [ "$(told one.mkv)" = "$(told two.mkv)" ] && echo 'the same again'
  mkdir tmp
  warp-film --dry-run in.mp4 pasted.mkv >pasted && TMPDIR=tmp bash pasted && cmp one.mkv pasted.mkv && ls tmp &&
    echo pasted
  warp --copy in.mp4 copied.mkv && told copied.mkv | wc -l
  for piece in 1/2 2/2; do warp --piece $piece in.mp4 joined.mkv; done
  warp --join in.mp4 joined.mkv && told joined.mkv | wc -l
}

# Retimes a film whose cover image contains only zero bytes.
a_cover_may_be_no_picture() {
  make -f lavfi -i color=red:s=32x32 -frames:v 1 -c:v mjpeg cover.jpg
  film -i cover.jpg -map 0 -map 1 -c:v:0 libx264 -c:v:1 copy -disposition:v:1 attached_pic in.mp4
  # In mp4, the image begins 20 bytes after the start of the word `covr`.
  local start
  start=$(LC_ALL=C grep -obUa $'covr' in.mp4 | cut -d : -f 1)
  head -c "$(stat -c %s cover.jpg)" /dev/zero | dd of=in.mp4 bs=1 seek=$((start + 20)) conv=notrunc status=none
  for kind in mp4 mkv; do warp in.mp4 "out.$kind" | grep 'is dropped' && count "out.$kind"; done
}

# Copies H.263 into Matroska. Then tries --copy with codecs that warp-film must refuse to copy.
whatever_ffmpeg_takes_is_copied() {
  make -f lavfi -i testsrc2=s=176x144:r=25:d=1 -c:v h263 in.3gp
  warp --copy in.3gp out.mkv && cmp <(frames in.3gp) <(frames out.mkv) && echo same
  warp --copy in.3gp out.webm
  # --copy passes packets between programs as NUT. ffmpeg can write GIF frames in NUT, but cannot read them.
  film -c:v gif in.gif
  warp --copy in.gif out.mkv
}

# graded FILE PLAIN: copies the film PLAIN to FILE, and adds HDR10 metadata to the container.
graded() {
  mkvmerge -q -o "$1" --max-content-light 0:1000 --max-frame-light 0:400 --max-luminance 0:1000 --min-luminance 0:0 \
    --chromaticity-coordinates 0:0.68,0.32,0.265,0.69,0.15,0.06 --white-colour-coordinates 0:0.3127,0.329 "$2"
}

# light FILE: prints the HDR10 metadata of the first frame.
light() {
  ffprobe -v error -read_intervals %+#1 -show_entries frame_side_data=min_luminance,max_luminance,max_content "$1" |
    grep -E '=' | tr '\n' ' '
  echo
}

# Retimes and copies films with HDR10 metadata, in the container (AV1, VP9) or in the stream (HEVC), and one with
# HDR10+. The minimum luminance is 0 in all.
light_is_kept_or_named() {
  film -vf "$hdr_filter,scale=128x96" -pix_fmt yuv420p10le "${hdr[@]}" -c:v libaom-av1 -usage realtime -cpu-used 8 \
    plain.mkv
  graded in.mkv plain.mkv
  make -i in.mkv -c copy in.mp4
  for kind in mkv mp4; do
    warp in.$kind hevc.mp4 && light hevc.mp4
    warp --copy in.$kind out.$kind
  done
  film -vf "$hdr_filter" -pix_fmt yuv420p10le "${hdr[@]}" -c:v libvpx-vp9 -profile:v 2 -deadline realtime plain.webm
  graded in.webm plain.webm
  warp --copy in.webm out.webm
  local screen='G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,0)'
  film -vf "$hdr_filter,scale=128x96" -pix_fmt yuv420p10le "${hdr[@]}" -c:v libx265 \
    -x265-params "log-level=none:hdr10=1:repeat-headers=1:bframes=0:max-cll=1000,400:master-display=$screen" hdr.mkv
  warp hdr.mkv out.mp4 && light out.mp4
  warp --copy hdr.mkv out.mkv && light out.mkv
  # Adds HDR10+ metadata before the first frame: a message of ITU-T T.35 with 25 bytes of SMPTE 2094-40.
  make -i hdr.mkv -c copy -bsf:v hevc_mp4toannexb hdr.h265
  {
    printf '%b' '\0\0\0\1\116\1\4\31\265\0\74\0\1\4\1\100\0\0\3\0\7\320\3\350\1\364\0\175\4\10\17\240\0\0\3\0\200'
    cat hdr.h265
  } >plus.h265
  make -r 25 -i plus.h265 -c copy plus.mkv 2>/dev/null
  warp plus.mkv out.mp4
}

# Retimes a fragmented mp4 whose durations are unknown, which its headers express by setting all bits.
all_ones_are_no_length() {
  film -f lavfi -i sine=d=1 -c:v libx264 -c:a aac -movflags frag_keyframe+empty_moov in.mp4
  # In a box of version 0, the duration is 24 bytes after `tkhd`, and 20 bytes after `mdhd`.
  LC_ALL=C grep -obUaE 'tkhd|mdhd' in.mp4 | while IFS=: read -r start box; do
    echo "$box $(od -An -tu1 -j $((start + 4)) -N 1 in.mp4 | tr -d ' ')"
    bytes in.mp4 $((start + ($([ "$box" = tkhd ] && echo 24 || echo 20)))) '\377\377\377\377'
  done
  warp in.mp4 out.mp4 && count out.mp4
}

# The header says that the first sound packet has 259 samples instead of 1,024. The sound must still equal ffmpeg's.
a_short_first_packet_is_all_that_is_short() {
  make -f lavfi -i sine=f=300:r=48000:d=1.953 -c:a aac in.mp4
  local start
  start=$(place in.mp4 stts)
  # Overwrites the packet durations: one packet of 259 samples, then 92 packets of 1,024 samples.
  bytes in.mp4 $((start + 12)) '\0\0\0\1\0\0\1\3\0\0\0\134\0\0\4\0'
  bytes in.mp4 "$(place in.mp4 edts)" free
  warp --encode '-c:a pcm_f32le' in.mp4 out.wav
  make -i in.mp4 -f f32le all
  make -i out.wav -f f32le heard
  # warp-film drops 765 samples before the second packet, and no samples after it.
  part() { tail -c +$((4 * $2 + 1)) "$1" | head -c 320000; }
  cmp <(part all 1024) <(part heard 259) && echo 'the same'
}

# frames_keep_their_order_when_copied CODEC…: copies phone-like slow motion, whose first of seven frames lasts 0.3 s.
frames_keep_their_order_when_copied() {
  make -f lavfi -i testsrc2=s=64x48:r=30:d=0.2333 -vf "setpts='if(eq(N,0),0,0.3+(N-1)/30)/TB'" -fps_mode passthrough \
    -enc_time_base 1/600 -video_track_timescale 600 "$@" in.mp4
  for scale in 1 0.25 4; do
    for kind in mp4 mkv; do
      warp --copy --constant $scale in.mp4 out.$kind && cmp <(frames in.mp4) <(frames out.$kind) && count out.$kind
    done
  done
}

# Copies VP9 whose hidden frames have packets of their own, with nearly the same timestamps as other packets.
hidden_frames_may_share_a_time() {
  for pass in 1 2; do
    make -f lavfi -i testsrc2=s=160x120:r=25,noise=alls=20:allf=t -t 1 -c:v libvpx-vp9 -auto-alt-ref 1 \
      -lag-in-frames 19 -b:v 100k -pass $pass -passlogfile log -cpu-used 5 in.webm
  done
  make -i in.webm -c copy -bsf:v vp9_superframe_split in.nut
  ffprobe -v error -count_packets -show_entries stream=nb_read_packets -of csv=p=0 in.nut | awk '{ print ($1 > 25) }'
  for kind in webm mkv mp4; do
    warp --copy --constant 0.3 in.nut out.$kind && cmp <(frames in.webm) <(frames out.$kind) && count out.$kind
  done
}

# Retimes an MPEG transport stream that announces a video track but contains no packets of this track.
a_picture_without_packets_is_left_out() {
  film -f lavfi -i sine=d=1 -c:v mpeg2video -c:a mp2 full.ts
  # Removes the packets (188 bytes) with the picture's PID, which is 0x100.
  perl -e 'while (read STDIN, $packet, 188) { print $packet if (unpack("x n", $packet) & 0x1fff) != 0x100 }' \
    <full.ts >in.ts
  for file in out.mp4 out.m4a; do
    warp in.ts $file && ffprobe -v error -show_entries stream=codec_name,duration -of csv=p=0 $file | cut -c 1-7
  done
}

sound_alone_that_nothing_decodes() {
  make -f lavfi -i sine=d=0.2 -c:a aac known.m4a
  LC_ALL=C sed -e s/mp4a/ac-4/ -e s/esds/xxxx/ known.m4a >in.m4a
  warp in.m4a out.m4a
  warp in.m4a out.mp4
}

# Plays a damaged film backward and forward, and prints the messages. The number of lines of ffmpeg depends on its
# version.
damage_is_told() {
  make -f lavfi -i testsrc2=s=320x240:r=25:d=1 -c:v libx264 -g 12 -bf 2 -crf 12 in.mp4
  for start in $(seq 6000 9000 60000); do bytes in.mp4 "$start" '\125'; done
  warp --reverse --draft in.mp4 out.mp4 | grep '^warp-film' | grep -v 'ffmpeg printed'
  warp --draft in.mp4 out.mp4 | grep '^warp-film' | grep -v 'ffmpeg printed'
}

"$@"
