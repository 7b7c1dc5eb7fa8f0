#!/bin/bash
# OddFilmTests.swift runs `OddFilmTests.sh NUMBER` in an empty directory. NUMBER determines an unusual film. Retimes
# this film in seven ways. Prints each loss that ffmpeg avoids and warp-film does not report. Refusals go to standard
# error.
# Needs the built warp programs on the PATH.
# shellcheck disable=SC2086  # unquoted on purpose: the shell splits the text into words

# The film has gray frames, each 4 levels lighter than the previous one. The gray level identifies a frame in any
# format, size, codec and rotation.
number=$1
odd=
RANDOM=$((number + 1))

ff() { ffmpeg -nostdin -v quiet -y "$@"; }

# draw WORD…: puts a random word into the variable `drawn`.
draw() { local -a words=("$@"); drawn=${words[RANDOM % $#]}; }

# shellcheck source=odd_kinds.sh
. "${BASH_SOURCE[0]%/*}/odd_kinds.sh"
# shellcheck source=odd_damage.sh
. "${BASH_SOURCE[0]%/*}/odd_damage.sh"
# shellcheck source=odd_sounds.sh
. "${BASH_SOURCE[0]%/*}/odd_sounds.sh"

# add_sound: adds a sound track to the film that `make_film` prepares. Uses the variables of `make_film`.
add_sound() {
  [ "$sound" != none ] || return
  draw 'r=48000:c=stereo' 'r=44100:c=mono' 'r=48000:c=5.1' 'r=48000:c=stereo' 'r=8000:c=mono' 'r=48000:c=7.1'
  # Some codecs do not support every sample rate and channel layout.
  [[ ! $sound =~ mp2|mp3|wma|vorbis|opus|tta|adpcm|truehd|dca|ac3 || ! $drawn =~ 8000|5.1|7.1 ]] ||
    drawn=r=48000:c=stereo
  [ $kind != mxf ] || drawn=r=48000:c=stereo
  layout=${drawn#*c=}
  local hertz=${drawn%%:*}
  local length=1.6
  case $ends in long) length=2.9 ;; short) length=0.9 ;; esac
  inputs+=(-f lavfi -i "sine=f=500:r=${hertz#r=}:d=$length,aformat=channel_layouts=$layout") maps+=(-map 1:a)
  options+=(-c:a "$sound" -strict -2)
}

# add_extra: may add a cover, chapters, subtitles, another track, a timecode or a rotation, at random.
add_extra() {
  draw none none cover chapters subtitles second timecode rotation two; extra=$drawn
  case $kind:$extra in
    mp4:cover | mov:cover | mkv:cover)
      ff -f lavfi -i color=red:s=32x32 -frames:v 1 -c:v mjpeg cover.jpg
      if [ $kind = mkv ]; then
        options+=(-attach cover.jpg -metadata:s:t mimetype=image/jpeg)
      elif [ $kind = mp4 ]; then
        inputs+=(-i cover.jpg) maps+=(-map $((${#maps[@]} / 2)):v)
        options+=(-c:v:1 copy -disposition:v:1 attached_pic)
      fi ;;
    mp4:chapters | mov:chapters | mkv:chapters | ogv:chapters | webm:chapters)
      printf ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=%d\ntitle=a\n' 0 700 | sed '4,$s/^;.*//' >chapters
      inputs+=(-i chapters) options+=(-map_chapters $((${#maps[@]} / 2))) ;;
    mp4:subtitles | mov:subtitles | mkv:subtitles)
      printf '1\n00:00:00,200 --> 00:00:00,900\nhere\n' >in.srt
      inputs+=(-i in.srt) maps+=(-map $((${#maps[@]} / 2)):s)
      [ $kind = mkv ] && options+=(-c:s srt) || options+=(-c:s mov_text) ;;
    flv:second) ;;  # FLV holds one sound track
    *:second) [ "$sound" = none ] || { maps+=(-map 1:a); } ;;
    mov:timecode | mp4:timecode | mxf:timecode) options+=(-timecode 01:00:00:00) ;;
    mkv:two | ts:two | nut:two) maps+=(-map 0:v) ;;
  esac
}

# film_kind: prints the line of the film's kind. The films from 208 on are of the kinds that were added later.
film_kind() {
  if ((number < 208)); then
    echo "${kinds[number % ${#kinds[@]}]}"
  else
    echo "${more_kinds[(number - 208) % ${#more_kinds[@]}]}"
  fi
}

# Makes the film `in.KIND`, where KIND is the container, and writes its properties to the file `made`.
make_film() {
  local picture sound times rate size layout seconds=1.6 ends=even
  local -a inputs maps options behind
  IFS='|' read -r kind picture sound <<<"$(film_kind)"
  draw $sound; sound=$drawn
  [[ $picture != *h263\ * ]] || size=176x144
  draw 25 30 30000/1001 12 50; rate=$drawn
  draw 64x48 66x50 65x49 48x64 98x34; size=${size:-$drawn}
  # Some codecs do not support every size.
  case $kind:$picture:$size in
    mxf:*) size=64x48 rate=25 ;;
    *:cfhd* | *:h263p*) size=64x48 ;;
    *:libx26?\ *:65x49) [[ $picture == *yuv444* ]] || size=66x50 ;;
    *:v210:65x49 | avi:rawvideo*:65x49) size=66x50 ;;
  esac
  draw even even even uneven gap one late negative cut; times=$drawn
  # The containers in this pattern have no timestamps.
  [[ ! $kind =~ avi|mxf|mpg|gif|apng|m1v|m2v|264|hevc|obu|jpeg|y4m|vob || $times == one ]] || times=even
  # The containers in this pattern cannot have negative timestamps.
  [[ ! $kind:$times =~ ^(nut|flv):negative ]] || times=late
  [[ $times != one ]] || seconds=0.04
  if ((number >= 208)); then
    draw even even long short; ends=$drawn
    draw none tags headless silent segment slow; odd=$drawn
    case $odd:$kind in
      headless:ts | headless:m2ts | silent:ts | silent:m2ts) times=even ;;
      segment:mp4) times=even seconds=3.2 ;;
      slow:*) [[ $kind =~ m1v|m2v|wtv|vob|m2ts|jpeg ]] || rate=3 ;;
    esac
  fi
  [[ ! $kind =~ m1v|m2v|wtv|vob|m2ts || $rate != 12 ]] || rate=25
  behind=()
  local filter="format=gray,geq=lum='20+mod(4*N\\,208)'"
  case $times in
    uneven) filter+=",setpts=PTS+mod(N*N*7\\,5)*0.004/TB" ;;
    gap) filter+=",select='lt(t\\,0.4)+gt(t\\,0.9)'" ;;
    late) behind=(-itsoffset 0.4) ;;
    negative) options+=(-output_ts_offset -0.3 -avoid_negative_ts disabled) ;;
  esac
  inputs=("${behind[@]}" -f lavfi -i "nullsrc=s=$size:r=$rate:d=$seconds,$filter") maps=(-map 0:v)
  add_sound
  add_extra
  local colours=
  [[ $picture == *-pix_fmt* ]] || colours="-pix_fmt $(format ${picture%% *})"
  [ "$odd" != tags ] || options+=(-metadata A=1 -metadata title=t -metadata B=2 -metadata:s:v language=en)
  ff "${inputs[@]}" "${maps[@]}" -c:v:0 $picture $colours -fps_mode passthrough "${options[@]}" "in.$kind" || return
  if [ $kind:$extra = mp4:rotation ]; then
    mv in.mp4 straight.mp4
    ff -display_rotation:v:0 90 -i straight.mp4 -c copy -map 0 in.mp4 ||
      ff -i straight.mp4 -map 0 -c copy -metadata:s:v:0 rotate=90 in.mp4
  fi
  if [ $times = cut ] && [[ $kind =~ mp4|mov ]]; then
    mv in.$kind uncut.$kind
    ff -ss 0.5 -i uncut.$kind -map 0 -c copy in.$kind || return
  fi
  damage "$odd" "in.$kind" || return
  echo "$number: $kind $picture, $sound, ${layout:-}, $times, $rate, $size, $extra, $ends, $odd" >made
}

# format CODEC: prints a pixel format for a codec whose options contain no -pix_fmt.
format() {
  case $1 in
    gif) echo rgb8 ;;
    apng) echo rgb24 ;;
    v210 | cfhd) echo yuv422p10le ;;
    prores_ks) echo yuv422p10le ;;
    *) echo yuv420p ;;
  esac
}

# lightness FILE: prints the gray level of each frame of the first video track.
lightness() {
  ff -i "$1" -map 0:v:0 -fps_mode passthrough -vf scale=16:16:flags=area,format=gray,crop=1:1:8:8 -f rawvideo - |
    od -An -v -tu1 -w1
}

# times FILE: prints the time of each frame in seconds, counted from the first frame.
times() {
  ffprobe -v quiet -select_streams v:0 -show_entries frame=best_effort_timestamp_time -of csv=p=0 "$1" |
    awk -F, '$1 != "" { if (!n++) first = $1; printf "%.3f\n", $1 - first }'
}

# seconds FILE: prints the duration of the first sound track, as decoded.
seconds() {
  local hertz
  hertz=$(ff -i "$1" -map 0:a:0 -ac 1 -ar 8000 -f s16le - | wc -c)
  awk -v bytes="$hertz" 'BEGIN { printf "%.3f\n", bytes / 16000 }'
}

# tracks FILE: prints the kind of each track, such as `video`. The kind of a cover image is `cover`.
tracks() {
  # ffprobe lists the tracks of an MPEG transport stream twice.
  ffprobe -v quiet -show_entries stream=index,codec_type:stream_disposition=attached_pic -of csv=p=0 "$1" |
    awk -F, '$2 != "" && !known[$1]++ { print ($3 == 1 ? "cover" : $2) }' | sort
}

complain() { echo "$(cat made): $*; said: $(tr '\n' '|' <said | head -c 600)"; }

# job NAME OUTPUT WORD…: runs warp-film. If warp-film refuses the film, prints REFUSED with the message, and returns
# false.
job() {
  name=$1
  rm -f "$2"
  timeout 100 warp-film --no-progress "${@:3}" "in.$kind" "$2" >/dev/null 2>said
  local status=$?
  ! grep -q 'found errors' said || [ "$odd" = headless ] || complain "$name: called damaged"
  if [ $status = 0 ]; then return 0; fi
  if [ $status = 124 ]; then
    complain "$name hangs"
  elif grep -qE 'failed with status|was killed' said; then
    complain "$name: exit $status"
  elif grep -q '^warp-film: error: .' said; then
    echo "REFUSED $(cat made): $name: $(grep -m 1 error: said)" >&2
  else
    complain "$name: exit $status without a word"
  fi
  return 1
}

# same DUE FOUND [exact]: compares two lists of gray levels of frames, with a tolerance of 2 levels. FOUND must contain
# the frames of DUE in order, and may repeat frames. With `exact`, only the last frame may repeat.
same() {
  awk -v exact="$3" '
    function near(a, b) { return a - b <= 2 && b - a <= 2 }
    BEGIN { n = i = 0 }
    FILENAME == ARGV[1] { due[n++] = $1; next }
    i < n && near($1, due[i]) { i++; next }
    exact != "" && i < n || i == 0 || !near($1, due[i - 1]) { odd++ }
    END {
      if (i == n && (exact == "" || !odd)) exit 0
      printf "%d of %d frames in order, %d others\n", i, n, odd
      exit 1
    }' "$1" "$2"
}

# Prints an error if frames are missing or not in order, unless warp-film has reported a loss.
check_frames() {
  local what
  what=$(same due found "$1") || grep -qE 'frames? (is|are) dropped|has a constant' said || complain "$name: $what"
}

check_tracks() {
  local kinds_lost
  kinds_lost=$(comm -23 <(tracks "in.$kind") <(tracks "$1") | grep -v '^data$' | tr '\n' ' ')
  [ -z "$kinds_lost" ] || grep -qE 'is dropped' said || complain "$name: lost: $kinds_lost"
  local data
  data=$(comm -23 <(tracks "in.$kind") <(tracks "$1") | grep -c '^data$')
  # mp4 and mov keep chapters in a data track.
  ((data == 0)) || grep -qE 'is dropped' said || [ "$extra" = chapters ] || complain "$name: lost a data track"
  local chapters
  chapters=$(comm -3 <(ffprobe -v quiet -show_entries chapter_tags=title "in.$kind" | grep -c CHAPTER]) \
    <(ffprobe -v quiet -show_entries chapter_tags=title "$1" | grep -c CHAPTER]))
  [ -z "$chapters" ] || complain "$name: other chapters: $chapters"
}

# check_sound FILE SECONDS: prints an error unless the sound lasts SECONDS, or warp-film has reported a difference.
check_sound() {
  grep -q audio <(tracks "in.$kind") || return
  local heard
  heard=$(seconds "$1")
  awk -v heard="$heard" -v due="$2" 'BEGIN { exit !(heard > due - 0.07 && heard < due + 0.12) }' ||
    grep -qE 'sound|decode' said || complain "$name: $heard s of sound, $2 due"
}

first_sound=$((208 + 3 * ${#more_kinds[@]}))
if ((number >= first_sound)); then
  check_sound_alone "${sound_kinds[(number - first_sound) % ${#sound_kinds[@]}]}"
  exit
fi

make_film || { echo "$number: cannot be made" >&2; exit; }
lightness "in.$kind" >all
[ -s all ] || { echo "$(cat made): ffmpeg cannot read it" >&2; exit; }
length=$(warp-film --info "in.$kind" 2>said | awk '/^source duration/ { print $3 }')
if [ -z "$length" ]; then
  if grep -q 'error: .' said; then echo "REFUSED $(cat made): $(cat said)" >&2; else complain 'no length'; fi
  exit
fi
cp all due
lossless=(--encode '-c:v ffv1')

if job 'constant 1' out.mkv "${lossless[@]}"; then
  lightness out.mkv >found
  check_frames
  check_tracks out.mkv
  check_sound out.mkv "$length"
fi
if job 'constant 2' out.mkv --constant 2 "${lossless[@]}"; then
  lightness out.mkv >found
  check_frames
  check_sound out.mkv "$(awk -v l="$length" 'BEGIN { print 2 * l }')"
fi
if job vfr out.mkv --vfr "${lossless[@]}"; then
  lightness out.mkv >found
  check_frames
fi
for output in mp4 mkv; do
  if job "copy to $output" out.$output --copy --constant 1.5; then
    lightness out.$output >found
    check_frames exact
    check_tracks out.$output
  else
    ff -i "in.$kind" -map 0:v:0 -c copy "plain.$output" &&
      [ "$(lightness plain.$output | wc -l)" = "$(wc -l <all)" ] &&
      echo "COPIED $(cat made): ffmpeg copies this into $output" >&2
  fi
done
if job reverse out.mkv --reverse "${lossless[@]}"; then
  lightness out.mkv >found
  tac all >due
  check_frames
  check_sound out.mkv "$length"
  cp all due
fi
# Without a first keyframe, `times` counts from a later frame.
if [ "$odd" != headless ] && awk -v l="$length" 'BEGIN { exit !(l > 1) }' &&
  job trim out.mkv --trim 0.3..0.9 "${lossless[@]}"; then
  lightness out.mkv >found
  # Compares only the frames that begin at least 0.05 s inside the trimmed part.
  paste -d ' ' <(times "in.$kind") all | awk '$1 > 0.35 && $1 < 0.85 { print $2 }' >due
  [ "$(times "in.$kind" | wc -l)" != "$(wc -l <all)" ] || check_frames
  check_sound out.mkv 0.6
fi
