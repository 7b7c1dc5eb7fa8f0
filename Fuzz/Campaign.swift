import Audio
import Camera
import Cues
import Film
import Glibc
import Notation
import Streams
import Tool
import Values
import Video

/// Runs one target many times. Prints the number of executions and accepted inputs, the rate, the slowest execution and
/// the peak memory.
struct Campaign {
  /// The number of executions, or of seconds, after which the campaign stops.
  enum Length {
    case executions(UInt64)
    case seconds(Double)

    /// Parses `20000x` as a number of executions and a plain number as seconds. Returns nil for anything else, which is
    /// then the name of a file.
    init?(_ text: String) {
      if text.hasSuffix("x"), let count = UInt64(text.dropLast()) {
        self = .executions(count)
      } else if let seconds = Double(text) {
        self = .seconds(seconds)
      } else {
        return nil
      }
    }
  }

  /// Inputs have at most 4096 bytes, so that none justifies more memory.
  private static let mostMebibytes = 1024

  private let target: Target
  private let mutator: Mutator
  private let seed: UInt64
  private let start = time(CLOCK_MONOTONIC)

  init(_ target: Target, _ mutator: Mutator, seed: UInt64) {
    self.target = target
    self.mutator = mutator
    self.seed = seed
  }

  func run(_ length: Length) throws {
    // Measured in CPU time, since the time spent waiting for a processor says nothing about the input.
    var (count, accepted, last, slowest) = (UInt64(0), 0, Self.time(CLOCK_PROCESS_CPUTIME_ID), 0.0)
    while !isOver(length, count) {
      if try Self.refusal(of: mutator.input(count, seed: seed), by: target) == nil { accepted += 1 }
      expect(Self.peakMebibytes < Self.mostMebibytes, "memory is bounded")
      let time = Self.time(CLOCK_PROCESS_CPUTIME_ID)
      (count, slowest, last) = (count + 1, max(slowest, time - last), time)
    }
    report(count, accepted, slowest)
  }

  private func isOver(_ length: Length, _ count: UInt64) -> Bool {
    switch length {
    case .executions(let limit): count >= max(1, limit / target.cost)
    case .seconds(let limit): Self.time(CLOCK_MONOTONIC) - start >= limit
    }
  }

  private func report(_ count: UInt64, _ accepted: Int, _ slowest: Double) {
    let rate = Int(Double(count) / max(1e-6, Self.time(CLOCK_MONOTONIC) - start))
    let fields = [
      padded("\(count)", 9) + " executions", padded("\(accepted)", 8) + " accepted", padded("\(rate)", 7) + "/s",
      "slowest" + padded("\(Int(slowest * 1000))", 5) + " ms", "peak" + padded("\(Self.peakMebibytes)", 4) + " MiB",
    ]
    print(target.name + String(repeating: " ", count: 14 - target.name.count) + fields.joined(separator: ", "))
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// Returns the message of a refusal, or nil if the input is accepted. Rethrows an error of any
  /// type that is not the tools' own, which ends the campaign.
  static func refusal(of input: [UInt8], by target: Target) throws -> String? {
    InputKeeper.remember(input)
    do {
      try target.run(input)
      return nil
    } catch let error
      where error is Refusal || error is VideoError || error is AudioError || error is StreamFailure
      || error is Failure || error is FilmError || error is CueError || error is NotationError || error is CameraError
      || error is AppleSidecar.OtherEdit
    {
      let reason = "\(error)"
      expect(!reason.isEmpty, "a refusal says why")
      return reason
    }
  }

  private static var peakMebibytes: Int {
    var usage = rusage()
    _ = unsafe getrusage(CInt(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss / 1024
  }

  private static func time(_ clock: clockid_t) -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
