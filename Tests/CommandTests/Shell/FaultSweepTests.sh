#!/bin/bash
# Run by FaultSweepTests.swift: FaultSweepTests.sh CALL=FAULT…, in an empty directory. FAULT… are the errors each kind of
# system call is to be answered with, parted by blanks; EIO for calls that are not named.
# Expects: the built tools and strace on the PATH; COMMAND, the command line of the tool, as typed; INPUT, the file it
# reads; JOINT, how it reads INPUT: by a `pipe`, as a `file`, or not at all (`none`).
# Prints a line for each disturbed run, whose fields are parted by tabs: see `disturbed`.

# shellcheck source=faults.sh
. "${BASH_SOURCE[0]%/*}/faults.sh"

declare -A faults=()
for word; do faults[${word%%=*}]=${word#*=}; done

# traced TRACE [OPTION…]: runs the tool under strace, which writes the calls to TRACE; sets `status`. What the tool prints
# goes through a pipe to the file `out`, its messages go to `errors`.
traced() {
  local tool='timeout -s KILL 120 strace -qq -o "$@" '"$COMMAND"' 2>errors'
  case $JOINT in
    pipe)
      # shellcheck disable=SC2002  # not useless: its input has to be a pipe
      cat "$INPUT" | eval "$tool" | cat >out
      status=${PIPESTATUS[1]}
      ;;
    file)
      eval "$tool" <"$INPUT" | cat >out
      status=${PIPESTATUS[0]}
      ;;
    none)
      eval "$tool" | cat >out
      status=${PIPESTATUS[0]}
      ;;
  esac
}

# Prints the calls to disturb, taken from the trace $1: name, number among the calls of that name, which of the chosen
# calls of that name it is, whether failing it must be an error, and its text. Chosen are the first, the second, the
# middle and the last of each name.
targets() {
  awk '
    { call = $0; sub(/\(.*/, "", call) }
    call !~ /^[a-z0-9_]+$/ { next }
    { count[call]++ }
    /^rt_sigaction\(SIGPIPE/ { begun = 1 }
    !begun || call ~ /^(brk|mmap|munmap|mprotect|madvise|mremap|futex|exit_group)$/ { next }
    /^pipe2/ { end = $0; sub(/^pipe2\(\[[0-9]+, /, "", end); sub(/\].*/, "", end); ends[end] = 1 }
    /^openat.*O_CREAT/ { made[$NF] = 1 }
    call == "close" { file = $0; sub(/^close\(/, "", file); sub(/\).*/, "", file) }
    call == "close" && file in ends { delete ends[file]; next }
    { number[call, ++seen[call]] = count[call]
      must[call, seen[call]] = call == "close" && (file == 1 || file in made)
      text[call, seen[call]] = $0 }
    END {
      for (call in seen) {
        last = seen[call]; split("", done); split("1 2 " int((last + 1) / 2) " " last, chosen, " ")
        for (i = 1; i <= 4; i++) if (chosen[i] <= last && !(chosen[i] in done)) {
          done[chosen[i]]
          print call, number[call, chosen[i]], i, must[call, chosen[i]], text[call, chosen[i]]
        }
      }
    }' "$1"
}

# likeness FILE: how it compares with the one of the undisturbed run: the same, its beginning, or something else.
likeness() {
  if cmp -s "$1" "right.$1"; then
    echo same
  elif cmp -s -n "$(stat -c %s "$1")" "$1" "right.$1"; then
    echo part
  else
    echo other
  fi
}

# disturbed CALL NUMBER FAULT MUST TEXT: runs the tool while the call is answered with the fault, from there on every time
# if the fault ends in +. Prints CALL, NUMBER, FAULT, the exit status, the likeness of the output, that of the side files
# (same or other; left if an unfinished file is left over), the number of messages, MUST, and TEXT with the messages.
disturbed() {
  local fault=error=$3 side=same plus='' file
  [ "${3%+}" = 0 ] && fault=retval=0
  [ "${3%+}" = "$3" ] || plus=+
  rm -f out errors stats stamps
  traced /dev/null -e "inject=$1:${fault%+}:when=$2$plus"
  for file in stats stamps; do [ ! -e "right.$file" ] || cmp -s "$file" "right.$file" || side=other; done
  for file in made.mkv *.part; do [ ! -e "$file" ] || side=left; done
  printf '%s\t%s\t%s\t%s\t%s\t%s' "$1" "$2" "$3" "$status" "$(likeness out)" $side
  printf '\t%s\t%s\t%s\n' "$(wc -l <errors)" "$4" "$5 -> $(tr '\r\n\t' '  ' <errors)"
}

make_material
traced trace
[ "$status" = 0 ] || exit 9
for file in out stats stamps; do [ ! -e $file ] || mv $file right.$file; done
targets trace >targets
while read -r call number place must text; do
  for fault in ${faults[$call]:-EIO}; do
    disturbed "$call" "$number" "$fault" "$must" "$text"
    # The first call of a name also fails for good. Not with EINTR and EAGAIN, which ask for another try; and not close,
    # since strace leaves open what it says is closed.
    case $place$fault$call in
      1EINTR* | 1EAGAIN* | *close) ;;
      1*) disturbed "$call" "$number" "$fault+" "$must" "$text" ;;
    esac
  done
done <targets
