/// A frame whose light differs from that of both its neighbours, which are lit alike: a photographer's flash,
/// lightning, or a single black frame.
///
/// A flash lights near things more than far ones. No line maps code values as in a `Fade`, and everything looks like a
/// cut. The flash is shown unchanged for just under half a frame. The rest of the time is filled from the two frames
/// around it.
enum Flash {
  /// The smallest distance between the histograms of a flash and of either neighbour, in code values.
  private static let least = 12.0
  /// How many times larger this distance must be than the distance between the two neighbours.
  private static let timesAround = 3.0

  /// Whether a frame is lit differently from the two beside it.
  static func lights(_ frame: Histogram, between before: Histogram, and after: Histogram) -> Bool {
    let change = min(before.distance(to: frame), frame.distance(to: after))
    return change >= least && change >= timesAround * before.distance(to: after)
  }
}

/// Says from which row of frames the frames between two neighbours are made, and where the two lie in the row's time.
/// Usually the row is that of the two frames. If one of them is a `Flash`, it is the row of the frames around the
/// flash. Both sides of a flash are then made from the same two frames, so that motion continues evenly through it.
struct FrameSpan {
  /// A flash is shown for this long before and after its own time, as a fraction of the time between frames. If a film
  /// plays more than two times slower, no flash is skipped. At four times the rate, frames lie at multiples of a
  /// quarter. The value is just below a quarter, so that rounding errors do not decide which of them show the flash.
  private static let lit = 0.249

  let row: FrameRow
  /// The position of the first of the two frames within the time of `row`, 0…1.
  private let start: Double
  /// The time from the first to the second of the two frames, as a fraction of the time of `row`.
  private let part: Double
  /// The frame number of the flash, and its position between the two frames (0 or 1); nil if there is none.
  private let flash: (number: Int, share: Double)?

  /// - Parameter isFlash: whether a frame is lit differently from the frames before and after it.
  init(of row: FrameRow, isFlash: (_ frame: Int, _ before: Int, _ after: Int) -> Bool) {
    let first = row.before.map { isFlash(row.first, $0, row.second) } ?? false
    let second = row.after.map { isFlash(row.second, row.first, $0) } ?? false
    switch (row.before, first, row.after, second) {
    case (let before?, true, _, false):
      self.init(FrameRow(before, row.second), start: 0.5, part: 0.5, flash: (row.first, 0))
    case (_, false, let after?, true):
      self.init(FrameRow(row.first, after), start: 0, part: 0.5, flash: (row.second, 1))
    // Neither frame is a flash, or the light goes on and off with every frame.
    default: self.init(row, start: 0, part: 1, flash: nil)
    }
  }

  private init(_ row: FrameRow, start: Double, part: Double, flash: (number: Int, share: Double)?) {
    self.row = row
    self.start = start
    self.part = part
    self.flash = flash
  }

  /// The number of the flash that is shown at `share` of the time between the two frames; nil if there is none.
  func flash(at share: Double) -> Int? {
    flash.flatMap { abs(share - $0.share) < Self.lit ? $0.number : nil }
  }

  /// The position within `row` at `share` of the time between the two frames.
  func phase(at share: Double) -> Phase { Phase(start + part * share) }
}
