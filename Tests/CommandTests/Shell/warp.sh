# shellcheck shell=bash
# Sourced by the scripts that run `warp-film`.
# Needs the built warp programs on the PATH.

# shellcheck source=fixtures.sh
. "${BASH_SOURCE[0]%/*}/fixtures.sh"

# Makes in.mp4, half a second of picture and sound.
make_tiny_film() { fixture tiny_film; }

tiny_film() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=30:d=0.5 -f lavfi -i sine=d=0.5 -c:v libx264 \
    -preset ultrafast -pix_fmt yuv420p -c:a aac in.mp4
}

# with_ffmpeg PATTERN COMMAND: makes bin/ffmpeg, a script that runs the real ffmpeg. If the arguments match PATTERN, the
# script first runs COMMAND.
with_ffmpeg() {
  mkdir bin
  # shellcheck disable=SC2016  # bin/ffmpeg expands the variables
  printf '#!/bin/sh\ncase "$*" in %s) %s;; esac\nexec "%s" "$@"\n' "$1" "$2" "$(type -P ffmpeg)" >bin/ffmpeg
  chmod +x bin/ffmpeg
}

# preview WORD…: runs `warp-film --preview`, and saves what ffplay would show in shown.nut.
preview() {
  mkdir bin
  printf '#!/bin/sh\nexec cat >shown.nut\n' >bin/ffplay
  chmod +x bin/ffplay
  PATH=$PWD/bin:$PATH warp-film --preview "$@"
}

# until_or_a_minute CONDITION: waits until the condition is true. Takes a minute only if something hangs.
until_or_a_minute() {
  local last=$((SECONDS + 60))
  until eval "$1" || ((SECONDS > last)); do sleep 0.02; done
}

# The colors of HDR, as a filter and as options. ffmpeg 5 reads only the options, and ffmpeg 9 reads only the colors
# that the filter gives to the frames.
# shellcheck disable=SC2034  # other scripts use this variable
hdr_filter=setparams=range=tv:color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc \
  hdr=(-color_range tv -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc)

# turned FILM TURNED WORD…: copies FILM to TURNED, and adds a rotation by 90 degrees. ffmpeg 6 or later does this with
# an input option, older versions with a tag. WORDs are options of the copy.
turned() {
  ffmpeg -nostdin -v quiet -display_rotation:v:0 90 -i "$1" "${@:3}" -c copy "$2" ||
    ffmpeg -nostdin -v error -i "$1" "${@:3}" -c copy -metadata:s:v:0 rotate=90 "$2"
}

# about ENTRIES FILE: prints entries of ffprobe, one NAME=VALUE per line.
about() { ffprobe -v error -show_entries "$1" -of default=nw=1 "$2"; }

# add_sidecar NAME REGION…: a sidecar of Apple's Photos at an eighth, with regions START:LENGTH in tenths of a second.
add_sidecar() {
  local region
  {
    printf '<?xml version="1.0"?><plist><dict><key>slowMotion</key><dict><key>rate</key><real>0.125</real>'
    printf '<key>regions</key><array>'
    for region in "${@:2}"; do
      printf '<dict><key>timeRange</key><dict>'
      printf '<key>%s</key><dict><key>flags</key><integer>1</integer><key>timescale</key><integer>10</integer>' start
      printf '<key>value</key><integer>%s</integer></dict>' "${region%:*}"
      printf '<key>%s</key><dict><key>flags</key><integer>1</integer><key>timescale</key><integer>10</integer>' duration
      printf '<key>value</key><integer>%s</integer></dict></dict></dict>' "${region#*:}"
    done
    printf '</array></dict></dict></plist>'
  } | base64 >data
  {
    printf '%s\n' '<?xml version="1.0" encoding="UTF-8"?>' \
      '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">' \
      '<plist version="1.0"><dict><key>adjustmentData</key><data>'
    cat data
    printf '</data><key>adjustmentFormatIdentifier</key><string>com.apple.video.slomo</string></dict></plist>\n'
  } >"$1"
}
