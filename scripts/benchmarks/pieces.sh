# shellcheck shell=bash disable=SC2154  # scripts/bench sets the variables
# A film of ten minutes in pieces: the CPU time relative to one run, the real time on all cores of this machine, and the
# estimated real time with one core for each piece.

bench_pieces() {
  peers time
  section 'A film of ten minutes (640x360, H.264) in pieces: the CPU of all and of joining, beside one run'
  pieces_film "$scratch/ten.mp4" 600
  local count number whole sum join longest used start clock alone
  alone=$(cpu_seconds pieces_warp "$scratch/whole.mp4")
  line 'one run' "$alone" "s of CPU, $(stat -c %s "$scratch/whole.mp4") bytes"
  for count in 1 2 4 8 16; do
    sum=0 longest=0
    for ((number = 1; number <= count; number++)); do
      used=$(cpu_seconds pieces_warp "$scratch/parts.mp4" --piece "$number/$count")
      read -r sum longest < <(awk "BEGIN { print $sum + $used, ($used > $longest ? $used : $longest) }")
    done
    join=$(cpu_seconds pieces_warp "$scratch/parts.mp4" --join)
    whole=$(awk "BEGIN { printf \"%.3f\", ($sum + $join) / $alone }")
    line "$count pieces" "$whole" "× one run; join $join s; longest piece $longest s; $(stat -c %s "$scratch/parts.mp4") bytes" \
      "$([[ $count != 8 ]] || echo '<=1.1')"
    rm "$scratch/parts.mp4"
    start=${EPOCHREALTIME/./}
    seq "$count" | xargs -P "$(nproc)" -I{} "$PWD/.build/release/warp-film" "${pieces_words[@]}" \
      "$scratch/ten.mp4" "$scratch/parts.mp4" --piece "{}/$count" 2>/dev/null
    pieces_warp "$scratch/parts.mp4" --join
    clock=$(awk "BEGIN { printf \"%.1f\", (${EPOCHREALTIME/./} - $start) / 1e6 }")
    line "$count pieces, $(nproc) at a time" "$clock" \
      "s of real time; about $(awk "BEGIN { printf \"%.0f\", $longest + $join }") s with one core for each piece"
    rm "$scratch/parts.mp4"
  done
}

pieces_words=(--no-progress -y --curve double-smoothstep:factor=2 --encode '-preset veryfast')

# pieces_film FILE SECONDS: makes a film with grain, which makes encoding as expensive as for real films.
pieces_film() {
  ffmpeg -nostdin -v error -y -f lavfi -i "testsrc2=s=640x360:r=25:d=20,noise=alls=6:allf=t" -f lavfi -i sine=d=20 \
    -c:v libx264 -preset veryfast -pix_fmt yuv420p -c:a aac "$scratch/twenty.mp4"
  ffmpeg -nostdin -v error -y -stream_loop -1 -i "$scratch/twenty.mp4" -c copy -t "$2" "$1"
}

pieces_warp() { .build/release/warp-film "${pieces_words[@]}" "$scratch/ten.mp4" "$@" 2>/dev/null; }
