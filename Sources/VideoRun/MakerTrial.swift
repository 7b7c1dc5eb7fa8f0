import Pixels
import Streams
import Tool
import Values
import Video

/// Tests a command for `--mix exec:`: asks for frames between two synthetic frames, and prints whether they
/// pass each check.
package struct MakerTrial {
  private let command: String
  private static let (width, height) = (96, 64)
  /// Two frames count as equal if their samples differ by at most this many levels of 8 bits on average.
  private static let near = 2.0

  init(_ command: String) { self.command = command }

  func run(writingTo output: inout FileSink) throws {
    let checks = try Answers(of: command, in: "yuv420p").checks + [deepCheck]
    for check in checks { try output.write("\(check.line)\n") }
    guard checks.allSatisfy({ $0.isPassed || $0.mayFail }) else {
      throw Failure(.inputOutput, "the command '\(command)' does not make the frames that --mix exec asks for")
    }
  }

  private struct Check {
    let name: String
    let words: String
    let isPassed: Bool
    let mayFail: Bool

    init(_ name: String, _ words: String, isPassed: Bool = true, mayFail: Bool = false) {
      (self.name, self.words, self.isPassed, self.mayFail) = (name, words, isPassed, mayFail)
    }

    var line: String {
      "\(name)\(String(repeating: " ", count: 14 - name.count))\(isPassed ? "ok" : "no"): \(words)"
    }
  }

  /// A command may refuse 10 bit, because most films have 8 bit. If it accepts 10 bit, its frames must be right.
  private var deepCheck: Check {
    // Messages of the command about an unknown pixel format are of no interest.
    guard let checks = try? Answers(of: "exec 2>/dev/null\n\(command)", in: "yuv420p10le").checks else {
      let words = "the command makes no frames in yuv420p10le, which it may refuse"
      return Check("10 bit", words, isPassed: false, mayFail: true)
    }
    guard let failed = checks.first(where: { !$0.isPassed }) else { return Check("10 bit", "all of this again") }
    return Check("10 bit", "\(failed.name), \(failed.words)", isPassed: false)
  }

  /// The mean differences of a made frame from its two neighbours, in levels of 8 bits.
  private struct Distance {
    let toFirst: Double
    let toSecond: Double

    var nearest: String { toFirst < toSecond ? "first" : "second" }
    var words: String { "\(BriefNumber.print(toFirst)) levels" }
  }

  private struct Answers {
    let count: Int
    let start: Distance
    let early: Distance
    let late: Distance
    let same: Distance
    /// The largest difference between frames requested together and the same frames requested one by one. Nil if the
    /// command takes one phase per request.
    let severalDifference: Double?

    init(of command: String, in pixelFormat: String) throws {
      guard let layout = PixelLayout(pixelFormat, width: MakerTrial.width, height: MakerTrial.height) else {
        preconditionFailure("no layout for \(pixelFormat)")
      }
      let maker = try OutsideMaker(StreamFormat(layout, rate: FrameRate(Rational(25)!))) {
        () throws(StreamFailure) in try CommandExchange(command)
      }
      let (first, second) = (MakerTrial.frame(layout, square: 20), MakerTrial.frame(layout, square: 36))
      func ask(_ phases: [Double], _ second: [UInt8]) throws -> [[UInt8]] {
        maker.request(phases, between: first.span, and: second.span)
        return try phases.map { phase in
          var made = [UInt8](repeating: 0, count: layout.frameBytes)
          var room = made.mutableSpan
          try maker.take(phase, into: &room)
          return made
        }
      }
      func distance(_ made: [UInt8]) -> Distance {
        Distance(toFirst: MakerTrial.distance(made, first, layout), toSecond: MakerTrial.distance(made, second, layout))
      }
      let single = try ([0.001, 0.25, 0.75].map { try ask([$0], second)[0] }) + ask([0.5], first)
      let several = maker.takesSeveralPhases ? try ask([0.25, 0.75], second) : []
      try maker.finish()
      count = single.count + several.count
      (start, early, late, same) = (distance(single[0]), distance(single[1]), distance(single[2]), distance(single[3]))
      severalDifference = zip(several, single[1...]).map { MakerTrial.distance($0, $1, layout) }.max()
    }

    var checks: [Check] {
      let several = severalDifference.map {
        "several per request, \(BriefNumber.print($0)) levels from frames made one by one"
      }
      return [
        Check("protocol", "\(count) frames of \(MakerTrial.width)x\(MakerTrial.height)"),
        Check("phase 0", "\(start.words) from the first frame", isPassed: start.toFirst <= MakerTrial.near),
        Check(
          "order", "phase 0.25 is nearer to the \(early.nearest) frame, phase 0.75 to the \(late.nearest)",
          isPassed: early.toFirst < early.toSecond && late.toSecond < late.toFirst),
        Check("equal frames", "\(same.words) from both", isPassed: same.toFirst <= MakerTrial.near),
        Check("phases", several ?? "one per request", isPassed: (severalDifference ?? 0) <= MakerTrial.near),
      ]
    }
  }

  /// Draws a bright square on a colourless ground that gets lighter to the right.
  private static func frame(_ layout: PixelLayout, square left: Int) -> [UInt8] {
    var frame: [UInt8] = []
    for (number, plane) in layout.planes.enumerated() {
      for row in 0..<plane.height {
        for column in 0..<plane.width {
          let isInside = (left..<left + 24).contains(column) && (20..<44).contains(row)
          let code = number > 0 ? 128 : isInside ? 200 : 60 + column / 2
          let value = code << (layout.bitsPerSample - 8)
          frame += (0..<layout.bytesPerSample).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
      }
    }
    return frame
  }

  private static func distance(_ one: [UInt8], _ other: [UInt8], _ layout: PixelLayout) -> Double {
    let size = layout.bytesPerSample
    func code(_ frame: [UInt8], _ sample: Int) -> Int {
      (0..<size).reduce(0) { $0 | Int(frame[sample * size + $1]) << (8 * $1) }
    }
    let count = one.count / size
    let sum = (0..<count).reduce(0) { $0 + abs(code(one, $1) - code(other, $1)) }
    return Double(sum >> (layout.bitsPerSample - 8)) / Double(count)
  }
}
