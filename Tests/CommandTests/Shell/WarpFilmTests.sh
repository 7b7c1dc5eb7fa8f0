#!/bin/bash
# WarpFilmTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.
# shellcheck disable=SC2086  # unquoted on purpose: the shell splits the text into words

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"
# shellcheck source=clip.sh
. "${BASH_SOURCE[0]%/*}/clip.sh"

# For each container, prints size, pixel aspect ratio, pixel format, range, colors and rotation of the picture, the
# language of the sound, and the title.
keeps_aspect_rotation_colours_and_tags() {
  local file
  ffmpeg -nostdin -v error -f lavfi -i "testsrc2=s=64x48:r=30:d=0.5,$hdr_filter" -f lavfi -i sine=d=0.5 -pix_fmt yuv420p10le \
    "${hdr[@]}" -aspect 16:9 -c:v libx264 -metadata title='A; "title" = 1' -metadata:s:a language=swe in.mp4
  turned in.mp4 turned.mp4
  for file in out.mp4 out.mov out.mkv out.webm; do
    warp-film --speed 2x turned.mp4 $file || exit
    {
      ffprobe -v error -select_streams v -of csv=p=0 -show_entries stream=width,height,sample_aspect_ratio,pix_fmt \
        -show_entries stream=color_range,color_space,color_transfer,color_primaries:side_data=rotation $file
      ffprobe -v error -select_streams a -of csv=p=0 -show_entries stream_tags=language:format_tags=title $file
    } | grep .
  done
}

# keeps_depth_and_colour FORMAT CODEC: prints the pixel format of the result, and the number of frames.
keeps_depth_and_colour() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=30:d=0.2 -pix_fmt "$1" -strict -1 -c:v "$2" in.nut
  if [ "$2" = gif ]; then
    rm in.nut
    ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=0.2 in.gif
  fi
  warp-film in.* out.nut --encode '-c:v rawvideo -f nut' &&
    ffprobe -v error -show_entries stream=pix_fmt,nb_read_packets -count_packets -of csv=p=0 out.nut
}

# keeps_the_offset_of_the_sound PICTURE SOUND FILE: PICTURE and SOUND are ffmpeg's input options for picture and sound.
# The timestamps of wrapped.ts overflow to 0 after six seconds, so ffmpeg reads the earlier timestamps as negative.
keeps_the_offset_of_the_sound() {
  local clock=''
  [[ $3 != wrapped.ts ]] || clock='-copyts -output_ts_offset 95437.6 -muxdelay 0'
  make_clip -c:v libx264 -c:a mp2 both.mkv
  ffmpeg -nostdin -v error $1 -i both.mkv $2 -i both.mkv -map 0:v -map 1:a -c copy $clock "$3"
  warp-film --vfr "$3" out.mp4 && look out.mp4
}

# Prints the number of samples if the reversed picture and sound are exact, and the double reversal equals the original.
sound_is_reversed_channel_by_channel() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=2 -f lavfi -i \
    "aevalsrc=0.5*sin(300*t)|0.2*t:s=48000:d=2:c=stereo" -c:v ffv1 -g 10 -c:a pcm_f32le in.mkv
  warp-film --reverse --memory 60k --encode '-c:v ffv1 -c:a pcm_f32le' in.mkv out.mkv || exit
  warp-film --reverse --memory 60k --encode '-c:v ffv1 -c:a pcm_f32le' out.mkv again.mkv || exit
  frames() { ffmpeg -nostdin -v error -i "$1" -map 0:v -f framemd5 - | awk '!/#/ { print $NF }'; }
  sound() { ffmpeg -nostdin -v error -i "$1" -f f32le - | od -An -v -tx8 -w8; }
  cmp <(frames in.mkv | tac) <(frames out.mkv) && cmp <(sound in.mkv | tac) <(sound out.mkv) &&
    cmp <(frames in.mkv) <(frames again.mkv) && cmp <(sound in.mkv) <(sound again.mkv) && sound out.mkv | wc -l
}

# Retimes inputs that lack sound or picture. Prints the codecs and the duration of each result.
inputs_and_results_may_lack_sound_or_picture() {
  lengths() {
    ffprobe -v error -show_entries stream=codec_name:format=duration -of csv=p=0 "$1" |
      awk '{ printf (/^[0-9.]+$/ ? "%.3f" : "%s "), $1 } END { print "" }'
  }
  make_tiny_film
  ffmpeg -nostdin -v error -i in.mp4 -an -c copy silent.mp4
  warp-film --constant 2 silent.mp4 silent-out.mp4
  lengths silent-out.mp4
  ffmpeg -nostdin -v error -f lavfi -i sine=d=0.5 in.flac
  warp-film --constant 2 in.flac out.flac
  lengths out.flac
  warp-film --constant 2 in.flac sound.mkv
  lengths sound.mkv
  warp-film --no-audio --constant 2 in.mp4 muted.mp4
  lengths muted.mp4
  warp-film --constant 2 in.mp4 out.wav
  lengths out.wav
  ffmpeg -nostdin -v error -i in.mp4 -frames:v 1 cover.png
  ffmpeg -nostdin -v error -i in.flac -i cover.png -map 0 -map 1 -c:v copy -disposition:v attached_pic covered.flac
  warp-film --constant 2 covered.flac uncovered.flac
  lengths uncovered.flac
}

every_track_is_kept_or_reported() {
  local kind
  tracks() {
    ffprobe -v error -of compact=p=0:nk=1:s=, -show_entries stream=codec_name,codec_type:stream_disposition=default \
      -show_entries stream_tags=language,title "$1"
  }
  cues() {
    ffmpeg -nostdin -v error -copyts -i "$1" -map 0:s:0 -f srt - |
      awk -F '[:, ]' '/-->/ { printf "%s%.1f-%.1f", n++ ? " " : "", $3 + $4 / 1000, $8 + $9 / 1000 } END { print "" }'
  }
  printf '1\n00:00:00,500 --> 00:00:01,000\nA\n\n2\n00:00:01,500 --> 00:00:02,000\nB\n' >in.srt
  head -c 999 /dev/zero >a.ttf
  ffmpeg -nostdin -v error -f lavfi -i color=red:s=32x32 -frames:v 1 cover.png
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=2 -f lavfi -i sine=d=2 -f lavfi -i sine=f=880:d=2 \
    -i in.srt -map 0 -map 1 -map 2 -map 3 -map 3 -c:v libx264 -preset ultrafast -c:a aac -c:s:0 srt -c:s:1 ass \
    -metadata:s:v language=jpn -metadata:s:a:0 language=eng -metadata:s:a:1 language=swe -metadata:s:a:1 title=Notes \
    -metadata:s:s:0 language=ger -metadata:s:s:0 title=All -disposition:a:0 0 -disposition:a:1 default \
    -disposition:s:1 forced -attach a.ttf -metadata:s:t:0 mimetype=font/ttf -attach cover.png \
    -metadata:s:t:1 mimetype=image/png full.mkv
  for kind in mkv mp4 webm; do
    echo "== $kind"
    warp-film --constant 2 full.mkv out.$kind || return
    tracks out.$kind
    cues out.$kind
  done
  echo "== chosen"
  warp-film --constant 2 --audio 2 --no-subtitles full.mkv chosen.webm && tracks chosen.webm | grep -v video
}

# Prints codec, pixel format, transfer, and the HDR10 metadata of the first frame.
hdr_metadata_is_kept() {
  ffmpeg -nostdin -v error -f lavfi -i "testsrc2=s=128x96:r=25:d=0.4,$hdr_filter" -pix_fmt yuv420p10le "${hdr[@]}" \
    -c:v libx265 -x265-params "log-level=error:hdr10=1:\
repeat-headers=1:master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50):max-cll=1000,400" in.mp4
  warp-film --constant 2 in.mp4 out.mp4 &&
    ffprobe -v error -of compact=p=0:nk=1 -show_entries stream=codec_name,pix_fmt,color_transfer out.mp4 &&
    ffprobe -v error -of csv=p=0 -read_intervals %+#1 -show_frames -show_entries frame=stream_index:side_data out.mp4 | grep -o '10000000/10000\|1000,400' &&
    warp-film --codec h264 in.mp4 out.mkv &&
    ffmpeg -nostdin -v verbose -i out.mkv -c copy -bsf:v trace_headers -f null - 2>&1 |
      sed -n 's/.*\(max_display_mastering_luminance\|max_content_light_level\) .* = /\1 /p' | head -n 2
}

lossless_files_keep_their_bit_depth() {
  local file
  ffmpeg -nostdin -v error -f lavfi -i sine=d=0.5 -af volume=20 -c:a pcm_f32le float.wav
  ffmpeg -nostdin -v error -f lavfi -i sine=d=0.5 -c:a pcm_s24le whole.wav
  ffmpeg -nostdin -v error -f lavfi -i sine=d=0.5 -c:a pcm_s32le deep.wav
  ffmpeg -nostdin -v error -f lavfi -i sine=d=0.5 -c:a pcm_s16le usual.wav
  for file in float whole deep; do
    warp-film --constant 2 $file.wav $file-out.wav &&
      ffprobe -v error -show_entries stream=codec_name -of csv=p=0 $file-out.wav
  done
  for file in float usual; do
    warp-film --constant 2 $file.wav $file.flac &&
      ffprobe -v error -show_entries stream=codec_name,bits_per_raw_sample -of csv=p=0 $file.flac
  done
}

# For a clip with a variable frame rate, prints the number of frames and of different durations, then the frame rate
# with --pick. For a clip with 75 frames at 30 fps and 60 at 120 fps, prints the number of frames. For an NTSC clip,
# prints the frame rate without and with --fps film.
uneven_clips_get_a_usual_rate() {
  rate() { ffprobe -v error -show_entries stream=r_frame_rate -of csv=p=0 "$1"; }
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=30:d=2 -vf "settb=1/90000,setpts='PTS+0.003/TB*mod(N*7\,5)'" \
    -fps_mode passthrough -enc_time_base 1/90000 -c:v libx264 -bf 0 -video_track_timescale 90000 uneven.mp4
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=30000/1001:d=1 -c:v libx264 ntsc.mp4
  warp-film uneven.mp4 kept.mp4 2>&1 && ffprobe -v error -show_entries packet=pts -of csv=p=0 kept.mp4 |
    sort -n | awk 'NR > 1 && !(($1 - last) in seen) { seen[$1 - last]; lengths++ } { last = $1 } END { print NR, lengths }'
  warp-film --pick nearest uneven.mp4 uneven.mkv && rate uneven.mkv
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=120:d=3 -vf "select='if(lt(t\,2.5)\,not(mod(n\,4))\,1)'" \
    -fps_mode vfr -c:v libx264 slow.mov
  warp-film slow.mov slow.mp4 2>&1 && ffprobe -v error -show_entries packet=pts -of csv=p=0 slow.mp4 | wc -l
  warp-film ntsc.mp4 ntsc.mkv && rate ntsc.mkv
  warp-film --fps film ntsc.mp4 film.mkv && rate film.mkv
}

an_encoder_that_stops_early_ends_the_run() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=320x180:r=30:d=4 -f lavfi -i sine=d=4 -c:v libx264 -c:a aac in.mp4
  warp-film --encode '-t 0.5' in.mp4 out.mp4 && ffprobe -v error -show_entries format=duration -of csv=p=0 out.mp4
}

encoders_are_named_as_in_ffmpeg() {
  local quality
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=0.2 -c:v ffv1 in.mkv
  for quality in 4 60; do
    warp-film --codec libvpx --quality $quality in.mkv $quality.webm || exit
    ffprobe -v error -show_entries stream=codec_name -of csv=p=0 $quality.webm
  done
  (($(stat -c %s 4.webm) <= $(stat -c %s 60.webm))) || echo 'the finer one is larger'
}

"$@"
