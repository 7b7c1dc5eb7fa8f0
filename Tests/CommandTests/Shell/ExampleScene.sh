#!/bin/bash
# ExampleScene.swift runs `ExampleScene.sh DIRECTORY`. Makes DIRECTORY with small versions of the files that the
# examples in the documentation use.
# Needs the built warp programs on the PATH.
#
# in.mp4 lasts ten seconds, as the recipes in the documentation require. in.mov and film.mkv last more than a minute,
# and song.mp3 lasts half a minute. bin/ffplay needs no screen, and only decodes its input.
set -e
mkdir "$1"
cd "$1"

# film PICTURE SOUND FILE: PICTURE and SOUND are settings of ffmpeg's test picture and test tone.
film() {
  ffmpeg -nostdin -v error -f lavfi -i "testsrc2=$1" -f lavfi -i "sine=b=4:r=48000:$2" -ac 2 \
    -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -shortest "$3"
}

film s=64x48:r=25:d=10 d=10 in.mp4
film s=16x16:r=5:d=72 d=72 film.mkv
cp in.mp4 holiday.mp4
cp in.mp4 gopro.mp4
cp in.mp4 talk.mp4
cp in.mp4 jump.mp4
ffmpeg -nostdin -v error -i in.mp4 -c copy in.mkv
ffmpeg -nostdin -v error -i in.mp4 -map 0:v -map 0:a -map 0:a -c copy talk.mkv
ffmpeg -nostdin -v error -i film.mkv -c copy in.mov
ffmpeg -nostdin -v error -i in.mp4 in.flac
ffmpeg -nostdin -v error -f lavfi -i sine=d=30 song.mp3
# Makes the sound of a recorder, and films of two cameras that started 2 s and 1 s later.
ffmpeg -nostdin -v error -f lavfi -i "anoisesrc=d=14:r=48000:a=0.3:seed=1,volume='gt(random(1),0.5)':eval=frame" \
  recorder.flac
ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=10 -ss 2 -i recorder.flac -c:v libx264 \
  -preset ultrafast -pix_fmt yuv420p -shortest camera.mp4
ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=10 -ss 1 -i recorder.flac -c:v libx264 \
  -preset ultrafast -pix_fmt yuv420p -shortest camera-2.mp4
ffmpeg -nostdin -v error -i camera.mp4 -c copy disc.mkv
ffmpeg -nostdin -v error -i camera-2.mp4 -c copy broadcast.mkv
warp-map --duration 10 --curve double-smoothstep:factor=3 >map.tsv
printf '1\n00:00:01,000 --> 00:00:02,500\nOne\n\n2\n00:00:05,000 --> 00:00:09,000\nTwo\n' >in.srt
printf '1\n00:00:01,000 --> 00:00:02,500\nOne\n' >there.srt
cp in.srt talk.srt
printf '1\n00:00:01,200 --> 00:00:02,700\nUn\n\n2\n00:00:05,000 --> 00:00:09,000\nDeux\n' >narration.srt
ffmpeg -nostdin -v error -i song.mp3 narration.wav
python3 - <<'END'
import json
text = "Um, this is the harbour. You know, uh, here stands the lighthouse. The boats come back."
words = [{"word": " " + word, "start": 0.5 * number + 0.2, "end": 0.5 * number + 0.6}
         for number, word in enumerate(text.split())]
json.dump({"text": text, "segments": [{"start": 0, "end": 9, "text": text, "words": words}]}, open("in.json", "w"))
END
cp in.json talk.json
ffmpeg -nostdin -v error -i in.mp4 -c copy -timecode 01:00:00:00 broadcast.mov
ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=16x16:r=240:d=3 -c:v libx264 -preset ultrafast -pix_fmt yuv420p \
  IMG_1234.MOV
python3 - <<'END'
import plistlib
def time(seconds):
    return {"flags": 1, "value": seconds * 600, "timescale": 600, "epoch": 0}
edit = {"slowMotion": {"regions": [{"timeRange": {"start": time(1), "duration": time(1)}}], "rate": 0.125}}
sidecar = {"adjustmentFormatIdentifier": "com.apple.video.slomo",
           "adjustmentData": plistlib.dumps(edit, fmt=plistlib.FMT_BINARY)}
plistlib.dump(sidecar, open("IMG_1234.AAE", "wb"))
with open("flight.srt", "w") as log:
    for second in range(10):
        log.write(f"{second + 1}\n00:00:0{second},000 --> 00:00:0{second},900\n"
                  f"[latitude: {52 + second * second * 1e-5:.6f}] [longitude: 13.4]\n\n")
END
warp-map --words talk.json --to text >talk.txt
printf '{\n  version: 2,\n  cutSegments: [\n    { start: 1, end: 2 },\n    { start: 4.5, end: 6 },\n  ],\n}\n' >cuts.llc
printf '<gpx><trkpt><time>2024-05-01T10:00:03Z</time></trkpt></gpx>\n' >track.gpx
printf '<gpx>%s%s%s</gpx>\n' '<trkpt lat="52" lon="13"><time>2024-05-01T10:00:00Z</time></trkpt>' \
  '<trkpt lat="52" lon="13.0002"><time>2024-05-01T10:00:04Z</time></trkpt>' \
  '<trkpt lat="52" lon="13.0003"><time>2024-05-01T10:00:10Z</time></trkpt>' >ride.gpx
printf 'time,speed\n0.5,3\n7,4\n' >sensor.csv
printf '0\tOpening\n4.5\tMiddle\n' >chapters.tsv
mkdir bin
printf '#!/bin/sh\nexec ffmpeg -nostdin -v error -i - -f null -\n' >bin/ffplay
chmod +x bin/ffplay
