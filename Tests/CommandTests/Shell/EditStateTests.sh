#!/bin/bash
# EditServerTests.swift calls the functions below in an empty directory. Each function prints errors, and then `done`.
# They send the requests of the page of `warp-film --edit` with curl. Needs curl and jq on the PATH.
set -euo pipefail

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"
# shellcheck source=requests.sh
. "${BASH_SOURCE[0]%/*}/requests.sh"

# is_kept TEXT: prints an error unless the page has this draft.
is_kept() { [[ $(facts draft | jq -r .) == "$1" ]] || echo "the draft is $(facts draft), not $1"; }

# Keeps drafts and presets, also for a server that starts later, and where no file can be written.
kept() {
  make_tiny_film
  cp in.mp4 other.mp4
  state_home=$PWD/state/deep
  serve --no-browser in.mp4
  is_kept ''
  [[ ! -e state ]] || echo 'a directory was made for nothing'
  due 200 keep draft $'</script>"\\ é\nx'
  due 200 keep presets '{"a": 1}'
  is_kept $'</script>"\\ é\nx'
  [[ $(curl -s "$address" | grep -c '</script>') == 1 ]] || echo 'a draft ends the script'
  [[ $(stat -c %a state/deep/warp state/deep/warp/* | sort | uniq -c | tr -s ' \n' ' ') == ' 2 600 1 700 ' ]] ||
    stat -c '%a %n' state/deep/warp state/deep/warp/*
  [[ $(head -n 1 state/deep/warp/draft-*) == '# warp draft of in.mp4' ]] || head -n 1 state/deep/warp/draft-*
  head -c 65536 /dev/zero | tr '\0' a >long
  due 200 keep draft "$(<long)"
  due 413 keep draft "$(<long)a"
  due 400 keep draft $'\xff'
  due 400 keep draft
  due 400 keep '../a' b
  due 200 keep draft new
  kill -KILL "$server"
  # Another film has another draft, and the same presets.
  serve --no-browser other.mp4
  is_kept ''
  [[ $(facts presets | jq -r .) == '{"a": 1}' ]] || echo "the presets are $(facts presets)"
  kill -KILL "$server"
  # Of many drafts, the oldest go. An empty one removes its file.
  local n
  for ((n = 0; n < 210; n++)); do touch -d "2020-01-01 $n min" "state/deep/warp/draft-$n"; done
  serve --no-browser "$PWD/in.mp4"
  is_kept new
  due 200 keep draft newer
  n=$(find state -name 'draft-*' | wc -l)
  [[ $n == 200 && ! -e state/deep/warp/draft-10 && -e state/deep/warp/draft-209 ]] || echo "$n drafts are left"
  is_kept newer
  due 200 keep draft ''
  is_kept ''
  [[ $(find state -name 'draft-*' | wc -l) == 199 ]] || echo 'an empty draft has a file'
  kill -KILL "$server"
  touch file
  state_home=$PWD/file
  serve --no-browser in.mp4
  due 200 keep draft memory
  grep -q 'until warp-film ends' reply || echo "the reply is $(<reply)"
  is_kept memory
  kill -KILL "$server"
  echo "done"
}

# Opens another film from the page.
others() {
  mkdir 'my films'
  make_tiny_film
  local name
  for name in in.mp4 -b.MKV .hidden.mp4; do cp in.mp4 "my films/$name"; done
  echo text >'my films/no.mp4'
  touch 'my films/a.mp3' 'my films/a.txt'
  ln -s in.mp4 'my films/link.mp4'
  mkdir 'my films/folder.mov'
  serve --no-browser --pitch keep --fps 12 --draft 'my films/in.mp4'
  [[ $(curl -s "${address}folder" | jq -cS .) == '{"films":["-b.MKV","in.mp4","no.mp4"],"music":["a.mp3"]}' ]] ||
    curl -s "${address}folder"
  for name in '' .hidden.mp4 link.mp4 folder.mov a.txt c.mp4 ../in.mp4 a.mp3 --help; do due 400 open "$name"; done
  due 400 open no.mp4
  grep -q no.mp4 reply && grep -q no.mp4 messages || echo "the reason is $(<reply)"
  local first=$address other
  due 200 open -b.MKV
  other=$(<reply)
  ! grep -q "$other" messages || echo 'the address of the other page is in the terminal'
  address=$other
  [[ $(facts choices | jq -c .) == '{"--fps":"12"}' && $(facts resultWords | jq -c .) == '["--draft"]' ]] ||
    echo "the other page has $(facts choices) $(facts resultWords)"
  [[ $(curl -s "$address" | grep -c 'keepsPitch: true, hasPicture') == 1 ]] ||
    echo 'the other page does not keep the pitch'
  curl -s "${address}film" | cmp - in.mp4
  address=$first
  other=$(pgrep -P "$server" -x warp-film)
  kill -TERM "$server"
  wait "$server" || true
  until_or_a_minute "[[ ! -e /proc/$other/exe ]]"
  [[ ! -e /proc/$other/exe ]] || echo 'the other server still runs'
  echo "done"
}

# A server stays until the page of the other film is closed.
outliving() {
  make_tiny_film
  cp in.mp4 other.mp4
  serve --no-browser in.mp4
  due 200 open other.mp4
  local page second
  curl -sN "${address}events" >/dev/null &
  page=$!
  curl -sN "$(<reply)events" >/dev/null &
  second=$!
  # The server has read the request of its page before this one.
  due 200 cancel
  kill -KILL $page
  # Longer than it would wait without the other page.
  sleep 9
  kill -0 "$server" || echo 'the server ended although another page is open'
  kill -KILL $second
  ended
  echo "done"
}

"$@"
