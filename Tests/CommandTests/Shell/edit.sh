# shellcheck shell=bash
# Sourced by the scripts that test the page of warp-film --edit.
# Needs the built warp programs on the PATH, and the functions of fixtures.sh, browser.sh and warp.sh.

# Makes ten seconds of HEVC, which Chromium cannot play.
hevc_film() {
  page_film
  ffmpeg -nostdin -v error -i clip.mp4 -c:v libx265 -preset ultrafast -x265-params log-level=error -tag:v hvc1 \
    -c:a copy hevc.mp4
}

# serve WORD…: starts warp-film --edit in the background. Sets $server to the process number, and $address to the
# address of the page. Messages go to the file `messages`, and drafts to the directory $state_home, by default `state`.
serve() {
  mkdir -p runtime
  chmod 700 runtime
  # Without this, `grep` could find the messages of the server before.
  : >messages
  XDG_RUNTIME_DIR=$PWD/runtime XDG_STATE_HOME=${state_home-$PWD/state} warp-film --edit "$@" 2>messages &
  server=$!
  # If the script fails, no server may stay, because the test waits for all processes. `open_browser` replaces this.
  # shellcheck disable=SC2046  # a word for each process
  trap 'kill -KILL $(jobs -pr) 2>/dev/null || true' EXIT
  until_or_a_minute "grep -q 'or press Ctrl-C' messages || ! kill -0 $server 2>/dev/null"
  # shellcheck disable=SC2034  # other scripts use this variable
  address=$(sed -n 's/.*the page is at //p' messages)
  [[ $address ]] || echo "the server has not started: $(<messages)"
}

# ended: expects that the server ends by itself, 8 s after the last page is closed, and leaves no file.
ended() {
  local status=0
  wait "$server" || status=$?
  [[ $status == 0 ]] || echo "it ended with $status"
  [[ ! $(ls runtime) ]] || echo "left over: $(ls runtime)"
}

# js_until CONDITION: waits until a condition is true in the page.
js_until() { js_async "const wait = () => ($1) ? done(null) : setTimeout(wait, 20); wait()" >/dev/null; }
