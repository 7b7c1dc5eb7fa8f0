#!/bin/bash
# AlignTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# noise SEED FILE [OPTION…]: makes half a minute of noise with pauses.
noise() {
  ffmpeg -nostdin -v error -f lavfi \
    -i "anoisesrc=d=30:r=48000:c=pink:seed=$1,volume='0.2+0.8*gt(random(1),0.5)':eval=frame" "${@:3}" "$2"
}

# Makes recorder.wav, and camera.wav, which starts 3.25 s later. The camera's clock differs by 100 ppm (48005/48000).
two_recordings() {
  noise 1 recorder.wav
  ffmpeg -nostdin -v error -i recorder.wav -af 'atrim=start=3.25,asetrate=48005,aresample=44100,volume=0.4' camera.wav
  noise 2 stranger.wav
  : >empty.wav
  printf 'no sound' >text.wav
}

# Prints where 1 s and 20 s of camera.wav lie in recorder.wav. Then checks that alignment through pipes gives the same
# map.
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
  grep alike map.tsv
}

# repeats END: plays 4 s of noise 15 times, and aligns the part from 5.1 s to END with the whole sound.
repeats() {
  noise 1 once.wav -t 4
  ffmpeg -nostdin -v error -stream_loop 14 -i once.wav loop.wav
  ffmpeg -nostdin -v error -i loop.wav -af "atrim=5.1:$1,volume=0.4" part.wav
  warp-audio --align loop.wav <part.wav
}

# refuses ARGUMENT…: runs warp-audio with arguments that it must refuse. Prints the exit status and the messages.
refuses() {
  two_recordings
  local status=0
  warp-audio "$@" <camera.wav >/dev/null 2>errors || status=$?
  echo $status
  cat errors
}

"$@"
