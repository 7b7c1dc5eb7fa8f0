import Foundation
import TestSupport
import Testing

/// Each kind of system call a tool makes is made to fail: at its first, second, middle and last time, once and for
/// good. `FaultSweepTests.sh` finds the calls in a trace and runs the tool anew for each fault.
///
/// Left out are calls before the tool itself begins (its first call restores SIGPIPE); those for memory and the locks
/// of threads, which the runtime of Swift makes and cannot do without; and closing the end of a pipe that only the
/// command of --source is to keep. There strace does what Linux never does: it reports an error and leaves the end
/// open.
@Suite struct FaultSweepTests {
  /// The errors each call is made to fail with; EIO for calls that are not named. "0" is the result 0 instead of an
  /// error: a device that takes nothing.
  private static let faults = [
    "read": ["EINTR", "EAGAIN", "EIO"], "write": ["EINTR", "EAGAIN", "ENOSPC", "0"],
    "pread64": ["EINTR", "EIO"], "pwrite64": ["EINTR", "ENOSPC", "0"],
    "openat": ["EINTR", "EMFILE"], "close": ["EINTR", "EIO"], "fcntl": ["EINTR", "EPERM"], "pipe2": ["EMFILE"],
    "splice": ["EINTR", "EAGAIN", "EINVAL"], "tee": ["EINTR", "EAGAIN", "ENOSYS"],
    "poll": ["EINTR", "EINVAL"], "wait4": ["EINTR", "ECHILD"], "vfork": ["EAGAIN"],
  ]

  /// Calls the tools can do without: if one of these fails the output is the same.
  fileprivate static let dispensable: Set = [
    "splice", "tee", "ioctl", "newfstatat", "lseek", "rt_sigaction", "rt_sigprocmask", "prlimit64", "poll", "fcntl",
  ]

  /// How a disturbed run ended: a line that `FaultSweepTests.sh` prints.
  private struct Ending {
    let call, fault: Substring
    let status: Int
    /// How the output and the other files written compare with those of an undisturbed run: same, part or other; or
    /// left, if an unfinished file is left over.
    let output, sides: Substring
    let messageCount: Int
    /// Whether the call closes a file that was written, so that its error means that data was lost.
    let closesOutput: Bool
    let text: Substring

    init?(_ line: Substring) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 9, let status = Int(fields[3]), let messageCount = Int(fields[6]) else { return nil }
      (call, fault, output, sides, text) = (fields[0], fields[2], fields[4], fields[5], fields[8])
      (self.status, self.messageCount, closesOutput) = (status, messageCount, fields[7] == "1")
    }

    /// What is wrong with it, if anything.
    func complaint(about job: FaultJob) -> String? {
      if sides == "left" { return "a file is left over" }
      switch status {
      case 0:
        if closesOutput, fault.hasPrefix("EIO") { return "an error on closing the output was ignored" }
        if output != "same" || sides != "same" { return "it ends with status 0, but what was written is wrong" }
        if messageCount > 0, !job.command.contains("--progress") { return "there is a message" }
      case 1:
        if output == "other" { return "what was written is not the beginning of what should have been" }
        if !mustFail(job) { return "it fails, but could have gone on" }
        // If writing fails for good the message cannot be written either.
        if messageCount != 1, !(call == "write" && fault.hasSuffix("+")) { return "there is not one message" }
        if messageCount == 1, !text.contains("\(job.tool): error: ") { return "the message is not the tool's" }
      default: return "this exit status does not stand for a failed system call"
      }
      return nil
    }

    private func mustFail(_ job: FaultJob) -> Bool {
      if fault == "EINTR" || fault == "EAGAIN" && call != "vfork" { return false }
      if job.needs.contains(String(call)) { return true }
      if call == "vfork" || call == "pipe2" { return job.usesCommand }
      return !FaultSweepTests.dispensable.contains(String(call))
    }
  }

  /// Whether this machine has strace and lets it change the results of system calls, which some containers do not.
  private static let straceWorks =
    (try? Shell.run("strace -o /dev/null -e inject=close:error=EIO:when=99 true").status) == 0

  @Test(arguments: Campaign.share(of: FaultJob.all)) func everyCallFails(job: FaultJob) throws {
    try #require(Self.straceWorks, "strace is missing or may not trace; scripts/setup installs it")
    let faults = Self.faults.map { "\($0.key)=\($0.value.joined(separator: " "))" }
    let result = try Shell.run(script: "FaultSweepTests", faults, environment: job.environment)
    let lines = result.output.split(separator: "\n")
    #expect(result.status == 0 && lines.count > 10, "\(result)")
    for line in lines {
      let ending = try #require(Ending(line), "\(line)")
      let complaint = ending.complaint(about: job)
      #expect(complaint == nil, "\(line)")
    }
  }
}
