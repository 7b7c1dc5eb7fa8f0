import Streams
import Values

/// Writes how fast each moment can be played, relative to the rest, as speed keyframes such as `12.340=1.82x`. Speeds
/// are chosen so that a second of source takes 1 s on average, as far as is known when a line is written. Frames
/// between two keyframes follow a straight line to within 2 %.
struct SpeedLines {
  private var lines: TimedLines
  private var frame = 0
  private var worths = Self.usualFrames
  private var weight = Self.usualFrames
  /// The sum of the scales (reciprocals of speeds) of all frames so far.
  private var scales = 0.0

  private typealias Point = (frame: Int, scale: Double)
  /// The last keyframe written.
  private var written: Point?
  /// The last frame received.
  private var latest: Point?
  /// The slopes of the lines from `written` that pass within `tolerance` of all later points.
  private var slopes = -Double.infinity...Double.infinity

  /// - Parameter start: the source time of the first frame.
  init(from start: Double) { lines = TimedLines(from: start) }

  /// The weight, in frames, of the first guess of the mean needed playing time: 1, as for sound other than speech.
  private static let usualFrames = 300.0
  /// An error of the mean speed so far is corrected within this many frames (hundredths of a second).
  private static let patience = 3000.0
  /// The largest correction of the speed, as a fraction.
  private static let mostCorrection = 0.2
  private static let tolerance = 0.02
  private static let longest = 10

  mutating func take(_ worth: Double) {
    worths += worth
    weight += 1
    let correction = (Double(frame) - scales) / Self.patience
    let factor = 1 + min(Self.mostCorrection, max(-Self.mostCorrection, correction))
    let scale = min(20, max(0.02, worth * weight / worths * factor))
    scales += scale
    add((frame, scale))
    frame += 1
  }

  mutating func end() {
    if let latest, written?.frame != latest.frame { write(latest) }
  }

  mutating func takeText() -> [UInt8] { lines.take() }

  private mutating func add(_ point: Point) {
    guard let written, let latest else {
      write(point)
      return
    }
    let slope = (point.scale - written.scale) / Double(point.frame - written.frame)
    if latest.frame > written.frame, !slopes.contains(slope) || point.frame - written.frame > Self.longest {
      write(latest)
      return add(point)
    }
    let room = Self.tolerance * max(0.1, point.scale) / Double(point.frame - written.frame)
    slopes =
      max(
        slopes.lowerBound, slope - room)...max(
        max(slopes.lowerBound, slope - room), min(slopes.upperBound, slope + room))
    self.latest = point
  }

  private mutating func write(_ point: Point) {
    (written, latest) = (point, point)
    slopes = -Double.infinity...Double.infinity
    let time = Double(point.frame) / Double(SpectrumFrames.rate)
    lines.write(at: time, "=\(DecimalText.print(1 / point.scale, decimals: 4))x")
  }
}
