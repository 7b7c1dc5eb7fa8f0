#!/bin/bash
# Run by AlignTests.swift: AlignTests.sh FUNCTION, in an empty directory.
# Expects: the built tools on the PATH.

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# noise SEED FILE [OPTION…]: half a minute of noise with pauses.
noise() {
  ffmpeg -nostdin -v error -f lavfi \
    -i "anoisesrc=d=30:r=48000:c=pink:seed=$1,volume='0.2+0.8*gt(random(1),0.5)':eval=frame" "${@:3}" "$2"
}

# Makes the sound of a camera that began 3.25 s after the recorder. Its clock differs by 100 ppm, and its sample rate is
# different.
two_recordings() {
  noise 1 recorder.wav
  ffmpeg -nostdin -v error -i recorder.wav -af 'atrim=start=3.25,asetrate=48005,aresample=44100,volume=0.4' camera.wav
  noise 2 stranger.wav
  : >empty.wav
  printf 'no sound' >text.wav
}

# Prints a map, and the times of camera moments on the recorder's clock. Then aligns both recordings from pipes.
aligns() {
  two_recordings
  warp-audio --align recorder.wav <camera.wav >map.tsv
  warp-map --map map.tsv --at 1 --at 20
  warp-audio --map map.tsv <camera.wav >aligned.wav
  ffprobe -v error -show_entries stream=duration -of csv=p=0 -i aligned.wav
  warp-audio --align <(cat recorder.wav) < <(cat camera.wav) | cmp - map.tsv && echo same
  ffmpeg -nostdin -v error -i camera.wav -c:a pcm_s16le -f nut - |
    warp-audio --align recorder.wav | cmp - map.tsv && echo same
  warp-audio --align recorder.wav --start 5 <camera.wav >later.tsv
  warp-map --map later.tsv --at 25
}

# repeats END: aligns the part from 5.1 s to END of a loop of four seconds with the whole loop.
repeats() {
  noise 1 once.wav -t 4
  ffmpeg -nostdin -v error -stream_loop 14 -i once.wav loop.wav
  ffmpeg -nostdin -v error -i loop.wav -af "atrim=5.1:$1,volume=0.4" part.wav
  warp-audio --align loop.wav <part.wav
}

# refuses ARGUMENT…: prints the exit status and standard error.
refuses() {
  two_recordings
  local status=0
  warp-audio "$@" <camera.wav >/dev/null 2>errors || status=$?
  echo $status
  cat errors
}

"$@"
