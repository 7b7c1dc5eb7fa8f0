#!/bin/bash
# PictureSizeTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# Makes films of one second at 30 fps. wide.mkv has a pixel aspect ratio of 4:3, and fields.mkv is interlaced. large.mkv
# has 1280x720 pixels and sound, and turned.mp4 is rotated by 90 degrees.
films() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=96x64:r=30:d=1 -vf setsar=4/3 -c:v ffv1 wide.mkv
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=96x64:r=60:d=1 -vf interlace,setfield=tff -flags +ilme+ildct \
    -c:v ffv1 fields.mkv
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=1280x720:r=30:d=1 -f lavfi -i sine=d=1 -c:v libx264 \
    -preset ultrafast -c:a aac large.mkv
  ffmpeg -nostdin -v error -i wide.mkv -c:v libx264 -preset ultrafast -pix_fmt yuv420p upright.mp4
  turned upright.mp4 turned.mp4
}

# size FILE: prints width, height, pixel aspect ratio and number of decoded frames.
size() {
  ffprobe -v error -count_frames -select_streams v -of csv=p=0 \
    -show_entries stream=width,height,sample_aspect_ratio,nb_read_frames "$1"
}

pictures() { ffmpeg -nostdin -v error "$@" -map v:0 -fps_mode passthrough -f framemd5 - | sed '/^#/d; s/.*, *//'; }

# made INPUT OUTPUT OPTION…: retimes INPUT, and prints the size of OUTPUT.
made() {
  fixture films
  warp-film "${@:3}" "$1" "$2"
  size "$2"
}

# scaled INPUT FILTER OPTION…: prints `same` if warp-film's frames equal the frames that ffmpeg makes with FILTER.
scaled() {
  made "$1" out.mkv --codec ffv1 "${@:3}"
  cmp <(pictures -i out.mkv) <(pictures -i "$1" -vf "$2") && echo same
}

# place OPTION…: prints which ffmpeg command of the pipeline scales: the decoder (`i ./wi`) or the encoder (`filter`).
place() {
  fixture films
  warp-film "$@" --dry-run wide.mkv out.mkv | grep -o 'i ./wide.mkv.*scale=\|filter:v:0.*scale=' | cut -c 1-6
}

# in_pieces OPTION…: prints the exit status of --join if it lacks the options of the pieces, then the joined size.
in_pieces() {
  fixture films
  warp-film "$@" --piece 1/2 large.mkv out.mkv
  warp-film "$@" --piece 2/2 large.mkv out.mkv
  local status=0
  warp-film --join large.mkv out.mkv 2>/dev/null || status=$?
  echo "exit $status"
  warp-film "$@" --join large.mkv out.mkv
  size out.mkv
}

previewed() {
  fixture films
  preview "$@" large.mkv
  size shown.nut
}

# likeness FILE INPUT FILTER: prints the mean difference between FILE and the filtered INPUT, in levels out of 255.
likeness() {
  ffmpeg -nostdin -v error -i "$1" -i "$2" \
    -lavfi "[0:v]format=rgb24[a];[1:v]$3,format=rgb24[b];[a][b]blend=all_mode=difference" -f rawvideo - |
    od -An -v -tu1 -w4096 | awk '{ for (i = 1; i <= NF; i++) sum += $i; n += NF } END { print sum / n }'
}

# moving OUTPUT: makes an animated image with half the frames of wide.mkv, and prints the mean difference from them.
moving() {
  made wide.mkv "$1"
  likeness "$1" wide.mkv 'select=mod(n\,2),setpts=N/15/TB,scale=128:64'
}

# repeats: prints how often a GIF and an APNG repeat; 0 means for ever.
repeats() {
  fixture films
  warp-film wide.mkv out.gif
  warp-film wide.mkv out.apng
  grep -a -o 'NETSCAPE2.0.*' out.gif | head -n 1 | od -An -tu1 -j 11 -N 4
  grep -a -o 'acTL.*' out.apng | head -n 1 | od -An -tu1 -j 8 -N 4
}

# settings OPTION…: prints whether x264 used CABAC, which its fastest preset does not use, and the height.
settings() {
  fixture films
  warp-film "$@" large.mkv out.mp4
  grep -a -o 'cabac=[01]' out.mp4 | head -n 1
  about stream=height out.mp4 | head -n 1
}

# refused WORD…: runs warp-film with arguments that it must refuse.
refused() {
  fixture films
  warp-film "$@"
}

"$@"
