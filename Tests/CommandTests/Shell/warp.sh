# shellcheck shell=bash
# Sourced by the scripts of tests that run `warp`.
# Expects: WARP, the path of the script `warp`.

warp() { "$WARP" "$@"; }

# Half a second of picture and sound in the file in.mp4.
make_tiny_film() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=30:d=0.5 -f lavfi -i sine=d=0.5 -c:v libx264 \
    -preset ultrafast -pix_fmt yuv420p -c:a aac in.mp4
}

# about ENTRIES FILE: what ffprobe says of a file, each entry on a line as NAME=VALUE.
about() { ffprobe -v error -show_entries "$1" -of default=nw=1 "$2"; }
