/// Recognizes a flash: a frame that is lit differently from both its neighbours, while the neighbours are lit alike.
/// Examples are a photographer's flash, lightning, and a single black frame.
///
/// A flash lights near things more than far ones. The change is therefore no `Fade`, and would look like a cut. The
/// frame with the flash is shown unchanged for just under half a frame. New frames around it are made from the frame
/// before the flash and the frame after it.
enum Flash {
  /// The smallest distance between the histogram of a flash and that of each neighbour, in code values.
  private static let least = 12.0
  /// A flash differs from both its neighbours by at least this many times the difference between the two neighbours.
  private static let timesAround = 3.0

  /// Whether a frame is a flash between its two neighbours.
  static func lights(_ frame: Histogram, between before: Histogram, and after: Histogram) -> Bool {
    let change = min(before.distance(to: frame), frame.distance(to: after))
    return change >= least && change >= timesAround * before.distance(to: after)
  }
}

/// The source frames from which the new frames in a pair of neighbouring frames are made. Usually these are the two
/// frames of the pair. If one of the two is a `Flash`, they are the frames before and after the flash. New frames on
/// both sides of a flash then come from the same two frames, so that motion continues evenly.
struct FrameSpan {
  /// A flash is shown for this long before and after its own time, as a fraction of the time between two source frames.
  /// At less than half speed, every flash is thus shown. At four times the frame rate, output frames lie at multiples
  /// of a quarter. The value is just below a quarter, so that rounding errors do not matter there.
  private static let lit = 0.249

  let row: FrameRow
  /// The time of the pair's first frame, as a position between the first frame (0) and the second frame (1) of `row`.
  private let start: Double
  /// The time between the pair's frames, divided by the time between the frames of `row`: 0.5 beside a flash, otherwise
  /// 1.
  private let part: Double
  /// The frame number of the flash, and its position in the pair: 0 for the first frame, 1 for the second. Nil if there
  /// is no flash.
  private let flash: (number: Int, share: Double)?

  /// - Parameter isFlash: returns whether a frame is a flash, from the numbers of this frame and of its two neighbours.
  init(of row: FrameRow, isFlash: (_ frame: Int, _ before: Int, _ after: Int) -> Bool) {
    let first = row.before.map { isFlash(row.first, $0, row.second) } ?? false
    let second = row.after.map { isFlash(row.second, row.first, $0) } ?? false
    switch (row.before, first, row.after, second) {
    case (let before?, true, _, false):
      self.init(FrameRow(before, row.second), start: 0.5, part: 0.5, flash: (row.first, 0))
    case (_, false, let after?, true):
      self.init(FrameRow(row.first, after), start: 0, part: 0.5, flash: (row.second, 1))
    // Neither frame of the pair is a flash, or the light goes on and off with every frame.
    default: self.init(row, start: 0, part: 1, flash: nil)
    }
  }

  private init(_ row: FrameRow, start: Double, part: Double, flash: (number: Int, share: Double)?) {
    self.row = row
    self.start = start
    self.part = part
    self.flash = flash
  }

  /// The number of the flash frame to show at `share` (0…1) of the time between the pair's frames. Nil if a new frame
  /// is to be shown.
  func flash(at share: Double) -> Int? {
    flash.flatMap { abs(share - $0.share) < Self.lit ? $0.number : nil }
  }

  /// Converts `share` (0…1) of the time between the pair's frames to a position between the two frames of `row`.
  func phase(at share: Double) -> Phase { Phase(start + part * share) }
}
