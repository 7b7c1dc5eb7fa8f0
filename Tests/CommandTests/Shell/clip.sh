# shellcheck shell=bash
# Sourced by the scripts that measure the times of pictures and sounds. `Clip` in Film/Clip.swift repeats the numbers of
# this clip, and reads the output of `look`.

# shellcheck source=fixtures.sh
. "${BASH_SOURCE[0]%/*}/fixtures.sh"

# make_clip CODEC… FILE: makes four seconds at 30 fps. Each frame shows its number as eight squares, the lowest bit at
# the left. At 0.5 s, 1.5 s, 2.5 s and 3.5 s, a beep lasts one frame. CODEC… and FILE end ffmpeg's command line.
make_clip() { fixture clip "$@"; }

clip() {
  ffmpeg -nostdin -v error -f lavfi -i "color=black:s=256x32:r=30:d=4,format=yuv420p,\
geq=lum='if(mod(floor(N/pow(2,floor(X/32))),2),220,30)':cb=128:cr=128" \
    -f lavfi -i "aevalsrc='0.7*sin(2*PI*3000*t)*lt(mod(t+0.5+1e-9,1),1/30)':s=48000:d=4" "$@"
}

# look FILE: prints the timestamp and the number of each decoded picture, one picture per line. Then prints a line `beep
# INDEX VALUE` for each sample louder than 0.05. The index of a sample counts from timestamp zero.
look() {
  ffprobe -v error -select_streams v:0 -show_entries frame=pts_time -of csv=p=0 "$1" | tr -d , | grep . >stamps
  ffmpeg -nostdin -v error -copyts -i "$1" -fps_mode passthrough -vf extractplanes=y,scale=8:1:flags=area \
    -f rawvideo - | od -An -v -tu1 -w8 | awk '{ n = 0; for (b = 8; b > 0; b--) n = 2 * n + ($b > 125); print n }' >numbers
  ffmpeg -nostdin -v error -copyts -i "$1" -vn -af aresample=48000:async=1:first_pts=0 -ac 1 -f f32le sound
  paste stamps numbers
  od -An -v -tf4 -w4 sound | awk '$1 > 0.05 || $1 < -0.05 { print "beep", NR - 1, $1 }'
}
