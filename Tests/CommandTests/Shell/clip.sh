# shellcheck shell=bash
# Sourced by the scripts whose tests measure when a picture is shown and when a sound is heard. `Clip` in Film/Clip.swift
# has the same figures and reads what `look` prints.

# shellcheck source=fixtures.sh
. "${BASH_SOURCE[0]%/*}/fixtures.sh"

# make_clip CODEC… FILE: four seconds of 30 frames a second. Every frame shows its number as eight squares, from left to
# right the bits of the number from the lowest to the highest; at 0.5 s, 1.5 s, 2.5 s and 3.5 s a frame begins with a beep
# that lasts as long as the frame. CODEC… and FILE are the last words of ffmpeg's command line.
make_clip() { fixture clip "$@"; }

clip() {
  ffmpeg -nostdin -v error -f lavfi -i "color=black:s=256x32:r=30:d=4,format=yuv420p,\
geq=lum='if(mod(floor(N/pow(2,floor(X/32))),2),220,30)':cb=128:cr=128" \
    -f lavfi -i "aevalsrc='0.7*sin(2*PI*3000*t)*lt(mod(t+0.5+1e-9,1),1/30)':s=48000:d=4" "$@"
}

# look FILE: prints a line `STAMP NUMBER` for every picture that ffmpeg decodes, and a line `beep INDEX VALUE` for every
# sample louder than 0.05, timestamps respected: the index of a sample counts from time zero on.
look() {
  ffprobe -v error -select_streams v:0 -show_entries frame=pts_time -of csv=p=0 "$1" | tr -d , | grep . >stamps
  ffmpeg -nostdin -v error -copyts -i "$1" -fps_mode passthrough -vf extractplanes=y,scale=8:1:flags=area \
    -f rawvideo - | od -An -v -tu1 -w8 | awk '{ n = 0; for (b = 8; b > 0; b--) n = 2 * n + ($b > 125); print n }' >numbers
  ffmpeg -nostdin -v error -copyts -i "$1" -vn -af aresample=48000:async=1:first_pts=0 -ac 1 -f f32le sound
  paste stamps numbers
  od -An -v -tf4 -w4 sound | awk '$1 > 0.05 || $1 < -0.05 { print "beep", NR - 1, $1 }'
}
