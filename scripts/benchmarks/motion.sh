# shellcheck shell=bash disable=SC2154  # what is not set here is set in scripts/bench
# Frames made up by motion, compared with real ones: every second or fourth frame of a clip is kept, each tool makes the
# others from those, and the result is compared with the frames that were taken out. The last frames, which ffmpeg's
# minterpolate does not make, are left out of the comparison. MVTools and SVPflow are measured where a Python that has them can
# be had, given by PYTHON or found.

# The rivals other than ffmpeg's: name in the table, word of scripts/rivals/motion.py.
motion_rivals=('MVTools BlockFPS:block' 'MVTools FlowFPS:flow' 'SVPflow:svp')

bench_motion() {
  section 'Frames made up by motion: PSNR, its 5th percentile and SSIM, in dB and parts of 1'
  "$warp_map" >"$scratch/pass.tsv"
  : >"$scratch/scored"
  rivals_python
  local path factor
  while read -r path <&3; do
    for factor in 2 4; do score_clip "$path" "$factor"; done
  done 3< <(known_clips "$@")
  for factor in 2 4; do score_all "$factor"; done
  film
  local threads one
  for threads in 1 2; do
    for _ in 1 2 3; do
      { TIMEFORMAT=%R; time "$warp_video" --map "$scratch/pass.tsv" --fps 60 --mix motion --threads $threads \
        <"$scratch/film.y4m" >/dev/null; } 2>&1 || give_up "$warp_video"
    done | median >"$scratch/threads.$threads"
  done
  one=$(paste -d' ' "$scratch/threads.1" "$scratch/threads.2" | awk '{ printf "%.2f\n", $1 / $2 }')
  line 'two threads, 1080p' "$one" '× the speed of one thread, in real time' '>=1.7'
  line 'memory, 720p' "$(ffmpeg -v error -f lavfi -i testsrc2=s=1280x720:r=30:d=1 -pix_fmt yuv420p -f yuv4mpegpipe - |
    peak_memory "$warp_video" --map "$scratch/pass.tsv" --fps 60 --mix motion)" 'MiB' '<=60'
}

# Sets rival_python: a Python with the packages of the rivals, in .build; empty if there is none.
rivals_python() {
  local candidate packages=$PWD/.build/rivals
  rival_python=''
  for candidate in "${PYTHON-}" python3 python3.14 python3.13 python3.12; do
    [[ -x $packages/bin/python3 ]] && break
    "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null || continue
    "$candidate" -m venv "$packages" >&2 || true
    "$packages/bin/pip" install -q --retries 1 numpy vapoursynth vapoursynth-mvtools open-svpflow >&2 || rm -rf "$packages"
  done
  if [[ -x $packages/bin/python3 ]]; then rival_python=$packages/bin/python3; fi
}

# known_clips [CLIP…]: the paths of the clips: generated ones, and those named.
known_clips() {
  local size=640x360:r=30
  made() { [ -f "$scratch/$1.mkv" ] || ffmpeg -v error "${@:2}" -pix_fmt yuv420p -c:v ffv1 "$scratch/$1.mkv"; }
  made boxes -f lavfi -i testsrc2=s=$size -frames:v 81
  made zoom -f lavfi -i mandelbrot=s=$size -ss 3 -frames:v 81
  made waves -f lavfi -i "nullsrc=s=320x180:r=30,geq=cb=128:cr=128:\
lum='128+60*sin((X+N*3)/5)*cos((Y-N*2)/7)+60*sin(hypot(X-160+N*2\,Y-90)/6)'" -frames:v 61
  made titles -f lavfi -i color=c=#103050:s=$size -frames:v 81 -vf "drawtext=x=640-n*9:y=60:fontsize=40:fontcolor=white:\
text=The quick brown fox jumps over the lazy dog,drawtext=x=200:y=360-n*5:fontsize=30:fontcolor=yellow:text=Rolling titles"
  # A camera in a hand: the ways it goes change from frame to frame.
  made shake -f lavfi -i mandelbrot=s=1600x960 -frames:v 81 \
    -vf "trim=end_frame=1,loop=-1:1,crop=1280:720:160+120*sin(n/4):120+80*sin(n/3),scale=640:360"
  # A pan that comes from black and goes to it.
  made fades -f lavfi -i mandelbrot=s=1600x960 -frames:v 81 \
    -vf "trim=end_frame=1,loop=-1:1,crop=1280:720:4*n:2*n,scale=640:360,fade=in:0:30,fade=out:50:30"
  # A fast pan, four frames of it lit from the left by flashes, that goes to black. Both rates keep the frames that are lit.
  made lights -f lavfi -i mandelbrot=s=2400x960 -frames:v 81 -vf "trim=end_frame=1,loop=-1:1,crop=1280:720:12*n:2*n,scale=640:360,\
geq=lum='min(235,lum(X,Y)+150*(1-X/W))':cb='cb(X,Y)':cr='cr(X,Y)':enable='eq(mod(n,16),8)*lt(n,60)',fade=out:60:20"
  # Two pans, and twelve frames in which the second comes through the first. At another rate than 30, fps would repeat frames.
  made dissolve -f lavfi -i mandelbrot=s=1600x960:r=30 -f lavfi -i mandelbrot=s=1600x960:r=30:start_scale=0.05:start_x=-0.75:start_y=0.1 \
    -frames:v 81 -filter_complex "[0]trim=end_frame=1,loop=-1:1,crop=1280:720:4*n:2*n,scale=640:360,fps=30[one];
[1]trim=end_frame=1,loop=-1:1,crop=1280:720:300-3*n:n,scale=640:360,fps=30[other];[one][other]xfade=duration=0.4:offset=1.1"
  printf '%s\n' "$scratch"/{boxes,zoom,waves,titles,shake,fades,lights,dissolve}.mkv "$@"
}

# score_clip PATH FACTOR: four lines of NAME CLIP FACTOR PSNR PERCENTILE SSIM SECONDS in scored, and one in the table.
score_clip() {
  local factor=$2 clip rate=$((25 * $2)) truth=$scratch/truth.y4m kept=$scratch/kept.y4m last
  local ours="$warp_video --map $scratch/pass.tsv --fps $rate"
  clip=$(basename "${1%.*}")
  ffmpeg -v error -y -i "$1" -vf "settb=1/$rate,setpts=N,format=yuv420p" -r $rate -f yuv4mpegpipe "$truth"
  ffmpeg -v error -y -i "$truth" -vf "select=not(mod(n\,$factor)),setpts=N/25/TB" -r 25 -f yuv4mpegpipe "$kept"
  last=$(ffprobe -v error -count_packets -show_entries stream=nb_read_packets -of csv=p=0 "$kept" |
    awk -v f="$factor" '{ print ($1 - 2) * f }')
  # shellcheck disable=SC2086  # a command and its words
  {
    score nearest $ours --pick nearest
    score blend $ours --mix blend
    score motion $ours --mix motion
    score minterpolate ffmpeg -v error -i - -f yuv4mpegpipe -vf \
      minterpolate=fps=$rate:mi_mode=mci:mc_mode=aobmc:me_mode=bidir:vsbmc=1 -
    local rival
    for rival in "${motion_rivals[@]#*:}"; do
      [[ ! $rival_python ]] || score "$rival" "$rival_python" scripts/rivals/motion.py "$rival" "$factor" "$kept"
    done
  }
  line "$clip, $factor times" "$(scored motion "$clip" "$factor")" \
    "minterpolate $(scored minterpolate "$clip" "$factor"); $(for_rivals scored "$clip" "$factor")blend $(scored blend "$clip" "$factor")"
}

# for_rivals FUNCTION WORD…: what a function prints for each of the other rivals, whose word comes first, each with a semicolon behind it.
for_rivals() {
  local rival result
  for rival in "${motion_rivals[@]}"; do
    result=$("$1" "${rival#*:}" "${@:2}")
    printf '%s %s; ' "${rival%:*}" "${result:-not measured}"
  done
}

# score NAME COMMAND…: compares what a command makes of the kept frames with the frames taken out; adds a line to scored.
score() {
  local name=$1
  shift
  { TIMEFORMAT='%U %S'; time "$@" <"$kept" >"$scratch/made.y4m" 2>/dev/null; } 2>"$scratch/time" || give_up "$@"
  (cd "$scratch" && ffmpeg -v error -i made.y4m -i "$truth" -filter_complex \
    '[0]setpts=N,split[a][b];[1]setpts=N,split[c][d];[a][c]psnr=f=psnr.log[x];[b][d]ssim=f=ssim.log[y]' \
    -map '[x]' -f null - -map '[y]' -f null -)
  paste -d' ' "$scratch/psnr.log" "$scratch/ssim.log" | awk -v factor="$factor" -v last="$last" '
    (NR - 1) % factor && NR <= last {
      for (i = 1; i <= NF; i++) if (split($i, part, ":") == 2) value[part[1]] = part[2]
      mse = value["mse_y"]
      psnr = mse > 0 ? 10 * log(65025 / mse) / log(10) : 60
      print (psnr < 60 ? psnr : 60), value["Y"]
    }' | sort -g >"$scratch/scores"
  awk -v name="$name $clip $factor" '
    FNR == NR { cpu = $1 + $2; next }
    { n++; p[n] = $1; psnr += $1; ssim += $2 }
    END { printf "%s %.2f %.2f %.4f %.3f\n", name, psnr / n, p[int(n * 0.05) + 1], ssim / n, cpu }
    ' "$scratch/time" "$scratch/scores" >>"$scratch/scored"
}

# scored NAME CLIP FACTOR: the figures of a line of scored.
scored() { awk -v name="$1" -v clip="$2" -v f="$3" '$1 == name && $2 == clip && $3 == f { print $4, "/", $5, "/", $6 }' "$scratch/scored"; }

# score_all FACTOR: the means over all clips, and the CPU time as a ratio.
score_all() {
  line "mean of all, $1 times" "$(mean motion "$1")" "$(for_rivals mean "$1")minterpolate $(mean minterpolate "$1")"
  line "CPU, $1 times" "$(awk -v f="$1" '$3 == f { sum[$1] += $7 } END { printf "%.3f\n", sum["motion"] / sum["minterpolate"] }' \
    "$scratch/scored")" '× ffmpeg minterpolate' '<=0.2'
  line "seconds of CPU, $1 times" "$(seconds motion "$1")" "$(for_rivals seconds "$1")minterpolate $(seconds minterpolate "$1")"
}

# mean NAME FACTOR: the means over all clips; nothing for what has not been measured.
mean() {
  awk -v name="$1" -v f="$2" '$1 == name && $3 == f { n++; p += $4; q += $5; s += $6 }
    END { if (n) printf "%.2f / %.2f / %.4f\n", p / n, q / n, s / n }' "$scratch/scored"
}

# seconds NAME FACTOR: the CPU time over all clips.
seconds() {
  awk -v name="$1" -v f="$2" '$1 == name && $3 == f { n++; t += $7 } END { if (n) printf "%.1f\n", t }' "$scratch/scored"
}
