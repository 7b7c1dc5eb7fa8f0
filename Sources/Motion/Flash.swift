/// A frame that is lit otherwise than the frames before and after it, which are lit alike: by a photographer's flash or by
/// lightning. A single black frame is one as well.
///
/// It cannot be compared with its neighbours sample by sample: a flash lights what is near more than what is far, so no line leads
/// from code to code as in a `Fade`, and everything looks like a cut. And a flash is over long before the next frame. So it is
/// shown as it is, for just less than half of a frame's time, and what lies beyond is made from the two frames around it.
enum Flash {
  /// In codes, the least change of light to the frame and from it: the distance of the histograms.
  private static let least = 12.0
  /// The change must be so many times the one that is left between the frames around it.
  private static let timesAround = 3.0

  /// Whether a frame is lit otherwise than the two beside it.
  static func lights(_ frame: Histogram, between before: Histogram, and after: Histogram) -> Bool {
    let change = min(before.distance(to: frame), frame.distance(to: after))
    return change >= least && change >= timesAround * before.distance(to: after)
  }
}

/// The row that frames between two are made from, and how they share out its time.
///
/// That is the row of the two, unless one of them is a `Flash`: then it is made of the frames around that one. Both halves of the
/// way around a flash are made from the same two frames, so that motion goes on evenly through it.
struct FrameSpan {
  /// How much of the time from one frame to the next a flash stands before its own time, and after it. In slow motion of more than
  /// two times none is passed over. Just less than a quarter: at four times the rate frames lie at quarters but for rounding, and all of
  /// them should be treated alike.
  private static let lit = 0.249

  let row: FrameRow
  /// What of the time of `row` has gone by at the first of the two frames, and how much goes by until the second.
  private let start: Double
  private let part: Double
  /// The number of the frame that is a flash, and 0 or 1: its share of the time from the first of the two frames to the second.
  private let flash: (number: Int, share: Double)?

  /// - Parameter isFlash: whether the frame of a number is lit otherwise than those of two others.
  init(of row: FrameRow, isFlash: (_ frame: Int, _ before: Int, _ after: Int) -> Bool) {
    let first = row.before.map { isFlash(row.first, $0, row.second) } ?? false
    let second = row.after.map { isFlash(row.second, row.first, $0) } ?? false
    switch (row.before, first, row.after, second) {
    case (let before?, true, _, false):
      self.init(FrameRow(before, row.second), start: 0.5, part: 0.5, flash: (row.first, 0))
    case (_, false, let after?, true):
      self.init(FrameRow(row.first, after), start: 0, part: 0.5, flash: (row.second, 1))
    // None, or light that goes on and off with every frame.
    default: self.init(row, start: 0, part: 1, flash: nil)
    }
  }

  private init(_ row: FrameRow, start: Double, part: Double, flash: (number: Int, share: Double)?) {
    self.row = row
    self.start = start
    self.part = part
    self.flash = flash
  }

  /// The number of the flash that is shown at a share of the time from the first of the two frames to the second; nil if none is.
  func flash(at share: Double) -> Int? {
    flash.flatMap { abs(share - $0.share) < Self.lit ? $0.number : nil }
  }

  /// How far along in `row` it is at that share.
  func phase(at share: Double) -> Phase { Phase(start + part * share) }
}
