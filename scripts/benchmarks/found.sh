# shellcheck shell=bash disable=SC2154  # scripts/bench sets the variables
# Maps from ranges, beats and silences: the time for a million ranges, the offset between picture and sound after two
# thousand cuts, the times of beats, and the silences found, compared with auto-editor.

bench_found() {
  section 'Ranges, beats and silences'
  found_million
  found_cuts
  found_beats
  local film
  for film in 1 2 3; do found_speech "$film"; done
}

found_million() {
  awk 'BEGIN { for (i = 0; i < 1000000; i++) printf "%.3f %.3f\n", i * 3.6 + 1.1, i * 3.6 + 2.4 }' >"$scratch/million"
  line 'a million ranges to a table' \
    "$(median_seconds 5 "$warp_map" --ranges "$scratch/million" --range-speed cut --duration 3600000 | rounded 2)" 's of CPU' '<=1'
}

# Every 0.2 s of an hour, one frame is white and a click sounds. Cuts start and end shortly after such moments, between
# frames.
found_cuts() {
  awk 'BEGIN { srand(5); for (i = 0; i < 2000; i++) {
    a = i * 1.8 + 0.2 * int(rand() * 3) + 0.13 + 0.05 * rand(); b = a + 0.2 * (1 + int(rand() * 4)) + 0.01 * rand()
    printf "%.7f %.7f\n", a, b } }' >"$scratch/cuts"
  "$warp_map" --ranges "$scratch/cuts" --range-speed cut --duration 3600 >"$scratch/cuts.tsv"
  ffmpeg -nostdin -v error -f lavfi -i "nullsrc=s=2x2:r=50:d=3600,geq=lum='if(eq(mod(N,10),5),235,16)':cb=128:cr=128" \
    -pix_fmt gray -strict -1 -f yuv4mpegpipe - |
    "$warp_video" --map "$scratch/cuts.tsv" --vfr --timestamps "$scratch/stamps" --no-progress |
    tail -n +2 | LC_ALL=C tr -d '\nFRAME' | od -An -v -tu1 -w4 | awk '{ print ($1 > 125) }' >"$scratch/white"
  tail -n +2 "$scratch/stamps" | paste "$scratch/white" - | awk '$1 == 1 { printf "%.6f\n", $2 / 1000 }' >"$scratch/flashes"
  ffmpeg -nostdin -v error -f lavfi -i "aevalsrc='0.8*lt(mod(t+0.1+1e-7,0.2),0.001)':s=8000:d=3600" -f s16le - |
    "$warp_audio" --map "$scratch/cuts.tsv" --format s16le --rate 8000 --channels 1 --kernel linear --no-progress |
    od -An -v -td2 -w2 | awk '$1 > 9000 && NR > last + 400 { printf "%.6f\n", (NR - 1) / 8000; last = NR }' >"$scratch/clicks"
  line 'flashes and clicks' "$(wc -l <"$scratch/flashes") and $(wc -l <"$scratch/clicks")" 'that are kept, in an hour with 2,000 cuts'
  line 'apart at most' "$(paste "$scratch/flashes" "$scratch/clicks" | awk '{ d = 1000 * ($1 - $2); if (d < 0) d = -d; if (d > most) most = d }
    END { printf "%.2f", most }')" 'ms; samples are 0.125 ms apart' '<=1'
}

# Clicks with a tempo that drifts between 112 and 128 beats per minute are changed to a constant 120.
found_beats() {
  local phase='2*t+0.2*sin(t/1.5)-0.5'
  awk 'function phase(t) { return 2 * t + 0.2 * sin(t / 1.5) - 0.5 }
    BEGIN { for (k = 0; k < 60; k++) { low = 0; high = 30
      for (n = 0; n < 60; n++) { t = (low + high) / 2; if (phase(t) < k) low = t; else high = t }
      printf "%.6f\n", low } }' >"$scratch/beats"
  "$warp_map" --duration 30 --anchors "$scratch/beats" --tempo 120 >"$scratch/beats.tsv"
  ffmpeg -nostdin -v error -f lavfi -i "aevalsrc='0.8*gte($phase,0)*exp(-mod($phase,1)/0.00125)':s=48000:d=30" -f s16le - |
    "$warp_audio" --map "$scratch/beats.tsv" --format s16le --rate 48000 --channels 1 --pitch keep --no-progress |
    od -An -v -td2 -w2 | awk '($1 > 5000 || $1 < -5000) && NR > last + 9600 { printf "%.6f\n", (NR - 1) / 48000; last = NR }' |
    awk 'NR == 1 { first = $1 } NR <= 60 { d = 1000 * ($1 - first - (NR - 1) * 0.5); if (d < 0) d = -d; if (d > most) most = d }
      END { print NR, most }' >"$scratch/landed"
  line 'beats that land' "$(cut -d ' ' -f 1 "$scratch/landed")" 'of 60, a drifting click track, its pitch kept' '>=60'
  line 'off the grid at most' "$(cut -d ' ' -f 2 "$scratch/landed" | rounded 3)" ms '<=1'
}

# found_speech NUMBER: measures ten sentences with known silences between them.
found_speech() {
  peers espeak-ng auto-editor
  local number=$1 sentence=0 gap text at=0 length parts=()
  : >"$scratch/known"
  while read -r text; do
    sentence=$((sentence + 1))
    espeak-ng -v en -s $((130 + 20 * number)) -w "$scratch/said.wav" "$text"
    sox "$scratch/said.wav" -r 48000 -c 1 "$scratch/said$sentence.wav" silence 1 0.01 0.5% reverse silence 1 0.01 0.5% reverse
    gap=$(awk -v i=$sentence -v n="$number" 'BEGIN { printf "%.2f", 0.8 + (i * 7 + n * 3) % 9 * 0.35 }')
    sox -n -r 48000 -c 1 "$scratch/gap$sentence.wav" trim 0 "$gap"
    length=$(soxi -D "$scratch/said$sentence.wav")
    at=$(awk -v at="$at" -v said="$length" -v gap="$gap" -v known="$scratch/known" \
      'BEGIN { printf "%.6f %.6f\n", at + said, at + said + gap >>known; printf "%.6f", at + said + gap }')
    parts+=("$scratch/said$sentence.wav" "$scratch/gap$sentence.wav")
  done <<-END
	The quick brown fox jumps over the lazy dog.
	Today we look at the law of large numbers.
	Take a coin, and throw it a hundred times.
	How often will you see heads?
	Nobody can tell, but nearly half of the throws.
	So much for the first part of this lecture.
	In the second part we prove the theorem.
	Let epsilon be greater than zero.
	Then there is a number from which on all is well.
	Thank you for your attention.
	END
  sox "${parts[@]}" "$scratch/talk.wav"
  ffmpeg -nostdin -v error -y -f lavfi -i "testsrc2=s=320x180:r=25:d=$at" -i "$scratch/talk.wav" -c:v libx264 -preset ultrafast \
    -c:a aac -b:a 128k -shortest "$scratch/talk.mp4"
  found_ours >"$scratch/ours"
  # The last silence lasts until the end of the clip, without a margin there.
  line "talk $number: off the known places" "$(paste "$scratch/known" "$scratch/ours" | awk 'NF == 4 { n++ } NF == 4 && n < 10 {
    a = 25 * ($3 - $1 - 0.2); b = 25 * ($2 - 0.2 - $4); m = a > b ? a : b; if (m > most) most = m; if (-a > most) most = -a; if (-b > most) most = -b }
    END { printf "%.2f", n == 10 ? most : 99 }')" 'frames at most, of ten silences less their margins' '<=1'
  found_theirs >"$scratch/theirs"
  line "talk $number: off auto-editor's" "$(paste "$scratch/ours" "$scratch/theirs" | awk 'NF != 4 { most = 99 } {
    for (k = 1; k < 3; k++) { d = 25 * ($k - $(k + 2)); if (d < 0) d = -d; if (d > most) most = d } } END { printf "%.2f", most }')" \
    "frames at most, $(auto-editor --version)" '<=1.01'
  line "talk $number: CPU" "$(ratio 3 found_cut found_cut_theirs | rounded 2)" '× auto-editor, x264 both' '<=1'
}

# Prints the cut spans, one per line, from the table that a dry run prints.
found_ours() {
  (cd "$scratch" && "$OLDPWD/.build/release/warp-film" --silence cut --dry-run talk.mp4 out.mp4) |
    grep -o "warp time map[^']*" | head -n 1 |
    sed 's/\\n/\n/g; s/\\t/ /g' |
    awk -v end="$(ffprobe -v error -select_streams v -show_entries stream=duration -of csv=p=0 "$scratch/talk.mp4")" '
      NR > 2 && NF == 3 { if (n++ && $2 == warped && $1 > source) print source, $1; source = $1; warped = $2 }
      END { if (source < end - 0.01) print source, end }'
}

# Prints the spans that auto-editor cuts, in seconds: those between the parts that it keeps.
found_theirs() {
  found_auto_editor --export timeline | jq -r '.timeline.v[0][] | "\(.offset) \(.offset + .dur)"' |
    awk -v end="$(found_frames)" '
      $1 > reached { print reached / 25, $1 / 25 }
      { reached = $2 }
      END { if (end > reached) print reached / 25, end / 25 }'
}

found_frames() {
  ffprobe -v error -count_packets -select_streams v -show_entries stream=nb_read_packets -of csv=p=0 "$scratch/talk.mp4"
}

# auto-editor's threshold is relative to the loudest sample.
found_auto_editor() {
  local peak threshold
  peak=$(ffmpeg -nostdin -v info -i "$scratch/talk.mp4" -af astats=measure_perchannel=none -f null - 2>&1 | awk '/Peak level dB/ { print $NF }')
  threshold=$(awk -v peak="$peak" 'BEGIN { printf "%.5f", 10 ^ ((-35 - peak) / 20) }')
  # --min-cut counts what is left of a silence of 12 frames without its margins. In a fresh directory, auto-editor finds
  # no levels of an earlier clip with this name.
  TMPDIR=$(mktemp -d -p "$scratch") auto-editor "$scratch/talk.mp4" -q --progress none \
    --edit "audio:threshold=$threshold" --min-cut 2 --min-clip 1 --margin 0.2s "$@" 2>/dev/null
}
found_cut() { .build/release/warp-film -y --no-progress --silence cut "$scratch/talk.mp4" "$scratch/out.mkv"; }
found_cut_theirs() { found_auto_editor --video-codec h264 --no-open -o "$scratch/theirs.mkv"; }
