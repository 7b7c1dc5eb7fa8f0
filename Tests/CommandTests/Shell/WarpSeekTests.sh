#!/bin/bash
# WarpSeekTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.
# shellcheck disable=SC2086  # unquoted on purpose: the shell splits the text into words

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

frames() { ffmpeg -nostdin -v error -i "$1" -map v:0 -fps_mode passthrough -f framemd5 - | awk '!/#/ { print $NF }'; }
sound() { ffmpeg -nostdin -v error -i "$1" -map a:0 -f f32le - | od -An -v -tx4 -w4; }

# play NAME WORD…: retimes the film without loss. Compares the frames with the file NAME.frames, and the sound with
# NAME.sound, if this file exists.
play() {
  warp-film --no-progress --encode '-c:v ffv1 -c:a pcm_f32le' "${@:2}" in.* out.mkv -y 2>said
  grep -v 'variable frame rate' said
  frames out.mkv | cmp -s - "$1.frames" || echo "$1: other frames"
  [ ! -e "$1.sound" ] || sound out.mkv | cmp -s - "$1.sound" || echo "$1: other sound"
}

# seeking_changes_no_frame_and_no_sample CODECS: CODECS contains ffmpeg's options and the file name in.KIND. Makes 24 s
# at 25 fps and 48 kHz, with few keyframes. Prints differences between retimed parts and the whole film.
seeking_changes_no_frame_and_no_sample() {
  ffmpeg -nostdin -v error -f lavfi -i "testsrc2=s=64x48:r=25:d=24,hue=h=3*n" \
    -f lavfi -i "aevalsrc='0.5*sin(2*PI*(200+20*t)*t)':s=48000:d=24" $1
  warp-film --no-progress --pick hold --encode '-c:v ffv1 -c:a pcm_f32le' in.* whole.mkv 2>/dev/null
  frames whole.mkv >whole
  sound whole.mkv >heard
  sed -n '426,475p' whole >trim.frames
  sed -n '816001,912000p' heard >trim.sound
  tac trim.frames >back.frames
  tac trim.sound >back.sound
  sed -n '26,50p;501,525p' whole >far.frames
  { sed -n '526,550p' whole; sed -n '51,75p' whole | tac; } >turn.frames
  play trim --pick hold --trim 17..19
  play back --pick hold --trim 17..19 --reverse
  play far --pick hold --play 1..2 --play 20..21
  play turn --pick hold --play 21..22 --play 3..2
  # With --vfr, the last frame comes once more, at the end of its duration.
  { cat trim.frames; tail -n 1 trim.frames; } >stamped.frames
  play stamped --vfr --no-audio --trim 17..19 --constant 2
  wc -l <trim.frames
}

# distant_parts_of_sound_are_sought CODECS: compares parts of a sound of 200 s with the same parts of the whole sound.
# Prints for each of three maps the number of commands with --source, by which warp-film seeks.
distant_parts_of_sound_are_sought() {
  local words pitch
  ffmpeg -nostdin -v error -f lavfi -i "aevalsrc='0.5*sin(2*PI*(200+20*t)*t)':s=48000:d=200" $1
  ffmpeg -nostdin -v error -i in.* -f f32le whole
  for words in '--play 20..21 --play 150..149@2x --play 3..4' '--trim 100..104 --constant 1.5' \
    '--pitch keep --play 190..191@0.7x --play 40..42'; do
    warp-film --dry-run $words in.* out.wav | grep -c -e --source
    warp-film --no-progress --encode '-c:a pcm_f32le' $words in.* out.wav -y
    case $words in --pitch*) pitch=keep ;; *) pitch=follow ;; esac
    warp-map --duration 200 ${words#--pitch keep} >map
    warp-audio --map map --pitch "$pitch" --format f32le --rate 48000 --channels 1 --no-progress <whole >due
    ffmpeg -nostdin -v error -i out.wav -f f32le heard -y
    cmp heard due
  done
}

# Prints what warp-film asks ffprobe about a broadcast, and about the broadcast concatenated with itself. Also prints
# differences from the commands for a broadcast with `|` in its name, which warp-film reads completely.
large_broadcasts_are_not_read_whole() {
  mkdir bin
  # shellcheck disable=SC2016  # bin/ffprobe expands the variables
  printf '#!/bin/bash\ncase $* in *concat:*) echo samples ;; *-i\ -) echo joined ;; *intervals*) echo packets ;; esac >>asked
    exec %s "$@"\n' "$(type -P ffprobe)" >bin/ffprobe
  chmod +x bin/ffprobe
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=320x180:r=25:d=10 -f lavfi -i sine=d=10 -c:v mpeg2video -bf 2 -q:v 2 -c:a mp2 \
    -muxrate 48M in.ts
  PATH=$PWD/bin:$PATH warp-film --dry-run in.ts out.mkv >sampled
  tr '\n' ' ' <asked | sed 's/ $/\n/'
  ln -s in.ts 'a|b.ts'
  warp-film --dry-run 'a|b.ts' out.mkv | sed 's/.\.\/a|b\.ts./.\/in.ts/' | diff sampled -
  cat in.ts in.ts >twice.ts
  rm asked
  PATH=$PWD/bin:$PATH warp-film --dry-run twice.ts out.mkv 2>/dev/null >again
  tr '\n' ' ' <asked | sed 's/ $/\n/'
}

"$@"
