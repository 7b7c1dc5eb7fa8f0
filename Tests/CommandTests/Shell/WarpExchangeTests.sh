#!/bin/bash
# WarpExchangeTests.swift calls the functions below in an empty directory. Needs on the PATH: the built warp programs,
# and other programs for the formats of --to, such as melt, mkvmerge and rubberband.
set -euo pipefail

# Makes a film of 240 frames, each with one color that encodes its number.
numbered_film() {
  ffmpeg -nostdin -v error -f lavfi \
    -i "nullsrc=s=32x32:r=24:d=10,geq=lum='mod(N,16)*13+20':cb='floor(N/16)*14+20':cr=128,format=yuv420p" -c:v ffv1 "$1"
}

# Prints the frame numbers that the colors of a film encode.
numbers() {
  ffmpeg -nostdin -v error -i "$1" -vf scale=1:1:flags=area -f rawvideo -pix_fmt yuv444p - |
    od -An -v -tu1 -w3 | awk '{ print int(($1 - 20) / 13 + 0.5) + 16 * int(($2 - 20) / 14 + 0.5) }'
}

# melt_shows MOST WORD…: compares the frames that melt and warp-video show for one time map. WORDs are options of
# warp-map. Frame numbers may differ by at most MOST.
melt_shows() {
  local most=$1
  shift
  numbered_film film.mkv
  warp-map --duration 10 --fps 24 "$@" >map.tsv
  warp-map --duration 10 --fps 24 "$@" --to mlt --clip film.mkv >film.mlt
  ffmpeg -nostdin -v error -i film.mkv -f yuv4mpegpipe - | warp-video --map map.tsv >ours.y4m
  melt -silent film.mlt -consumer avformat:melted.mkv vcodec=ffv1 pix_fmt=yuv420p an=1 real_time=-1 \
    terminate_on_pause=1 2>/dev/null >&2
  paste <(numbers ours.y4m) <(numbers melted.mkv) |
    awk -v most="$most" 'NF != 2 { print "one is longer"; exit } { d = $1 - $2 } d > most || d < -most { print NR, $0 }' |
    head -5
}

rubberband_takes_the_pairs() {
  sox -n -r 48000 -c 1 in.wav synth 4 pluck
  warp-map --duration 4 --curve ramp:factor=2 --rate 48000 --to rubberband >pairs
  rubberband -q --timemap pairs --duration 6 in.wav out.wav 2>/dev/null
  soxi -D out.wav
}

mkvmerge_takes_the_stamps() {
  numbered_film film.mkv
  warp-map --duration 10 --fps 24 --curve ramp:factor=2 --freeze 5=1 --freeze 10=2 --to timestamps >stamps
  mkvmerge -q -o stamped.mkv --timestamps 0:stamps film.mkv
  ffprobe -v error -show_entries packet=pts_time -of csv=p=0 stamped.mkv |
    paste - <(sed '1d;$d' stamps) | awk '{ d = 1000 * $1 - $2 } d > 0.51 || d < -0.51' | head -3
  ffprobe -v error -show_entries packet=pts_time -of csv=p=0 stamped.mkv | wc -l
  # The last line of `stamps` is the end of the last frame, in ms. This frame is frozen for two seconds.
  ffprobe -v error -show_entries format=duration -of csv=p=0 stamped.mkv |
    paste - <(tail -n 1 stamps) | awk '{ d = 1000 * $1 - $2; print (d < 1 && d > -1) }'
}

# warp-map writes an MLT file, melt reads and rewrites it, and warp-map prints times from the rewritten file.
map_reads_what_melt_writes() {
  numbered_film film.mkv
  warp-map --duration 10 --fps 24 --play 0..3 --play 8..2@2x --to mlt --clip film.mkv >film.mlt
  melt -silent film.mlt -consumer xml:melted.mlt 2>/dev/null >&2
  for frame in 0 40 71 72 100 143; do warp-map --map melted.mlt --fps 24 --at-warped "${frame}f"; done |
    awk '{ printf "%.3f\n", $1 }'
}

# Prints values that xmllint reads from FCPXML, the format of Final Cut Pro.
xmllint_reads_final_cut() {
  warp-map --duration 10 --fps ntsc --play 0..4 --play 8..2@2x --freeze 3=1 --to fcpxml --clip '/a b/ü&<c>.mov' >film.fcpxml
  xmllint --noout film.fcpxml
  xmllint --xpath 'string(/fcpxml/resources/asset/media-rep/@src)' film.fcpxml
  xmllint --xpath 'string(/fcpxml/resources/asset/@name)' film.fcpxml
  xmllint --xpath 'count(//spine/asset-clip[timeMap/timept])' film.fcpxml
}

# open_timeline_is_read PYTHON: prints what the OpenTimelineIO package reads: the length in frames, and each clip with
# its effects.
open_timeline_is_read() {
  warp-map --duration 10 --fps 24 --speed '0=1x, 4s=2x hold' --freeze 3=1 --to otio --clip film.mkv >film.otio
  "$1" - <<'PYTHON'
import opentimelineio
timeline = opentimelineio.adapters.read_from_file("film.otio")
print(timeline.duration().value)
for clip in timeline.find_clips():
    print(clip.source_range.start_time.value, clip.source_range.duration.value,
          [(type(effect).__name__, effect.time_scalar) for effect in clip.effects])
PYTHON
}

# final_cut_7_is_read PYTHON: prints what the OpenTimelineIO package reads from the XML of Final Cut Pro 7: the length
# in frames, the film, and each clip with the parameters of its filter. A graph has a number of keys.
final_cut_7_is_read() {
  warp-map --duration 10 --fps ntsc --speed '0=1x, 120f=2x hold, 240f=1x hold, 10=3x smooth' --timecode '01:00:00;00' \
    --to fcp7 --clip '/a b/ü&<c>.mov' >film.xml
  xmllint --noout film.xml
  "$1" - <<'PYTHON'
import opentimelineio
timeline = opentimelineio.adapters.read_from_file("film.xml", adapter_name="fcp_xml")
print(timeline.duration().value)
clips = list(timeline.find_clips())
media = clips[0].media_reference
print(media.target_url, media.available_range.start_time.value, media.available_range.duration.value)
for clip in clips:
    filters = [effect.metadata["fcp_xml"]["parameter"] for effect in clip.effects]
    print(clip.source_range.start_time.value, clip.source_range.duration.value,
          [[len(part.get("keyframe", [])) or part["value"] for part in parts] for parts in filters])
PYTHON
}

# map_reads_open_timeline PYTHON: prints the map that warp-map reads from a timeline of the OpenTimelineIO package.
map_reads_open_timeline() {
  "$1" - <<'PYTHON'
import opentimelineio as otio
timeline = otio.schema.Timeline("cut")
track = otio.schema.Track("V1", kind="Video")
timeline.tracks.append(track)
faster, still = otio.schema.LinearTimeWarp("", 2.0), otio.schema.FreezeFrame()
for start, length, effect in [(0, 48, None), (96, 24, faster), (240, 12, still)]:
    time = otio.opentime.RationalTime
    clip = otio.schema.Clip("c", source_range=otio.opentime.TimeRange(time(start, 24), time(length, 24)))
    if effect:
        clip.effects.append(effect)
    track.append(clip)
otio.adapters.write_to_file(timeline, "made.otio")
PYTHON
  warp-map --map made.otio --format csv | cut -d, -f1,2
}

# subtitles_are_read_back KIND: retimes 300 subtitles of an hour, and prints each subtitle with a wrong start or end.
subtitles_are_read_back() {
  awk 'function clock(t) { return sprintf("%02d:%02d:%02d,%03d", t / 3600, t / 60 % 60, t % 60, t * 1000 % 1000) }
    BEGIN { for (i = 1; i <= 300; i++) printf "%d\n%s --> %s\nline %d\n\n", i, clock(i * 11.37), clock(i * 11.37 + 3.21), i }' >all.srt
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=16x16:r=1:d=3600 -i all.srt -c:v mpeg4 -c:s ass film.mkv
  ffmpeg -nostdin -v error -i film.mkv -map 0:s:0 "out.$1"
  warp-map --duration 3600 --curve sine:factor=1.2 >map.tsv
  warp-map --map map.tsv --retime "$1" <"out.$1" >"slow.$1"
  ffmpeg -nostdin -v error -i "slow.$1" -c:s srt slow.mkv
  ffprobe -v error -show_entries packet=pts_time,duration_time -of csv=p=0 slow.mkv | tr ',' ' ' >shown
  ffprobe -v error -show_entries packet=pts_time,duration_time -of csv=p=0 "out.$1" | tr ',' ' ' >before
  awk '{ printf "%.3f\n%.3f\n", $1, $1 + $2 }' before | warp-map --map map.tsv --at - | cut -f 2 | paste - - |
    paste shown - | awk -v unit="$([ "$1" = ass ] && echo 0.01 || echo 0.001)" '
      { a = $1 - $3; b = $1 + $2 - $4 } a > unit || a < -unit || b > unit || b < -unit { print "cue", NR, $0 }
      END { print NR, "cues" }'
}

"$@"
