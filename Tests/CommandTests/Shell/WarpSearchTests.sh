#!/bin/bash
# WarpSearchTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"
# shellcheck source=fixtures.sh
. "${BASH_SOURCE[0]%/*}/fixtures.sh"

# talk FILE OPTION…: makes a film of twenty seconds. The sound is silent from 3.01 to 5, 9.01 to 9.3, 12.01 to 15, and
# from 18.51 s. The extra 0.01 s hide that versions of ffmpeg differ by a third of a millisecond. The picture is still
# from 6 to 14 s. Before and after, each frame differs so clearly from the one before that every encoder keeps the
# difference. OPTIONs are for the encoder.
talk() { fixture spoken "$@"; }

spoken() {
  local film='color=black:s=64x48:r=25:d=20,format=yuv420p,geq=lum=60+80*mod(N\,2):cb=128:cr=128'
  ffmpeg -nostdin -v error \
    -f lavfi -i "$film,loop=loop=199:size=1:start=150,setpts=N/25/TB,trim=end_frame=500" -f lavfi \
    -i "aevalsrc='0.3*sin(2765*t)*(1-between(t,3.01,5))*(1-between(t,9.01,9.3))*(1-between(t,12.01,15))*lt(t,18.51)':s=48000:d=20" \
    -c:v libx264 -preset ultrafast "${@:2}" "$1"
}

# Prints the rows of the time map in the commands that --dry-run prints.
rows() { warp-film --dry-run "$@" | grep -o "warp time map[^']*" | head -1 | sed 's/\\n/\n/g; s/\\t/ /g' | sed 1,2d |
  awk 'NF { printf "%.2f %.2f %s\n", $1, $2, $3 }'; }

# finds FILE: prints the time maps for silences, for shorter silences, and for silences and stills together.
finds() {
  talk "$1" -c:a pcm_s16le
  rows --silence cut "$1" out.mkv
  echo
  rows --silence cut --margin 0 --silence-length 0.2 "$1" out.mkv
  echo
  rows --silence 2x --still cut --margin 0.5 "$1" out.mkv
  warp-film --silence 4x --range-ease 0.1 --info "$1" | grep -E '^(ranges|range |saved)'
}

# Prints the time map for films whose timestamps start at 0, and at 7.5 s.
keeps_step() {
  talk a.mkv -c:a pcm_s16le
  ffmpeg -nostdin -v error -i a.mkv -c copy -output_ts_offset 7.5 b.mkv
  ffmpeg -nostdin -v error -i a.mkv -c:v mpeg2video -c:a mp2 -output_ts_offset 7.5 b.ts
  for file in a.mkv b.mkv b.ts; do rows --silence cut "$file" out.mkv | in_short; done
}

# moves: prints where four times before, in and after the still part of the picture come in the result of --even motion.
moves() {
  talk a.mkv -c:a pcm_s16le
  ffmpeg -nostdin -v error -i a.mkv -c copy -output_ts_offset 7.5 b.mkv
  for file in a.mkv b.mkv; do warp-film --even motion --at 3 --at 7 --at 13 --at 20 "$file"; done
}

# rides: evens out the speed of a ride with its GPS track. Prints the meters that the brightness of each frame encodes.
rides() {
  local metres='if(lt(T,2),10*T,if(lt(T,5),20+2*(T-2),if(lt(T,6),26+30*(T-5),56+5*(T-6))))'
  ffmpeg -nostdin -v error -f lavfi \
    -i "color=s=16x16:r=25:d=10,format=yuv420p12,geq=lum='100+50*$metres':cb=2048:cr=2048" -c:v ffv1 ride.mkv
  {
    printf '<gpx>'
    # A degree of latitude is 111195 m.
    printf '%s\n' '0 0' '2 20' '5 26' '6 56' '10 76' |
      awk '{ printf "<trkpt lat=\"%.9f\" lon=\"7\"><time>2024-05-01T09:30:%02dZ</time></trkpt>", $2 / 111195, $1 }'
    printf '</gpx>'
  } >ride.gpx
  warp-film --even gpx:ride.gpx --even-window 0 --encode '-c:v ffv1' ride.mkv even.mkv
  # A frame of 2x2 pixels has 12 bytes, of which the first two are its brightness.
  ffmpeg -nostdin -v error -i even.mkv -vf crop=2:2 -f rawvideo - | od -An -v -tu2 -w12 |
    awk '{ print ($1 - 100) / 50 }'
}

# aligns: prints where the results of three alignments show 3 s, and then the exit status for an unrelated recording.
aligns() {
  local noise="volume='gt(random(1),0.5)':eval=frame"
  ffmpeg -nostdin -v error -f lavfi -i "anoisesrc=d=20:r=48000:a=0.3:seed=1,$noise" recorder.wav
  ffmpeg -nostdin -v error -f lavfi -i "anoisesrc=d=20:r=48000:a=0.3:seed=2,$noise" stranger.wav
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=15 -ss 2.5 -i recorder.wav -shortest -c:v libx264 \
    -preset ultrafast -c:a pcm_s16le a.mkv
  ffmpeg -nostdin -v error -i a.mkv -c copy -output_ts_offset 7.5 b.mkv
  ffmpeg -nostdin -v error -i a.mkv -ss 2 -i a.mkv -map 0:v -map 1:a -c:v copy -c:a pcm_s16le -af adelay=2000 c.mkv
  for file in a.mkv b.mkv c.mkv; do warp-film --align recorder.wav --at 3 "$file"; done
  local status=0
  warp-film --align stranger.wav a.mkv out.mkv || status=$?
  echo $status
}

# in_short: prints the rows of a time map on one line, in tenths of a second.
in_short() { awk '{ printf "%.1f %.1f,", $1, $2 } END { print "" }'; }

# Prints the time maps of films whose sound or picture lacks packets at the start, in the middle or at the end.
lacks() {
  fixture lacking
  for file in late.mp4 hole.mkv hole.ts; do rows --silence cut --margin 0 "$file" out.mkv | in_short; done
  rows --still cut --margin 0 short.mp4 out.mkv 2>/dev/null | in_short
}

lacking() {
  local picture=testsrc2=s=64x48:r=25:d tone=sine=440:r=48000:d=12
  ffmpeg -nostdin -v error -f lavfi -i $picture=20 -itsoffset 8 -f lavfi -i $tone -c:v libx264 -preset ultrafast -c:a aac late.mp4
  ffmpeg -nostdin -v error -f lavfi -i $picture=15 -f lavfi -i $tone -map 0 -map 1 -map 1 -af "aselect='not(between(t,4,8))'" \
    -c:v libx264 -preset ultrafast -c:a pcm_s16le hole.mkv
  ffmpeg -nostdin -v error -i hole.mkv -c:v mpeg2video -c:a mp2 -output_ts_offset 7.5 hole.ts
  ffmpeg -nostdin -v error -f lavfi -i $picture=8 -f lavfi -i $tone -c:v libx264 -preset ultrafast -c:a aac short.mp4
}

cuts() {
  talk a.mp4 -c:a aac
  warp-film --silence cut a.mp4 out.mp4
  # Prints how often the result is silent for at least 0.5 s. Cut silences leave only their margins, which are shorter.
  ffmpeg -nostdin -v info -i out.mp4 -af silencedetect=n=-35dB:d=0.5 -f null - 2>&1 | grep -c silence_start
  ffprobe -v error -count_frames -select_streams v -show_entries stream=nb_read_frames -of csv=p=0 out.mp4
}

# Makes a lecture of a minute: hisses and vowels with pauses, then noise from 20 s, music from 30 s, and hisses and
# vowels with noise from 40 s. A flash, a click and a subtitle come together at four moments.
lecture() {
  local picture=color=black:s=64x48:r=25:d=60 clicks=0 time
  local speech="lt(mod(t,2.5),1.75)*if(lt(mod(t,0.25),0.08),0.05*(random(0)-0.5),0.05*(sin(800*t+2*sin(3*t))
    +sin(mod(floor(t*4),3)*4000*t+3000*t)))"
  for time in 12 27 37 52; do
    picture+=",drawbox=color=white:t=fill:enable='between(t,$time,$time.9)'"
    clicks+="+between(t,$time,$time.002)"
    printf '\n%s\n00:00:%s,000 --> 00:00:%s,900\nHello\n' $time $time $time
  done >in.srt
  local music="0.05*(sin(2765*t)+sin(3482*t))" noise="0.05*(random(1)-0.5)" faint="0.005*(random(2)-0.5)"
  local sound="if(between(t,20,30),$noise,if(between(t,30,40),$music,$speech+gte(t,40)*$faint))"
  ffmpeg -nostdin -v error -f lavfi -i "$picture" -f lavfi -i "aevalsrc='$sound+0.9*($clicks)':s=16000:d=60" \
    -i in.srt -c:v libx264 -preset ultrafast -c:a pcm_s16le -c:s subrip said.mkv
}

seconds() { ffprobe -v error -show_entries format=duration -of csv=p=0 "$1"; }

# Prints the durations of four results. Then prints a line for each of four moments of the lecture: the expected time in
# the first result, and the times of flash, click and subtitle there.
speaks() {
  fixture lecture
  # Uses PCM, because other encoders add samples before time 0.
  warp-film --speech 2.5x --encode '-c:a pcm_s16le' said.mkv fast.mkv
  seconds fast.mkv
  warp-film --speech auto --fit 24 said.mkv fit.mkv 2>/dev/null
  seconds fit.mkv
  warp-film --speech 2x --trim 5..15 said.mkv part.mkv 2>/dev/null
  seconds part.mkv
  warp-film --speech 8x said.mkv faster.wav 2>/dev/null
  seconds faster.wav
  due() { for time in 12 27 37 52; do warp-film --speech 2.5x --at $time said.mkv; done; }
  paste <(due) <(flashes) <(clicks) <(subtitles)
}

flashes() {
  local brightness=metadata=print:key=lavfi.signalstats.YAVG:file=-
  ffmpeg -nostdin -v error -i fast.mkv -vf "signalstats,$brightness" -an -f null - |
    awk -F '[:=]' '/pts_time/ { time = $NF } /YAVG/ { if ($2 > 100 && !bright) print time; bright = $2 > 100 }'
}

clicks() {
  ffmpeg -nostdin -v error -i fast.mkv -f s16le -ac 1 -ar 16000 - | od -An -v -td2 -w2 |
    awk '$1 * $1 > 25e6 && NR > last + 3200 { print NR / 16000; last = NR }'
}

subtitles() {
  ffmpeg -nostdin -v error -i fast.mkv -f srt - |
    awk -F '[:, ]+' '/-->/ { print 3600 * $1 + 60 * $2 + $3 + $4 / 1000 }'
}

refuses() {
  fixture parted
  warp-film "$@"
}

# Makes a film, a copy without sound, a copy without picture, and a text file.
parted() {
  spoken a.mp4 -c:a aac
  ffmpeg -nostdin -v error -i a.mp4 -an -c copy mute.mp4
  ffmpeg -nostdin -v error -i a.mp4 -vn a.wav
  echo words >text
}

# Makes a film of 8 s with three sound tracks: noise, a tone with a gap from 2 s to 5 s, and a tone with a gap from 4 s
# to 7 s. The second track is the default.
listening() {
  ffmpeg -nostdin -v error -f lavfi -i color=gray:s=64x48:r=25:d=8 -f lavfi -i 'aevalsrc=0.3*(random(0)-0.5):d=8' \
    -f lavfi -i "aevalsrc='0.3*sin(2000*t)*not(between(t,2,5))':d=8" \
    -f lavfi -i "aevalsrc='0.3*sin(3000*t)*not(between(t,4,7))':d=8" -map 0 -map 1 -map 2 -map 3 -c:v libx264 \
    -preset ultrafast -c:a flac -disposition:a 0 -disposition:a:1 default -metadata:s:a:2 language=fra three.mkv
  local words
  for words in '--silence cut' '--silence cut --listen 2' '--silence cut --listen 3 --audio 1' \
    '--silence cut --listen all' '--silence 2x --pauses 4x'; do
    # shellcheck disable=SC2086  # the words are separate
    warp-film $words --settle no --info three.mkv 2>/dev/null | awk '/result duration/ { print $3 }'
  done
  ffmpeg -nostdin -v error -i three.mkv -map 0 -map -0:a:0 -c copy two.mkv
  warp-film --silence cut --listen all --settle no --info two.mkv | awk '/result duration/ { print $3 }'
  warp-film --pauses cut three.mkv out.mkv 2>&1 || echo "$?"
  warp-film --silence cut --listen 3 three.mkv out.mkv
  ffprobe -v error -select_streams a -show_entries stream_disposition=default:stream_tags=language -of compact=p=0 \
    out.mkv
}

"$@"
