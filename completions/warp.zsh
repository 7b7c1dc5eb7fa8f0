#compdef warp

_arguments -s -S \
  '*--curve=[NAME\[\:factor=F,modifier=M\]\[@FROM..TO\]]:SPEC:($(warp-map --list-curves 2>/dev/null | grep -o "^ *[a-z-]*"))' \
  '*--curves=[Such curves from a file, one to a line]:FILE:_files' \
  '(--constant)--constant=[One scale throughout\: 2 takes twice as long]:F:' \
  '(--speed)--speed=[2x, or keyframes\: '\''0=1x, 2s=0.25x smooth, 4s=1x'\'']:SPEEDS:' \
  '*--anchor=[This instant lands on that one]:SOURCE=WARPED:' \
  '(--anchor-easing)--anchor-easing=[Between anchors\: linear or smooth]:HOW:(linear smooth)' \
  '*--play=[Play these stretches in turn]:FROM..TO@SPEED:' \
  '(--scale-expr)--scale-expr=[The scale as an expression of u, t and d]:EXPR:' \
  '(--integral-expr)--integral-expr=[The warped time as such an expression]:EXPR:' \
  '(--map)--map=[A table]:FILE:_files' \
  '(--trim)--trim=[Keep only this part of the source]:FROM..TO:' \
  '*--freeze=[Stand still at T]:T=LENGTH:' \
  '(--fit)--fit=[Make the result last exactly LENGTH]:LENGTH:' \
  '(--reverse)--reverse[Play the result backward]' \
  '(--fps)--fps=[Frame rate of the result]:R:' \
  '(--pick)--pick=[Which frame is shown\: hold, middle, nearest or next]:HOW:(hold middle nearest next)' \
  '(--mix)--mix=[Whether frames are mixed\: none, blend or motion]:HOW:(none blend motion)' \
  '(--shutter)--shutter=[Average over the time the shutter is open]:DEGREES:' \
  '(--vfr)--vfr[Every source frame once, stamped where the map puts it, instead of a fixed rate]' \
  '(--timebase)--timebase=[What such stamps are rounded to]:1/N:' \
  '(--pitch)--pitch=[follow (as on a tape) or keep]:HOW:(follow keep)' \
  '(--kernel)--kernel=[How samples between samples are found]:NAME:(linear fast high best)' \
  '(--audio)--audio=[Take the Nth sound track instead of the first]:N:' \
  '(--no-audio)--no-audio[Leave the sound out]' \
  '(--encode)--encode=[What ffmpeg is told about codecs, instead of the default\: '\''-c\:v libx265 -crf 20 -c\:a flac'\'']:ARGS:' \
  '(-y --yes)-y[Overwrite OUTPUT]' \
  '(-y --yes)--yes[Overwrite OUTPUT]' \
  '(--preview)--preview[Play the result in ffplay instead]' \
  '(--dry-run)--dry-run[Print the pipeline instead, to be pasted in bash]' \
  '(--plot)--plot=-[Show the curve instead\: text (default) or svg]::KIND:(text svg)' \
  '(--info)--info[Show durations and speeds instead]' \
  '(--memory)--memory=[How much warp-video may hold (default 1GiB, 384M where the map runs backward)]:SIZE:' \
  '(--threads)--threads=[How many threads the filters use, if they have any]:N:' \
  '(--progress)--progress[Show how far the work has come, even if standard error is not a terminal]' \
  '(--no-progress)--no-progress[Never show it]' \
  '(-h --help)-h[Print this help and exit]' \
  '(-h --help)--help[Print this help and exit]' \
  '(--version)--version[Print the name and version and exit]' \
  '*--at=[Where source time T is shown, instead]:T:' \
  '*--at-warped=[What is shown at T, instead]:T:' \
  '(--source-frames)--source-frames[When each source frame is shown, instead]' \
  '(--output-frames)--output-frames=[What each frame at rate R shows, instead]:R:' \
  '(--format)--format=[How rows are written]:FORMAT:(tsv csv json)' \
  '(--json)--json[Rows as JSON]' \
  '1:INPUT:_files' '2:OUTPUT:_files'
