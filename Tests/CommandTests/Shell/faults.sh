# shellcheck shell=bash
# Sourced by the scripts that make system calls fail, close descriptors and fill disks.

# shellcheck source=fixtures.sh
. "${BASH_SOURCE[0]%/*}/fixtures.sh"

# Makes `film` with frames large enough to splice, `large` with frames larger than a pipe, and `packets` with encoded
# frames. Also makes maps, sounds, and a command for --mix exec. Most files are made without ffmpeg, because starting
# ffmpeg takes longer than the tests run.
make_material() { fixture material; }

material() {
  film() {
    local number
    printf 'YUV4MPEG2 W%d H%d F25:1 C420jpeg\n' "$1" "$2"
    for number in $(seq "$3"); do
      printf 'FRAME\n'
      yes "picture $number" | head -c $(($1 * $2 * 3 / 2))
    done
  }
  warp-map >same
  warp-map --constant 2 >slow
  warp-map --speed 2x >fast
  warp-map --duration 0.16 --reverse >back
  warp-map --duration 1.5 --reverse >backward
  film 160 120 4 >film
  film 1000 800 2 >large
  warp-video --map same --output-format nut <film >film.nut
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=0.4 -c:v mpeg4 -f nut packets
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=0.2 -c:v ffv1 tiny.mkv
  # This command for --mix exec writes the first of two frames as its answer, before it has read the second.
  cat >maker <<'END'
#!/bin/sh
read -r header
while read -r mark; do
  echo FRAME
  head -c 28800
  read -r mark
  head -c 28800 >/dev/null
  read -r phase
done
END
  chmod +x maker
  seq 1 0.5 3 >'times'
  seq 12000 | head -c 48000 >raw
  warp-audio --map same --format s16le --rate 8000 --channels 2 --output-format wav <raw >wav
}
