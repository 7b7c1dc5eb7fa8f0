import Streams

/// What ffmpeg's -progress says → what --progress-file has: each block with the total and the time left.
///
/// The end of ffmpeg's report is not passed on: `progress=end` is for when OUTPUT has its name.
package struct ProgressReport: Sendable {
  package static let end = "progress=end\n"

  /// Microseconds of the result.
  private let total: Int
  private let start: Double
  private var out: Int?
  private var lines = LineSplitter()
  /// The lines of a block that is not complete yet.
  private var unfinished = ""

  /// - Parameter start: when the work began, on the clock of `take`.
  package init(total: Int, start: Double) {
    (self.total, self.start) = (total, start)
  }

  /// Takes what ffmpeg has said until now, and returns the blocks that are complete.
  package mutating func take(_ block: [UInt8], at now: Double) -> String {
    var text = ""
    for line in lines.take(block) {
      let line = String(decoding: line, as: UTF8.self)
      if line.hasPrefix("out_time_us=") { out = Int(line.dropFirst(12)) }
      guard line.hasPrefix("progress=") else {
        unfinished += line + "\n"
        continue
      }
      text += unfinished + "total_us=\(total)\neta_s=\(left(at: now))\n" + (line == "progress=end" ? "" : line + "\n")
      unfinished = ""
    }
    return text
  }

  /// Whole seconds; `N/A` until a millisecond of the result is done.
  private func left(at now: Double) -> String {
    guard let out, out >= 1000 else { return "N/A" }
    let left = Double(max(0, total - out)) * (now - start) / Double(out)
    return "\(Int(min(left, 1e15)))"
  }
}
