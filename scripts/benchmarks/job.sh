# shellcheck shell=bash disable=SC2154  # scripts/bench sets the variables
# A whole film, compared with ffmpeg alone decoding and encoding the same frames and sound. Grain makes encoding as
# expensive as for real films. Without it, the test pattern would cost almost nothing.

bench_job() {
  section 'A whole film: ten seconds of 1080p with sound to H.264 and AAC, default settings'
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=1920x1080:r=30:d=10,noise=alls=6:allf=t -f lavfi -i sine=d=10 \
    -c:v libx264 -preset fast -pix_fmt yuv420p -c:a aac "$scratch/job.mp4"
  line 'warp-film --constant 1' "$(ratio 9 job_warp job_ffmpeg | rounded 2)" \
    '× ffmpeg alone, decoding and encoding (9 pairs)' '<=1.05'
  line 'warp-film --constant 1, -preset ultrafast' "$(ratio 9 job_fast_warp job_fast_pipe | rounded 2)" \
    '× ffmpeg | ffmpeg, joined by y4m (9 pairs)' '<=1.05'
  line 'ffmpeg | ffmpeg, -preset ultrafast' "$(ratio 9 job_fast_pipe job_fast_ffmpeg | rounded 2)" \
    '× ffmpeg alone, decoding and encoding (9 pairs)'
}

job_fast=(-c:v libx264 -preset ultrafast -crf 18 -c:a aac -b:a 96k -movflags +faststart)
job_fast_warp() {
  .build/release/warp-film -y --constant 1 --encode '-preset ultrafast' "$scratch/job.mp4" "$scratch/warped.mp4"
}
job_fast_pipe() {
  ffmpeg -nostdin -v error -i "$scratch/job.mp4" -f yuv4mpegpipe - |
    ffmpeg -nostdin -v error -y -i - -i "$scratch/job.mp4" -map 0:v -map 1:a "${job_fast[@]}" "$scratch/encoded.mp4"
}
job_fast_ffmpeg() {
  ffmpeg -nostdin -v error -y -i "$scratch/job.mp4" "${job_fast[@]}" "$scratch/encoded.mp4"
}

job_warp() { .build/release/warp-film -y --constant 1 "$scratch/job.mp4" "$scratch/warped.mp4"; }
job_ffmpeg() {
  ffmpeg -nostdin -v error -y -i "$scratch/job.mp4" -c:v libx264 -preset medium -crf 18 -c:a aac -b:a 96k \
    -movflags +faststart "$scratch/encoded.mp4"
}
