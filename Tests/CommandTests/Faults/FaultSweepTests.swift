import Foundation
import TestSupport
import Testing

/// Makes each kind of system call of a tool fail: at its first, second, middle and last call, once and permanently.
/// `FaultSweepTests.sh` finds the calls in a trace and runs the tool once per fault.
///
/// No fault is injected into calls before the tool's own code, which begins by restoring SIGPIPE, or into memory and
/// lock calls of Swift's runtime. The tool's close of a pipe end that only the --source command keeps is also left out:
/// strace would leave the end open, which Linux never does.
@Suite struct FaultSweepTests {
  /// The errors to inject into each system call; other calls get EIO. "0" is the return value 0 instead of an error, as
  /// from a device that accepts no data.
  private static let faults = [
    "read": ["EINTR", "EAGAIN", "EIO"], "write": ["EINTR", "EAGAIN", "ENOSPC", "0"],
    "pread64": ["EINTR", "EIO"], "pwrite64": ["EINTR", "ENOSPC", "0"],
    "openat": ["EINTR", "EMFILE"], "close": ["EINTR", "EIO"], "fcntl": ["EINTR", "EPERM"], "pipe2": ["EMFILE"],
    "splice": ["EINTR", "EAGAIN", "EINVAL"], "tee": ["EINTR", "EAGAIN", "ENOSYS"],
    "poll": ["EINTR", "EINVAL"], "wait4": ["EINTR", "ECHILD"], "vfork": ["EAGAIN"],
  ]

  /// Calls that the tools can do without: if one fails, the output stays the same.
  fileprivate static let dispensable: Set = [
    "splice", "tee", "ioctl", "newfstatat", "lseek", "rt_sigaction", "rt_sigprocmask", "prlimit64", "poll", "fcntl",
  ]

  /// How a run with an injected fault ended, read from a line that `FaultSweepTests.sh` prints.
  private struct Ending {
    let call, fault: Substring
    let status: Int
    /// How standard output and the other written files (`sides`) compare with a normal run: same, part or other.
    /// `sides` is `left` if an unfinished file remains.
    let output, sides: Substring
    let messageCount: Int
    /// Whether the failed call closes a written file, so that the error means lost data.
    let closesOutput: Bool
    let text: Substring

    init?(_ line: Substring) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 9, let status = Int(fields[3]), let messageCount = Int(fields[6]) else { return nil }
      (call, fault, output, sides, text) = (fields[0], fields[2], fields[4], fields[5], fields[8])
      (self.status, self.messageCount, closesOutput) = (status, messageCount, fields[7] == "1")
    }

    /// Returns the problem with this ending, if any.
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
        // If every write fails, the message cannot be written either.
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

  /// Whether strace works here and can change results of system calls. Some containers forbid this.
  private static let straceWorks =
    (try? Shell.run("strace -o /dev/null -e inject=close:error=EIO:when=99 true").status) == 0

  @Test(arguments: Campaign.share(of: FaultJob.all)) func everyFailedSystemCallIsHandled(job: FaultJob) throws {
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
