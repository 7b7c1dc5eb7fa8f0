#!/bin/bash
# EditServerTests.swift calls the functions below in an empty directory. Each function prints errors, and then `done`.
# They send the requests of the page of `warp-film --edit` with curl. Needs curl and jq on the PATH.
set -euo pipefail

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"
# shellcheck source=requests.sh
. "${BASH_SOURCE[0]%/*}/requests.sh"

# rendered STATE [WORD]: waits until the rendering ends, and prints an error unless the state is STATE and the messages
# contain WORD. `news` are the events of the server.
rendered() {
  until_or_a_minute 'tail -n 3 news | grep -q "\"state\": \"\(done\|failed\)\""'
  local last
  last=$(grep -o '"state".*' news | tail -n 1)
  [[ $last == "\"state\": \"$1\""* && $last == *"${2-}"* ]] || echo "not $1 ${2-}: $last"
}

# listen: opens the page, and saves its events in `news`.
listen() {
  : >news
  curl -sN "${address}events" >>news &
}

# Renders with choices about the result, with music beside the film, and with words that make no file.
choices() {
  mkdir films
  make_tiny_film
  mv in.mp4 films
  ffmpeg -nostdin -v error -f lavfi -i sine=d=1 films/a.wav
  cp films/a.wav b.wav
  ln -s ../b.wav films/link.wav
  mkdir films/folder.wav
  serve --no-browser --mix blend --fps 10 --music b.wav --music-level -6 --quality 30 films/in.mp4
  [[ $(facts choices | jq -cS .) == '{"--fps":"10","--mix":"blend","--music":"b.wav","--music-level":"-6"}' ]] ||
    echo "the choices are $(facts choices)"
  [[ $(facts resultWords | jq -c .) == '["--quality","30"]' ]] || echo "the other words are $(facts resultWords)"
  listen
  local name
  for name in link.wav folder.wav c.wav; do due 400 render new out.mp4 --music $name; done
  due 400 render new out.mp4 --mix exec:a
  due 200 render new out.mp4 --speed 2x --fps 5 --music a.wav --music-level -3
  rendered 'done'
  warp-film --speed 2x --fps 5 --music films/a.wav --music-level -3 --quality 30 films/in.mp4 typed.mp4 2>/dev/null
  cmp films/out.mp4 typed.mp4
  # The typed music is elsewhere.
  : >news
  due 200 render replace out.mp4 --music b.wav --fps 5
  rendered 'done'
  : >news
  due 200 render new no.mp4 --then '--trim 9s..10s'
  rendered failed
  [[ ! -e films/no.mp4 ]] || echo 'a rendering that failed left a file'
  kill -KILL "$server"
  echo "done"
}

# Compares a preview with the same frames of the rendered result, along a slow ramp with settled frames after it.
previews() {
  make_tiny_film
  serve --no-browser --mix motion --encode '-c:v mpeg4' in.mp4
  local words=(--speed '0=1x, 0.2s=0.3x smooth, 0.4s=1x smooth')
  warp-film "${words[@]}" --mix motion --codec ffv1 --no-audio in.mp4 whole.mkv 2>/dev/null
  due 200 preview 0.31 0.72 "${words[@]}"
  ffmpeg -nostdin -v error -i reply -i whole.mkv \
    -lavfi '[1:v]trim=start_frame=9:end_frame=22,setpts=PTS-STARTPTS[w];[0:v][w]psnr=stats_file=psnr' -f null - \
    2>/dev/null
  [[ $(grep -c . psnr) == 13 ]] || echo "the preview has $(grep -c . psnr) frames"
  awk -F 'psnr_avg:' '{ split($2, value, " "); if (value[1] != "inf" && value[1] < 40) print "PSNR " value[1] }' psnr
  [[ $(about stream=codec_name,pix_fmt,start_time reply | tr '\n' ' ') == \
    'codec_name=h264 pix_fmt=yuv420p start_time=0.000000 codec_name=aac start_time=0.000000 ' ]] ||
    about stream=codec_name,pix_fmt,start_time reply
  # What fails before it plays says why.
  due 400 preview 9 10 "${words[@]}"
  grep -q '^error: the result ends at .* s, so nothing plays at 9 s' reply || echo "the reason is $(<reply)"
  due 400 preview 0 1 --speed 0
  grep -q 'would stop playback' reply || echo "the reason is $(<reply)"
  local times
  for times in '1 1' '2 1' '-1 1' '0 5.1' '0 x' '0 inf' 'nan 1' '0'; do
    # shellcheck disable=SC2086  # two fields
    due 400 preview $times
  done
  due 400 preview 0 1 --map a.tsv
  ! grep -q 'nothing plays' messages || echo 'a message of a preview is in the terminal'
  kill -KILL "$server"
  echo "done"
}

# same_sound WORD…: prints an error unless the sound of a part of the result is that of the whole result.
same_sound() {
  local words=("$@" --speed 0.5x --encode '-c:a pcm_s16le')
  warp-film -y "${words[@]}" in.mp4 whole.mkv 2>/dev/null
  WARP_PART=0.2..0.5 warp-film "${words[@]}" in.mp4 - 2>/dev/null >part.mkv
  local name peak
  for name in whole part; do
    ffmpeg -nostdin -y -v error -i $name.mkv -map 0:a -ac 1 -f wav $name.wav
  done
  peak=$(ffmpeg -nostdin -i part.wav -i whole.wav -lavfi '[1]atrim=start_sample=8820:end_sample=22050,asetpts=N[w];
    [0][w]amerge,pan=mono|c0=c0-c1,astats' -f null - 2>&1 | sed -n 's/.*Peak level dB: \(.*\)/\1/p' | tail -n 1)
  awk -v peak="$peak" 'BEGIN { if (peak == "" || peak != "-inf" && peak > -40) print "differs by " peak " dB" }'
  [[ $(stat -c %s part.wav) -gt 26000 ]] || echo "the sound of $* is too short"
}

# Compares the sound of a part with that of the whole result: the film's own, at two speeds, and music.
sounds() {
  make_tiny_film
  ffmpeg -nostdin -v error -f lavfi -i 'sine=700:d=0.3' music.wav
  same_sound
  same_sound --sound original
  same_sound --music music.wav --music-loop --music-start 0.05s --music-fade 0.8s --sound-level -40
  same_sound --music music.wav --music-start 0.02s
  echo "done"
}

# sleep_exactly COUNT: whether this many stand-ins for ffmpeg sleep.
sleep_exactly() { [[ $(pgrep -c -P "$server" -x sleep) == "$1" ]]; }
# asks_in_vain: whether the server makes no further still.
asks_in_vain() { [[ $(curl -s -o /dev/null --max-time 1 -w "%{http_code}" "${address}still?at=0.1") == 503 ]]; }

# Asks for more at once than the server makes. A stand-in for ffmpeg never finishes a still, nor what encodes a preview.
limits() {
  make_tiny_film
  with_ffmpeg '*image2pipe*' 'exec sleep 100'
  export PATH=$PWD/bin:$PATH
  serve --no-browser in.mp4
  local n stills=() preview
  for ((n = 0; n < 6; n++)); do
    curl -s -o /dev/null --max-time 60 "${address}still?at=0.1" &
    stills+=($!)
  done
  until_or_a_minute 'sleep_exactly 6'
  # A preview of picture and sound needs three programs. It waits for room, and no still gets that room.
  printf '0\0000.5' >body.preview
  curl -s -o preview.mp4 --max-time 60 -H "Origin: ${address%/*/}" --data-binary @body.preview "${address}preview" &
  preview=$!
  until_or_a_minute asks_in_vain
  until_or_a_minute 'sleep_exactly 6'
  [[ ! -s preview.mp4 ]] || echo 'the preview did not wait'
  kill -KILL "${stills[0]}"
  wait "$preview" || echo 'the preview was not made'
  [[ $(about format=format_name preview.mp4) == *mp4* ]] || echo 'the preview is no film'
  for ((n = 0; n < 3; n++)); do curl -s -o /dev/null --max-time 60 "${address}still?at=0.1" & done
  until_or_a_minute 'sleep_exactly 8'
  asks_in_vain || echo 'a ninth still is made'
  sleep_exactly 8 || echo 'more than eight programs run'
  kill -KILL "$server"
  echo "done"
}

# finds_sleeper: whether a preview runs a stand-in for ffmpeg that sleeps. Its number is then in the file `sleeper`.
finds_sleeper() {
  local film
  film=$(pgrep -P "$server" -x warp-film) && pgrep -x sleep -P "$film" >sleeper
}
# is_killed: whether this stand-in, and all previews, have ended.
is_killed() { [[ ! -e /proc/$(<sleeper)/exe ]] && ! pgrep -P "$server" -x warp-film >/dev/null; }

# Starts previews that never end. A new one, and a page that closes, kill them with all their programs.
replaced() {
  make_tiny_film
  with_ffmpeg '*frag_keyframe*' 'exec sleep 100'
  export PATH=$PWD/bin:$PATH
  serve --no-browser in.mp4
  local first second
  printf '0\0000.5' >body
  curl -s --max-time 60 -H "Origin: ${address%/*/}" --data-binary @body "${address}preview" &
  first=$!
  until_or_a_minute finds_sleeper
  curl -s --max-time 60 -H "Origin: ${address%/*/}" --data-binary @body "${address}preview" &
  second=$!
  wait $first || true
  cp sleeper before
  until_or_a_minute 'finds_sleeper && ! cmp -s sleeper before'
  until_or_a_minute "[[ ! -e /proc/$(<before)/exe ]]"
  [[ ! -e /proc/$(<before)/exe ]] || echo 'the first preview still runs'
  kill -KILL $second
  until_or_a_minute is_killed
  is_killed || echo 'the second preview still runs'
  kill -KILL "$server"
  echo "done"
}

"$@"
