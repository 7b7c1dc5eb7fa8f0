#!/bin/bash
# WarpAudioTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.
# If the first argument is `eval`, the second is a command line that may call these functions.
# shellcheck disable=SC2002  # cat makes the input a pipe
set -o pipefail

# tone [FILE [SECONDS]]: makes two tones in 16-bit stereo at 48 kHz, by default in a.wav.
tone() { sox -n -r 48000 -c 2 -b 16 "${1:-a.wav}" synth "${2:-1}" sine 440 sine 660 gain -6; }

# Prints the options that describe the samples of `tone` without a header.
raw() { echo --format s16le --rate 48000 --channels 2; }

# identity_is_bit_exact FORMAT: FORMAT is a sample format, such as s16le.
identity_is_bit_exact() {
  ffmpeg -v error -f lavfi -i "anoisesrc=r=44100:d=0.3:a=0.5" -ac 3 -f "$1" -c:a "pcm_$1" a
  warp-map >id
  warp-audio --map id --format "$1" --rate 44100 --channels 3 <a | cmp - a
  cat a | warp-audio --map id --format "$1" --rate 44100 --channels 3 --block 7 | cmp - a
}

# wav_goes_through_sox_and_ffmpeg ENCODING: ENCODING contains options of sox. Prints the length of the output in
# samples, as sox reads it, and in bytes, as ffmpeg decodes it. Also checks that the identity map changes nothing.
wav_goes_through_sox_and_ffmpeg() {
  # shellcheck disable=SC2086  # unquoted on purpose: the shell splits the text into words
  sox -n -r 44100 -c 2 $1 a.wav synth 1 sine 440 gain -6
  warp-map --constant 1.5 >m
  warp-map >id
  warp-audio --map m <a.wav >b.wav
  soxi -s b.wav
  cat a.wav | warp-audio --map m | ffmpeg -v error -i - -f f64le - | wc -c
  sox a.wav -t wav - | warp-audio --map id | ffmpeg -v error -i - -f f64le - | md5sum >x
  ffmpeg -v error -i a.wav -f f64le - | md5sum | cmp - x
}

# nut [WORD…]: makes a.nut, a second of sound as packets with timestamps. WORDs are options of the encoder.
nut() { ffmpeg -nostdin -v error -y -f lavfi -i sine=r=48000:d=1 "$@" -f nut a.nut; }

# Prints `same` for each sample format that the identity map does not change. Then tests a late sound with a gap of two
# seconds, and prints the properties of NUT output.
timestamps_of_nut_position_the_sound() {
  local format hole="aselect='not(between(t,1,3))'"
  warp-map >id
  for format in s16le s16be s24le s32be f32le f64be; do
    nut -ac 3 -c:a "pcm_$format"
    ffmpeg -nostdin -v error -i a.nut -f "$format" a.raw -y
    warp-audio --map id --output-format "$format" <a.nut | cmp - a.raw && echo same
    cat a.nut | warp-audio --map id --output-format nut | ffmpeg -nostdin -v error -i - -f "$format" - | cmp - a.raw
  done
  ffmpeg -nostdin -v error -y -f lavfi -i sine=r=48000:d=5 -f s16le a.raw
  ffmpeg -nostdin -v error -copyts -f lavfi -i sine=r=48000:d=5 -af "$hole" -output_ts_offset 10 -c:a pcm_s16le \
    -f nut hole.nut
  warp-map --duration 5 --reverse >back
  for map in id back; do
    warp-audio --map "$map" --clip-start 10 --output-format s16le --stats stats <hole.nut >out.$map 2>told.$map
    wc -c <out.$map | grep -qx 480000 && echo same
  done
  cmp told.id told.back && cat told.id >&2
  grep -xE '  "samples_(put_in|left_out)": [0-9]+,' stats
  # The gap goes from sample 48,128 to sample 144,384, because ffmpeg drops only whole packets.
  cmp <(head -c 96256 a.raw) <(head -c 96256 out.id) && cmp <(tail -c 191232 a.raw) <(tail -c 191232 out.id) &&
    echo same
  cmp <(head -c 288768 out.id | tail -c 192512 | tr -d '\0' | wc -c) <(echo 0) && echo same
  warp-audio --map <(warp-map --duration 1 --constant 2) <a.nut |
    ffprobe -v error -count_packets -show_entries stream=codec_name,channels,nb_read_packets -of csv=p=0 -
}

reverse_is_the_samples_reversed() {
  tone a.wav 3
  warp-map --duration 3 --reverse >r
  warp-audio --map r <a.wav >b.wav
  cat a.wav | warp-audio --map r >c.wav
  cat a.wav | warp-audio --map r --memory 16k >d.wav
  cmp <(sox b.wav -t raw -) <(sox a.wav -t raw - reverse)
  cmp <(sox c.wav -t raw -) <(sox b.wav -t raw -) && cmp <(sox d.wav -t raw -) <(sox b.wav -t raw -)
}

# Retimes a sound without its beginning, from a file and a pipe, with --start. Prints a difference from the retimed
# whole sound. Then prints the size of a result in bytes, and the number of nonzero bytes before the start.
start_shifts_a_late_input() {
  local plays start=77777
  tone a.wav 5
  sox a.wav -t raw a.raw
  tail -c +$((start * 4 + 1)) a.raw >late.raw
  for plays in '--play 2..3@0.7x' '--play 4..2@1.3x --play 3..4'; do
    # shellcheck disable=SC2086  # unquoted on purpose: the shell splits the text into words
    warp-map --duration 5 $plays >m
    # shellcheck disable=SC2046  # unquoted on purpose: the shell splits the text into words
    warp-audio --map m $(raw) <a.raw >whole
    # shellcheck disable=SC2046  # unquoted on purpose: the shell splits the text into words
    warp-audio --map m $(raw) --start "$(awk "BEGIN { printf \"%.12f\", $start / 48000 }")" <late.raw | cmp - whole
    # shellcheck disable=SC2046  # unquoted on purpose: the shell splits the text into words
    cat late.raw | warp-audio --map m $(raw) --start "$(awk "BEGIN { printf \"%.12f\", $start / 48000 }")" | cmp - whole
  done
  warp-map --duration 5 >id
  # shellcheck disable=SC2046  # unquoted on purpose: the shell splits the text into words
  warp-audio --map id $(raw) --start "$(awk "BEGIN { printf \"%.12f\", $start / 48000 }")" <late.raw >out
  wc -c <out
  head -c $((start * 4)) out | tr -d '\0' | wc -c
  tail -c +$((start * 4 + 1)) out | cmp - late.raw
}

# Plays two parts of a sound, the later one first. Prints how often the --source command runs, the first sample and the
# length of each part, and the number of samples read according to --stats.
the_source_command_runs_once_per_part() {
  ffmpeg -nostdin -v error -f lavfi -i "aevalsrc='sin(t*t)':s=8000:d=100" -f s16le a.raw
  warp-map --duration 100 --play 90..91 --play 2..1.2@0.9x >m
  # shellcheck disable=SC2016  # the --source command expands the variables
  warp-audio --map m --format s16le --rate 8000 --channels 1 --stats stats --source '
    set -- $(LC_ALL=C awk "BEGIN { print $FROM * 8000, $LENGTH * 8000 }"); echo "$@" >>parts
    tail -c +$((2 * $1 + 1)) a.raw | head -c $((2 * $2))' >out
  warp-audio --map m --format s16le --rate 8000 --channels 1 <a.raw | cmp - out
  wc -l <parts
  cat parts
  grep samples_in stats
}

# Retimes a full-scale square wave, whose peaks between samples exceed every integer format. Prints the file of --stats.
loud_sound_is_clipped_and_reported() {
  ffmpeg -v error -f lavfi -i "aevalsrc='if(lt(mod(n,4),2),1,-1)':s=8000:d=1" -c:a pcm_s16le a.wav
  warp-map --constant 1.7 >m
  warp-audio --map m --stats stats <a.wav >b.wav
  cat stats
}

# Prints checksums of two runs with dither and one without, and the size of an 8-bit result in bytes.
dither() {
  tone
  warp-map --constant 1.5 >m
  for _ in 1 2; do warp-audio --map m <a.wav | md5sum; done
  warp-audio --map m --no-dither <a.wav | md5sum
  warp-audio --map m --output-format u8 <a.wav | wc -c
}

# Prints checksums of the samples as 32-bit floats: from warp-audio, from ffmpeg, and from a WAV file of warp-audio.
formats_are_converted_as_by_ffmpeg() {
  tone
  warp-map >id
  warp-audio --map id --output-format f32le <a.wav | md5sum
  ffmpeg -v error -i a.wav -f f32le - | md5sum
  warp-audio --map id --output-format f32le <a.wav |
    warp-audio --map id --format f32le --rate 48000 --channels 2 --output-format wav --no-dither |
    ffmpeg -v error -i - -f f32le - | md5sum
}

# Prints the length of a 440 Hz tone at half speed, and its frequency according to sox. Prints a difference if the
# identity map changes a sample.
pitch_keep_keeps_the_frequency() {
  sox -n -r 48000 -c 1 -e float -b 32 a.wav synth 2 sine 440 gain -6
  warp-map --constant 2 >m
  warp-audio --pitch keep --map m <a.wav >b.wav
  soxi -s b.wav
  sox b.wav -n trim 1 2 stat 2>&1 | awk '/Rough/ { print $3 }'
  warp-map >id
  warp-audio --pitch keep --map id <a.wav | sox -t wav - -t raw - | cmp - <(sox a.wav -t raw -)
}

"$@"
