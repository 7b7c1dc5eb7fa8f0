#!/bin/bash
# StatedFactTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

make() { ffmpeg -nostdin -v error -y "$@"; }
picture() { echo "-f lavfi -i testsrc2=s=64x48:r=$1:d=$2"; }
frames() { ffmpeg -v error -i "$1" -map 0:v -fps_mode passthrough -f framemd5 - | sed '/^#/d; s/.*, *//'; }

# Prints the exit status, and `same` if the result of normal speed has the frames of the film.
keeps() {
  warp-film --speed 1x --codec ffv1 "$1" out.mkv
  echo "exit $?"
  frames "$1" >before
  frames out.mkv | cmp - before && echo same
}

# The third segment of a film in fragments, which begins at 4 s. Its header states the length from 0.
a_segment_from_the_middle() {
  # shellcheck disable=SC2046
  make $(picture 25 6) -c:v libx264 -g 50 -keyint_min 50 -sc_threshold 0 -bf 0 -pix_fmt yuv420p \
    -movflags frag_keyframe+empty_moov+default_base_moof -frag_duration 2000000 whole.mp4
  python3 - <<'END'
data = open("whole.mp4", "rb").read()
boxes, at = [], 0
while at < len(data):
    size = int.from_bytes(data[at:at + 4], "big")
    boxes.append((data[at + 4:at + 8], data[at:at + size]))
    at += size
head = b"".join(box for kind, box in boxes if kind in (b"ftyp", b"moov"))
pairs = [box for kind, box in boxes if kind in (b"moof", b"mdat")]
open("segment.mp4", "wb").write(head + b"".join(pairs[4:6]))
END
  keeps segment.mp4
}

sound_outlasts_the_picture_in_wmv() {
  # shellcheck disable=SC2046
  make $(picture 25 2) -f lavfi -i sine=d=4 a.wmv
  warp-film --speed 1x a.wmv out.mkv
  echo "exit $?"
}

# Reordered frames begin a second late, and the header states the length from 0.
a_slow_flv_with_reordered_frames() {
  # shellcheck disable=SC2046
  make $(picture 2 6) -c:v libx264 -pix_fmt yuv420p a.flv
  keeps a.flv
}

# AVI has no timestamps, and ffmpeg guesses those of the last frames.
reordered_frames_in_avi() {
  # shellcheck disable=SC2046
  make $(picture 25 3) -c:v libx264 -pix_fmt yuv420p full.mp4
  make -i full.mp4 -c copy a.avi
  keeps a.avi
}

# raw_video CODEC REORDERED: keeps raw video whole at normal speed, backward and when it is copied.
raw_video() {
  # shellcheck disable=SC2046
  make $(picture 30000/1001 2) -c:v "$1" -bf "$2" -f "$1" a.m1v
  frames a.m1v >before
  warp-film --copy --speed 2x a.m1v copied.mkv && frames copied.mkv | cmp - before
  warp-film --reverse --codec ffv1 a.m1v back.mkv && frames back.mkv | tac | cmp - before
  keeps a.m1v
}

a_copied_still() {
  # shellcheck disable=SC2046
  make $(picture 2 0.5) -c:v "$1" -pix_fmt yuv420p a.mp4
  warp-film --copy --speed 2x a.mp4 out.mkv
  frames a.mp4 >before
  frames out.mkv | cmp - before && echo same
}

raw_video_of_1000_fps() {
  # shellcheck disable=SC2046
  make $(picture 1000 0.3) -c:v libx264 -pix_fmt yuv420p -f h264 a.h264
  keeps a.h264
}

# Five frames with the time 0, in a track of length 0.
frames_at_one_time() {
  # shellcheck disable=SC2046
  make $(picture 25 0.2) -c:v libx264 -g 1 -pix_fmt yuv420p -use_editlist 0 full.mp4
  python3 - <<'END'
data = bytearray(open("full.mp4", "rb").read())
times, length = data.find(b"stts") + 16, data.find(b"mdhd") + 20
data[times:times + 4] = data[length:length + 4] = bytes(4)
open("a.mp4", "wb").write(data)
END
  keeps a.mp4
}

# The header of an AVI states a hundred times as many packets of sound per second. Prints the samples of the result.
crowded_sound() {
  # shellcheck disable=SC2046
  make $(picture 25 2) -f lavfi -i sine=d=2:r=44100 -c:v mjpeg -c:a libmp3lame full.avi
  python3 - <<'END'
data = bytearray(open("full.avi", "rb").read())
rate = data.find(b"auds") + 24
data[rate:rate + 4] = (100 * int.from_bytes(data[rate:rate + 4], "little")).to_bytes(4, "little")
open("a.avi", "wb").write(data)
END
  warp-film --speed 1x a.avi out.wav
  samples out.wav
}

# A podcast with two pictures, the first of which ffmpeg prints twice. A chapter track is named in a box of the sound.
pictures_of_chapters() {
  make -f lavfi -i sine=d=4 -f lavfi -i testsrc2=s=64x48:r=1/2:d=4 -c:a aac -c:v mjpeg -pix_fmt yuvj420p \
    -map 0 -map 1 full.mov
  python3 - <<'END'
data = bytearray(open("full.mov", "rb").read())
moov = data.find(b"moov") - 4
sound = data.find(b"trak", moov) - 4
def size(at): return int.from_bytes(data[at:at + 4], "big")
names = b"\0\0\0\x14tref" + b"\0\0\0\x0cchap" + b"\0\0\0\2"
end = sound + size(sound)
data[end:end] = names
for at in moov, sound:
    data[at:at + 4] = (size(at) + len(names)).to_bytes(4, "big")
open("pod.m4a", "wb").write(data)
END
  ffmpeg -v error -i pod.m4a -map 0:v -frames:v 1 -f framemd5 - | sed '/^#/d; s/.*, *//' >before
  warp-film --speed 2x pod.m4a "$1"
  frames "$1" | cmp - before && echo same
}

# A transport stream that announces sound, without its packets.
announced_sound() {
  # shellcheck disable=SC2046
  make $(picture 25 1) -f lavfi -i sine=d=1 -c:v libx264 -pix_fmt yuv420p -c:a aac full.ts
  python3 - <<'END'
data = open("full.ts", "rb").read()
packets = [data[at:at + 188] for at in range(0, len(data), 188)]
open("a.ts", "wb").write(b"".join(p for p in packets if (p[1] & 31) << 8 | p[2] != 0x101))
END
  keeps a.ts
  warp-film --audio 1 a.ts other.mkv
}

# sound NAME: makes one of the sounds below. Prints the length that ffmpeg decodes, and the length of the result.
sound() {
  case $1 in
  one-packet.ac3) make -f lavfi -i sine=d=0.03 "$1" ;;
  late.m4a) make -f lavfi -i sine=d=2:r=48000 -af asetpts=PTS+0.03/TB -c:a alac "$1" ;;
  opus.mka | opus.mp4 | opus.webm) make -f lavfi -i sine=d=3:r=48000 -c:a libopus "$1" ;;
  vorbis.mka) make -f lavfi -i sine=d=3:r=12000 -c:a libvorbis "$1" ;;
  rising.mp3)
    make -f lavfi -i sine=d=3 -ar 22050 low.mp3
    make -f lavfi -i sine=d=3 high.mp3
    cat low.mp3 high.mp3 >"$1"
    ;;
  trimmed.ogg)
    make -f lavfi -i sine=d=1 -c:a libvorbis full.ogg
    trim full.ogg "$1"
    ;;
  *) make -f lavfi -i sine=d=3 "$1" ;;
  esac
  warp-film "$1" out.wav || exit
  samples "$1"
  samples out.wav
}

samples() { ffmpeg -v error -i "$1" -map 0:a -c:a pcm_s16le -ac 1 -f s16le - | wc -c; }

# Sets the last granule position of an Ogg file to an earlier sample than the last packet begins at.
trim() {
  python3 - "$@" <<'END'
import sys
table = []
for number in range(256):
    rest = number << 24
    for _ in range(8):
        rest = (rest << 1 ^ 0x04C11DB7 if rest >> 31 else rest << 1) & 0xFFFFFFFF
    table.append(rest)
data, at = bytearray(open(sys.argv[1], "rb").read()), 0
while at < len(data):
    last, count = at, data[at + 26]
    at += 27 + count + sum(data[at + 27:at + 27 + count])
data[last + 6:last + 14] = (40000).to_bytes(8, "little")
data[last + 22:last + 26] = bytes(4)
check = 0
for byte in data[last:at]:
    check = (check << 8 & 0xFFFFFFFF) ^ table[check >> 24 ^ byte]
data[last + 22:last + 26] = check.to_bytes(4, "little")
open(sys.argv[2], "wb").write(data)
END
}

# The samples of the result are those that ffmpeg decodes, at their places.
opus_in_place() {
  make -f lavfi -i "aevalsrc='0.3*sin(2*PI*100*t*t)':d=3:s=48000" -c:a libopus a.mka
  warp-film --encode '-c:a pcm_s16le' a.mka out.wav || exit
  ffmpeg -nostdin -i a.mka -i out.wav -lavfi "[0]aeval=-val(0)[a];[a][1]amix=normalize=0,volumedetect" -f null - 2>&1 |
    sed -n 's/.*max_volume: //p'
}

# tiny NAME: the result of nine samples can be read.
tiny() {
  make -f lavfi -i sine=r=44100 -af atrim=end_sample=9 a.wav
  warp-film a.wav "$1" && [ "$(samples "$1")" -gt 0 ] && echo heard
}

# unknown FROM TO: names a codec in the sample entry that ffmpeg does not know.
unknown() {
  python3 - "$@" <<'END'
import sys
data = open(sys.argv[1], "rb").read()
at = data.find(b"avc1", data.find(b"stsd"))
open(sys.argv[2], "wb").write(data[:at] + b"zzz1" + data[at + 4:])
END
}

an_unknown_codec() {
  # shellcheck disable=SC2046
  make $(picture 25 1) -c:v libx264 -pix_fmt yuv420p full.mp4
  unknown full.mp4 a.mp4
  eval "warp-film $1"
  echo "exit $?"
}

# Only the sound of the music file is needed.
music_beside_an_unknown_picture() {
  # shellcheck disable=SC2046
  make $(picture 25 1) -f lavfi -i sine=d=1 -c:v libx264 -pix_fmt yuv420p -c:a aac film.mp4
  unknown film.mp4 song.mp4
  warp-film --no-audio --music song.mp4 film.mp4 out.mp4
  echo "exit $?"
}

# All samples of the picture are noise.
noise_for_a_picture() {
  # shellcheck disable=SC2046
  make $(picture 25 1) -c:v libx264 -pix_fmt yuv420p full.mp4
  python3 - <<'END'
import random
data = open("full.mp4", "rb").read()
start, end = data.find(b"mdat") + 4, data.find(b"moov") - 4
noise = random.Random(1).randbytes(end - start)
open("a.mp4", "wb").write(data[:start] + noise + data[end:])
END
  eval "warp-film $1" 2>&1 | tail -n 1
  echo "exit ${PIPESTATUS[0]}"
}

# A language with two letters, in a file that needs three.
a_short_language() {
  make -f lavfi -i sine=d=1 -c:a aac -metadata:s:a language=en-GB a.mkv
  warp-film a.mkv out.m4a && about stream_tags=language out.m4a
}

# Many tags and a cover, for a format that cannot hold both.
many_tags() {
  local tags=() number
  make -f lavfi -i testsrc=s=64x64 -frames:v 1 c.png
  for number in 1 2 3; do tags+=(-metadata "T$number=$number"); done
  make -f lavfi -i sine=d=1 -i c.png -map 0 -map 1 -disposition:v attached_pic "${tags[@]}" a.flac
  warp-film --speed 1x a.flac out.m4a
}

"$@"
