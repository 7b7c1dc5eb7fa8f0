#!/bin/bash
# OptionModeTests.swift calls the functions below in an empty directory, with the built warp programs on the PATH.

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"

# Makes four seconds of picture with two sound tracks and a subtitle. The first sound is silent from 1 to 3 s.
film_of_every_kind() {
  printf '1\n00:00:01,000 --> 00:00:02,000\nHello\n' >in.srt
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=96x64:r=25:d=4 \
    -f lavfi -i "aevalsrc='if(between(t,1,3),0,random(0)/2-0.25)':d=4" -f lavfi -i sine=d=4 -i in.srt -map 0 -map 1 \
    -map 2 -map 3 -c:v libx264 -preset ultrafast -c:a flac -c:s subrip in.mkv
  ffmpeg -nostdin -v error -i in.mkv -map 0:1 -af adelay=500 recorder.wav
}

# Caches the answers of ffprobe, because the many runs of warp-film ask hundreds of times about one film.
remember_ffprobe() {
  mkdir bin answers
  cat >bin/ffprobe <<END
#!/bin/sh
key=\$(printf '%s ' "\$@" | cksum)
[ -e "answers/\$key" ] || "$(type -P ffprobe)" "\$@" >"answers/\$key"
exec cat "answers/\$key"
END
  chmod +x bin/ffprobe
  PATH=$PWD/bin:$PATH
}

# every_option WORDS SAMPLE…: for each sample of options, runs warp-film with all options and without the last one.
# Prints the exit status, `same` or `differs` for standard output, the messages, and an empty line.
every_option() {
  fixture film_of_every_kind
  remember_ffprobe
  printf 'sine\n' >curves.txt
  printf '0=1x\n2s=0.5x\n' >speeds.txt
  printf '1 2\n3 5\n' >anchors.txt
  printf '1\n2.1\n3\n' >beats.txt
  printf '1 2 cut\n' >ranges.txt
  printf '1 2\n' >plain.txt
  printf '1 2 4x\n' >fast.txt
  printf '0 0\n4 4.5\n' >map.tsv
  printf '0 0\n1 1\n3 9\n4 10\n' >metres.txt
  echo '[{"words":[{"word":"a","start":0.2,"end":0.6},{"word":"b","start":1.2,"end":1.6}]}]' >words.json
  echo b >script.txt
  printf '1\n00:00:01,000 --> 00:00:02,000\na\n' >old.srt
  printf '1\n00:00:01,500 --> 00:00:02,500\na\n' >new.srt
  add_sidecar shot.aae 10:20
  local words sample earlier
  eval "words=($1)"
  for sample in "${@:2}"; do
    eval "set -- $sample"
    local count=$# last=1 status=0
    [[ ${!count} == -* ]] || last=2
    # Most samples have only one option, so that the run without it is always the same.
    [[ -e before && ${*:1:count-last} == "$earlier" ]] ||
      warp-film "${@:1:count-last}" "${words[@]}" >before 2>/dev/null || true
    earlier=${*:1:count-last}
    warp-film "$@" "${words[@]}" >after 2>errors || status=$?
    echo $status
    if cmp -s before after; then echo same; else echo differs; fi
    grep . errors || true
    echo
  done
}

"$@"
