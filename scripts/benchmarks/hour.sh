# shellcheck shell=bash disable=SC2154  # scripts/bench sets the variables
# Films of an hour: the CPU time for five seconds at several places, and the offset of picture and sound at the end.

bench_hour() {
  section 'A piece of an hour of 640x360: five seconds to H.264 and AAC (9 pairs)'
  # Grain makes encoding as expensive as for real films. Without it, the test pattern would cost almost nothing.
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=640x360:r=25:d=60,noise=alls=6:allf=t -c:v libx264 -preset veryfast -g 250 \
    -pix_fmt yuv420p "$scratch/minute.mp4"
  ffmpeg -nostdin -v error -stream_loop 59 -i "$scratch/minute.mp4" -f lavfi -i sine=r=48000:d=3600 -map 0 -map 1 -ac 2 -c:v copy \
    -c:a aac "$scratch/hour.mp4"
  ffmpeg -nostdin -v error -i "$scratch/hour.mp4" -c copy "$scratch/hour.mkv"
  local file at
  for file in mp4 mkv; do
    for at in 183 1803 3423; do
      hour_film=$scratch/hour.$file hour_at=$at hour_plays=(--play "$at..$((at + 5))")
      line "$file, from $at s on" "$(ratio 9 hour_warp hour_ffmpeg | rounded 2)" '× ffmpeg -ss -t with the same encoder' '<=1.3'
    done
  done
  hour_film=$scratch/hour.mp4 hour_plays=(--play 100..102 --play 3500..3502)
  line 'two stretches' "$(ratio 5 hour_warp hour_alone | rounded 2)" '× a job for each stretch' '<=1.3'
  rm "$scratch/hour.mkv"
  hour_starts
  rm "$scratch/hour.mp4" "$scratch/minute.mp4"
  hour_in_step
}

hour_warp() { .build/release/warp-film -y --no-progress "${hour_plays[@]}" "$hour_film" "$scratch/piece.mp4"; }
hour_ffmpeg() {
  ffmpeg -nostdin -v error -y -ss "$hour_at" -t 5 -i "$hour_film" -c:v libx264 -preset medium -crf 18 -c:a aac -b:a 192k \
    "$scratch/peer.mp4"
}
hour_alone() {
  .build/release/warp-film -y --no-progress --play 100..102 "$hour_film" "$scratch/one.mp4"
  .build/release/warp-film -y --no-progress --play 3500..3502 "$hour_film" "$scratch/other.mp4"
}

# The time until the first decoder starts, for two hours of each file type: the best of five runs.
hour_starts() {
  section 'Two hours of film or sound: until the first decoder starts'
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=320x180:r=25:d=60 -f lavfi -i sine=r=48000:d=60 -c:v mpeg2video -q:v 6 -c:a mp2 \
    "$scratch/minute.mpg"
  ffmpeg -nostdin -v error -i "$scratch/minute.mpg" -c:v mpeg4 -q:v 5 -c:a libmp3lame "$scratch/minute.avi"
  ffmpeg -nostdin -v error -i "$scratch/minute.avi" -ac 2 "$scratch/minute.wav"
  ffmpeg -nostdin -v error -i "$scratch/minute.avi" -c copy "$scratch/minute.mp3"
  local kind run begin best took
  for kind in mp4 mkv mov ts flv mpg avi wav mp3; do
    case $kind in
    mpg | avi | wav | mp3) ffmpeg -nostdin -v error -stream_loop 119 -i "$scratch/minute.$kind" -c copy "$scratch/long.$kind" ;;
    *) ffmpeg -nostdin -v error -stream_loop 1 -i "$scratch/hour.mp4" -c copy "$scratch/long.$kind" ;;
    esac
    best=''
    for run in 1 2 3 4 5; do
      begin=${EPOCHREALTIME/./}
      .build/release/warp-film --dry-run --trim 100..105 "$scratch/long.$kind" "$scratch/never.mkv" >/dev/null
      took=$(((${EPOCHREALTIME/./} - begin) / 1000))
      ((run > 1 && took >= best)) || best=$took
    done
    line "$kind" "$best" 'ms of real time' '<=300'
    rm "$scratch/long.$kind"
  done
  rm "$scratch"/minute.{mpg,avi,wav,mp3}
}

# At the end of every tenth minute, a film has a white frame and, in each of two sound tracks, a beep. Measures how far
# each is from its position in the map, with --vfr along a curve.
hour_in_step() {
  section 'An hour along a curve: how far from the map the last of six white frames and beeps is'
  local curve=double-smoothstep:factor=1.2 due when
  when='gte(mod(t,600),599.96)'
  ffmpeg -nostdin -v error -f lavfi -i "color=black:s=64x32:r=25:d=3600,format=yuv420p,geq=lum='if(${when/(t/(T},235,16)':cb=128:cr=128" \
    -f lavfi -i "aevalsrc='0.7*sin(2*PI*3000*t)*$when':s=48000:d=3600" \
    -f lavfi -i "aevalsrc='0.7*sin(2*PI*3000*t)*$when':s=44100:d=3600" -map 0 -map 1 -map 2 -c:v libx264 -preset ultrafast \
    -c:a flac "$scratch/step.mkv"
  .build/release/warp-film -y --no-progress --vfr --curve "$curve" --encode '-preset ultrafast -c:a flac' \
    "$scratch/step.mkv" \
    "$scratch/stepped.mkv"
  due=$("$warp_map" --duration 3600 --curve "$curve" --at 3599.96 | cut -f 2)
  line 'picture' "$(hour_late_picture "$due")" 'ms' '<=1'
  line 'sound at 48 kHz' "$(hour_late_sound "$due" 0 48000)" 'ms' '<=1'
  line 'sound at 44.1 kHz' "$(hour_late_sound "$due" 1 44100)" 'ms' '<=1'
}

# hour_late_picture TIME: prints the absolute error, in ms, of the first white frame near the time.
hour_late_picture() {
  ffmpeg -nostdin -v error -copyts -i "$scratch/stepped.mkv" -map 0:v -fps_mode passthrough \
    -vf 'signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-' -f null - |
    awk -v due="$1" '/pts_time/ { sub(/.*pts_time:/, ""); stamp = $1 } /YAVG/ { sub(/.*=/, "")
      if ($1 > 150 && stamp > due - 1 && !n++) printf "%.2f\n", 1000 * (stamp > due ? stamp - due : due - stamp) }'
}

# hour_late_sound TIME TRACK RATE: prints the absolute error, in ms, of the first audible sample near the time.
hour_late_sound() {
  ffmpeg -nostdin -v error -i "$scratch/stepped.mkv" -map "0:a:$2" -f s16le - | tail -c +$((2 * ${1%.*} * $3 - 2 * $3 + 1)) |
    od -An -v -td2 -w2 | awk -v due="$1" -v first="$((${1%.*} - 1))" -v rate="$3" '$1 > 300 || $1 < -300 {
      late = first + (NR - 1) / rate - due; printf "%.2f\n", 1000 * (late > 0 ? late : -late); exit }'
}
