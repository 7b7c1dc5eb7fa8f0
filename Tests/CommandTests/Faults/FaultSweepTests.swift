import Foundation
import Testing

/// Each kind of system call a tool makes is refused once, at its first, second, middle and last time, and for good.
///
/// Left out: what is called before the tool itself begins (its first call is to restore SIGPIPE); memory and the locks of
/// threads, which the language's runtime asks for and cannot do without; and closing the end of a pipe that only the
/// command of --source is to keep: strace does not only pretend, it leaves the end open, which Linux never does.
@Suite(.enabled(if: Strace.isAllowed, "this machine does not let strace trace"))
struct FaultSweepTests {
  /// What may become of each call; EIO for those that are not named. A result of 0 is a device that takes nothing.
  private static let faults = [
    "read": ["EINTR", "EAGAIN", "EIO"], "write": ["EINTR", "EAGAIN", "ENOSPC", "0"],
    "pread64": ["EINTR", "EIO"], "pwrite64": ["EINTR", "ENOSPC", "0"],
    "openat": ["EINTR", "EMFILE"], "close": ["EINTR", "EIO"], "fcntl": ["EINTR", "EPERM"], "pipe2": ["EMFILE"],
    "splice": ["EINTR", "EAGAIN", "EINVAL"], "tee": ["EINTR", "EAGAIN", "ENOSYS"],
    "poll": ["EINTR", "EINVAL"], "wait4": ["EINTR", "ECHILD"], "clone3": ["EAGAIN"],
  ]

  /// Calls the tools can do without: their results are the same.
  fileprivate static let dispensable: Set = [
    "splice", "tee", "ioctl", "newfstatat", "lseek", "rt_sigaction", "rt_sigprocmask", "prlimit64", "poll", "fcntl",
  ]

  private static let sweep = """
    # Prints the calls to disturb: name, number, whether to fail it must be an error, and what it was.
    targets() {
      awk '
        { call = $0; sub(/\\(.*/, "", call) }
        call !~ /^[a-z0-9_]+$/ { next }
        { count[call]++ }
        /^rt_sigaction\\(SIGPIPE/ { begun = 1 }
        !begun || call ~ /^(brk|mmap|munmap|mprotect|madvise|mremap|futex|exit_group)$/ { next }
        /^pipe2/ { end = $0; sub(/^pipe2\\(\\[[0-9]+, /, "", end); sub(/\\].*/, "", end); ends[end] = 1 }
        /^openat.*O_CREAT/ { made[$NF] = 1 }
        call == "close" { file = $0; sub(/^close\\(/, "", file); sub(/\\).*/, "", file) }
        call == "close" && file in ends { delete ends[file]; next }
        { number[call, ++seen[call]] = count[call]
          must[call, seen[call]] = call == "close" && (file == 1 || file in made)
          text[call, seen[call]] = $0 }
        END {
          for (call in seen) {
            last = seen[call]; split("", done); split("1 2 " int((last + 1) / 2) " " last, places, " ")
            for (i = 1; i <= 4; i++) if (places[i] <= last && !(places[i] in done)) {
              done[places[i]]
              print call, number[call, places[i]], i, must[call, places[i]], text[call, places[i]]
            }
          }
        }' "$1"
    }
    likeness() { cmp -s $1 right.$1 && echo same || { cmp -s -n $(stat -c %s $1) $1 right.$1 && echo part || echo other; }; }
    # disturbed CALL NUMBER FAULT: how the run ends; the fields are parted by tabs.
    disturbed() {
      local fault=error=$3 side=same
      [ "${3%+}" = 0 ] && fault=retval=0
      [ "${3%+}" = "$3" ] && plus= || plus=+
      rm -f out errors stats stamps
      traced /dev/null -e inject=$1:${fault%+}:when=$2$plus
      for file in stats stamps; do [ ! -e right.$file ] || cmp -s $file right.$file || side=other; done
      printf '%s\\t%s\\t%s\\t%s\\t%s\\t%s' $1 $2 $3 $status $(likeness out) $side
      printf '\\t%s\\t%s\\t%s\\n' $(wc -l < errors) $4 "$5 -> $(tr '\\r\\n\\t' '  ' < errors)"
    }
    traced trace
    [ $status = 0 ] || exit 9
    for file in out stats stamps; do [ ! -e $file ] || mv $file right.$file; done
    targets trace > targets
    while read -r call number place must text; do
      for fault in ${faults[$call]:-EIO}; do
        disturbed $call $number $fault $must "$text"
        # For good, where that can be: not what says "again", nor for what strace does not only pretend.
        case $place$fault$call in 1EINTR* | 1EAGAIN* | *close) ;; 1*) disturbed $call $number $fault+ $must "$text" ;; esac
      done
    done < targets

    """

  /// How a disturbed run ended.
  private struct Ending {
    let call, fault: Substring
    let status: Int
    let output, sides: Substring
    let messageCount: Int
    let isLastWord: Bool
    let text: Substring

    init?(_ line: Substring) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 9, let status = Int(fields[3]), let messageCount = Int(fields[6]) else { return nil }
      (call, fault, output, sides, text) = (fields[0], fields[2], fields[4], fields[5], fields[8])
      (self.status, self.messageCount, isLastWord) = (status, messageCount, fields[7] == "1")
    }

    /// What is wrong with it, if anything.
    func complaint(about job: FaultJob) -> String? {
      switch status {
      case 0:
        if isLastWord, fault.hasPrefix("EIO") { return "the last word of the output was lost" }
        if output != "same" || sides != "same" { return "all is said to be well" }
        if messageCount > 0, !job.command.contains("--progress") { return "there is a message" }
      case 1:
        if output == "other" { return "what was written is not the beginning of what should have been" }
        if !isToFail(job) { return "it could have been done" }
        // Where writing fails for good the message cannot be written either.
        if messageCount != 1, !(call == "write" && fault.hasSuffix("+")) { return "there is not one message" }
        if messageCount == 1, !text.contains("\(job.tool): error: ") { return "the message is not the tool's" }
      default: return "no exit status for this"
      }
      return nil
    }

    private func isToFail(_ job: FaultJob) -> Bool {
      if fault == "EINTR" || fault == "EAGAIN" && call != "clone3" { return false }
      if call == "clone3" || call == "pipe2" { return job.usesCommand }
      return !FaultSweepTests.dispensable.contains(String(call))
    }
  }

  @Test(arguments: FaultJob.all) func everyCallFails(job: FaultJob) throws {
    let faults = Self.faults.map { "[\($0.key)]='\($0.value.joined(separator: " "))'" }.joined(separator: " ")
    let traced = "traced() { \(job.line("timeout -s KILL 20 strace -qq -o $1 ${@:2}")); }\n"
    let result = try Shell.run(FaultJob.material + "declare -A faults=(\(faults))\n" + traced + Self.sweep)
    let lines = result.output.split(separator: "\n")
    #expect(result.status == 0 && lines.count > 10, "\(result)")
    for line in lines {
      let ending = try #require(Ending(line), "\(line)")
      let complaint = ending.complaint(about: job)
      #expect(complaint == nil, "\(line)")
    }
  }
}
