#!/bin/bash
# FaultSweepTests.swift runs `FaultSweepTests.sh CALL=FAULT…` in an empty directory. FAULT… are the errors to inject
# into system calls named CALL, separated by blanks. All other calls get EIO.
# Needs strace and the built warp programs on the PATH. The variable COMMAND contains the command line to test. INPUT
# names the file that COMMAND reads. JOINT tells how: through a `pipe`, as a `file`, or not at all (`none`).
# Prints a line for each run with a fault. The comment of `disturbed` lists the fields, which are separated by tabs.

# shellcheck source=faults.sh
. "${BASH_SOURCE[0]%/*}/faults.sh"

declare -A faults=()
for word; do faults[${word%%=*}]=${word#*=}; done

# traced TRACE [OPTION…]: runs COMMAND under strace, which logs the system calls to the file TRACE. Sets `status` to the
# exit status. The output goes through a pipe to the file `out`, and the messages go to `errors`.
traced() {
  local tool='timeout -s KILL 120 strace -qq -o "$@" '"$COMMAND"' 2>errors'
  case $JOINT in
    pipe)
      # shellcheck disable=SC2002  # cat makes the input a pipe
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

# targets TRACE: chooses the first, second, middle and last system call of each name, to make them fail. Prints for
# each: name, number among calls of this name, 1 to 4 for first to last, 1 if the call closes a written file, text.
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

# likeness FILE: compares FILE with the same file of a run without faults. Prints `same`, `part` if FILE is only the
# beginning, or `other`.
likeness() {
  if cmp -s "$1" "right.$1"; then
    echo same
  elif cmp -s -n "$(stat -c %s "$1")" "$1" "right.$1"; then
    echo part
  else
    echo other
  fi
}

# disturbed CALL NUMBER FAULT MUST TEXT: runs COMMAND while this system call fails. If FAULT ends in +, all later calls
# of this name fail too. Prints CALL, NUMBER, FAULT, the exit status and the likeness of the output. Then prints `same`
# or `other` for the other written files, or `left` if an unfinished file remains. Then prints the number of messages,
# MUST, and TEXT with the messages.
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
    # Also makes the first call of each name fail together with all later ones. Exceptions are EINTR and EAGAIN, which
    # ask for another try, and close, whose descriptor strace would leave open.
    case $place$fault$call in
      1EINTR* | 1EAGAIN* | *close) ;;
      1*) disturbed "$call" "$number" "$fault+" "$must" "$text" ;;
    esac
  done
done <targets
