# bash completion for warp

_warp() {
  local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}
  # bash makes three words of --name=value.
  if [[ $word == = ]]; then
    word=
  elif [[ $option == = ]]; then
    option=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  case $option in
  --anchor-easing) mapfile -t COMPREPLY < <(compgen -W 'linear smooth' -- "$word") ;;
  --pick) mapfile -t COMPREPLY < <(compgen -W 'hold middle nearest next' -- "$word") ;;
  --mix) mapfile -t COMPREPLY < <(compgen -W 'none blend motion' -- "$word") ;;
  --pitch) mapfile -t COMPREPLY < <(compgen -W 'follow keep' -- "$word") ;;
  --kernel) mapfile -t COMPREPLY < <(compgen -W 'linear fast high best' -- "$word") ;;
  --format) mapfile -t COMPREPLY < <(compgen -W 'tsv csv json' -- "$word") ;;
  --curve)
    mapfile -t COMPREPLY < <(compgen -W "$(warp-map --list-curves 2>/dev/null | grep -o '^ *[a-z-]*')" -- "$word")
    ;;
  --constant | --speed | --anchor | --play | --scale-expr | --integral-expr | --trim | --freeze | --fit | --fps | \
    --shutter | --timebase | --audio | --encode | --memory | --threads | --at | --at-warped | --output-frames) ;;
  *)
    if [[ $word == -* ]]; then
      mapfile -t COMPREPLY < <(compgen -W '
        --curve --curves --constant --speed --anchor --anchor-easing --play --scale-expr --integral-expr
        --map --trim --freeze --fit --reverse --fps --pick --mix --shutter --vfr --timebase --pitch --kernel
        --audio --no-audio --encode -y --yes --preview --dry-run --plot --info --memory --threads --progress
        --no-progress -h --help --version --at --at-warped --source-frames --output-frames --format --json
      ' -- "$word")
    else
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
    ;;
  esac
}

complete -F _warp warp
