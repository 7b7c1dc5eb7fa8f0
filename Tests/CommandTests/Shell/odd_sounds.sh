# shellcheck shell=bash
# Sourced by OddFilmTests.sh, whose functions and variables it uses.
# shellcheck disable=SC2086,SC2154  # the shell splits the text into words

# Files of sound alone. Each line: file name extension, ffmpeg options, and possible sample rates.
# shellcheck disable=SC2034
sound_kinds=(
  'wav|pcm_s16le|8000 44100' 'w64|pcm_s24le|48000' 'aif|pcm_s16be|11025 44100' 'au|pcm_mulaw|8000' 'caf|alac|44100'
  'flac|flac|44100 96000' 'wv|wavpack|48000' 'tta|tta|44100' 'mp3|libmp3lame|22050 44100' 'mp2|mp2|48000'
  'aac|aac|44100 48000' 'ac3|ac3|48000' 'eac3|eac3|48000' 'wma|wmav2|44100' 'm4a|aac|44100 48000' 'm4a|alac|44100'
  'mp4|libopus|48000' 'mka|libopus|48000' 'mka|libvorbis|12000 44100' 'mka|flac|44100' 'webm|libvorbis|44100'
  'webm|libopus|48000' 'ogg|libvorbis|44100 48000' 'opus|libopus|48000'
)

# check_sound_alone LINE: makes a sound of this kind, and compares the lengths of its results with what ffmpeg decodes.
check_sound_alone() {
  local codec rates hertz seconds late output heard due
  IFS='|' read -r kind codec rates <<<"$1"
  draw $rates; hertz=$drawn
  draw 0.03 0.4 1.6 3.217; seconds=$drawn
  draw 0 0 0.03; late=$drawn
  ff -f lavfi -i "sine=d=$seconds:r=$hertz,asetpts=PTS+$late/TB" -c:a "$codec" -strict -2 "in.$kind" ||
    { echo "$number: cannot be made" >&2; return; }
  echo "$number: $kind $codec, $hertz, $seconds s, late by $late s" >made
  due=$(exact_seconds "in.$kind")
  # In mp4, the track states where the sound ends inside the last packet.
  [[ ! $kind =~ m4a|mp4 ]] || due=$seconds
  # Some decoders output nothing of a single packet.
  [ "$due" != 0.0000 ] || return
  for output in wav mkv flac; do
    job "sound alone to $output" "out.$output" || continue
    heard=$(exact_seconds "out.$output")
    # Opus in Matroska has whole packets of 20 ms.
    awk -v heard="$heard" -v due="$due" -v most="$([ $output = mkv ] && echo 0.021 || echo 0.0021)" \
      'BEGIN { exit !(heard > due - 0.0021 && heard < due + most) }' || complain "$name: $heard s of sound, $due due"
  done
}

# exact_seconds FILE: prints the duration of the sound, as decoded.
exact_seconds() {
  local hertz
  hertz=$(ffprobe -v quiet -select_streams a -show_entries stream=sample_rate -of csv=p=0 "$1" | head -n 1)
  ff -i "$1" -map 0:a:0 -ac 1 -f s16le - | wc -c | awk -v hertz="${hertz%%,*}" '{ printf "%.4f\n", $1 / 2 / hertz }'
}
