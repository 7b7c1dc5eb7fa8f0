#!/bin/bash
# MusicTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# Makes film.mkv: three seconds of picture, a sound track with a tone of 3000 Hz from 1.0 to 1.5 s, and a silent sound
# track. mute.mkv has no sound, and mono.mkv has the tone in one channel. In song.wav and song.m4a, a tone of 1000 Hz
# begins at 0.6 s.
film_and_song() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=96x64:r=25:d=3 \
    -f lavfi -i "aevalsrc='0.2*sin(2*PI*3000*t)*between(t,1,1.5)':s=48000:d=3" -f lavfi -i anullsrc=r=48000:d=3 \
    -map 0 -map 1 -map 2 -ac 2 -af 'pan=stereo|c0=c0|c1=c0' -c:v libx264 -preset ultrafast -g 25 -c:a flac film.mkv
  ffmpeg -nostdin -v error -i film.mkv -map v -c copy mute.mkv
  ffmpeg -nostdin -v error -i film.mkv -map v -map a:0 -c:v copy -af 'pan=mono|c0=c0' -c:a flac mono.mkv
  ffmpeg -nostdin -v error -f lavfi -i "aevalsrc='0.25*sin(2*PI*1000*t)*gte(t,0.6)':s=44100:d=8" \
    -af 'pan=stereo|c0=c0|c1=c0' song.wav
  ffmpeg -nostdin -v error -i song.wav -t 2.1 -b:a 256k song.m4a
}

# samples FILE TRACK: prints the first channel of a sound track at 16000 Hz, one sample per line.
samples() {
  ffmpeg -nostdin -v error -i "$1" -map "0:a:$2" -af 'pan=mono|c0=c0' -ar 16000 -f f32le - | od -An -v -tf4 -w4
}

# heard TRACK INPUT OUTPUT OPTION…: retimes INPUT, and prints the samples of sound track TRACK of OUTPUT.
heard() {
  fixture film_and_song
  warp-film "${@:4}" "$2" "$3"
  samples "$3" "$1"
}

# previewed OPTION…: prints the samples that --preview plays.
previewed() {
  fixture film_and_song
  preview "$@" film.mkv
  samples shown.nut 0
}

# joined OPTION…: makes a result in two pieces, joins them, and prints the samples. First tries --join with another
# --music-level, and with another song under the same file name, which warp-film must refuse.
joined() {
  fixture film_and_song
  local status=0
  warp-film "$@" --piece 1/2 film.mkv out.mkv
  warp-film "$@" --piece 2/2 film.mkv out.mkv
  warp-film "$@" --music-level -3 --join film.mkv out.mkv 2>refusal || status=$?
  grep -c 'was made with other arguments' refusal >&2
  echo "exit $status" >&2
  cp song.wav kept.wav
  ffmpeg -nostdin -v error -y -i kept.wav -t 7 song.wav
  warp-film "$@" --join film.mkv out.mkv 2>refusal || true
  grep -c 'was made with other music' refusal >&2
  mv kept.wav song.wav
  warp-film "$@" --join film.mkv out.mkv
  samples out.mkv 0
}

# same_packets: prints `same` if --copy makes the same picture packets with and without music.
same_packets() {
  fixture film_and_song
  warp-film --copy --constant 2 --music song.wav film.mkv with.mkv
  warp-film --copy --constant 2 film.mkv without.mkv
  for file in with without; do
    ffprobe -v error -select_streams v -show_entries packet=pts,size -show_data_hash md5 -of csv $file.mkv >$file
  done
  cmp with without && echo same
}

# refused WORD…: runs warp-film with arguments that it must refuse.
refused() {
  fixture film_and_song
  printf 'nothing\n' >text.txt
  warp-film "$@"
}

"$@"
