import Pixels
import Streams

/// The frames of a row with one type of sample, and what moves between each two neighbours.
///
/// Rows follow each other in forward or backward play, so most of one row serves the next. What is held is known by its
/// numbers and never depends on the row it was found for.
final class MotionScene<Sample: MotionSample> {
  private struct Frame {
    var number: Int?
    let planes: FramePlanes<Sample>
    let pyramid: GuidePyramid
    /// Of a frame that shows nothing, the code of its guide.
    var flatCode: Int?
    /// Of the guide's means.
    var histogram: Histogram

    var guide: PaddedPlane<UInt8> { pyramid.levels[0] }
  }

  private struct Place {
    var pair: FramePair?
    var motion: PairMotion
    var fade: Fade?
  }

  private static var frameCount: Int { 4 }

  private let layout: PixelLayout
  private let components: [ComponentLayout]
  private var frames: [Frame]
  private var pairs: [Place]
  private let estimator: any MotionEstimator
  private var bends: RowBends
  private var trial: BlendTrial
  /// What follows is all of the row taken last.
  private var span: FrameSpan?
  private var beside = MotionBeside(earlier: nil, later: nil)
  private let choice: PhaseChoice
  /// Those of the two frames in the middle, at the same brightness.
  private var guides: (first: PaddedPlane<UInt8>, second: PaddedPlane<UInt8>)
  /// The guide of one frame of a pair that fades, raised to the brightness of the other.
  private lazy var raised = GuidePyramid(width: layout.width, height: layout.height)

  /// One for each component; none where grain is not kept.
  private let grains: [Grain<Sample>]

  init(_ layout: PixelLayout, _ estimator: any MotionEstimator.Type, keepsGrain: Bool) {
    self.layout = layout
    components = layout.components
    grains = keepsGrain ? components.map { Grain($0, bits: layout.bitsPerSample) } : []
    frames = (0..<Self.frameCount).map { _ in
      let pyramid = GuidePyramid(width: layout.width, height: layout.height)
      return Frame(planes: FramePlanes(layout), pyramid: pyramid, histogram: Histogram(of: pyramid.means))
    }
    let columns = MotionGeometry.blockCount(layout.width)
    let rows = MotionGeometry.blockCount(layout.height)
    self.estimator = estimator.init(for: frames[0].pyramid)
    pairs = (1..<Self.frameCount).map { _ in Place(motion: PairMotion(columns: columns, rows: rows)) }
    bends = RowBends(columns: columns, rows: rows)
    trial = BlendTrial(columns: columns, rows: rows)
    guides = (frames[0].guide, frames[1].guide)
    choice = PhaseChoice(columns: columns, rows: rows)
  }

  /// The frames of a row that have to be loaded before it is taken.
  func missing(_ row: FrameRow) -> [Int] {
    row.numbers.filter { number in !frames.contains { $0.number == number } }
  }

  /// Loads a frame of a row that is about to be taken, in place of one that the row does not have.
  func load(_ number: Int, _ samples: Span<UInt8>, of row: FrameRow) {
    guard let place = frames.firstIndex(where: { $0.number.map { !row.numbers.contains($0) } ?? true }) else {
      preconditionFailure("a row has more frames than there are places")
    }
    frames[place].number = number
    let frame = frames[place]
    frame.planes.load(samples)
    frame.guide.take(frame.planes.planes[layout.guide], shiftedBy: layout.bitsPerSample - 8)
    frame.pyramid.build()
    frames[place].flatCode = frame.pyramid.flatCode
    frames[place].histogram = Histogram(of: frame.pyramid.means)
  }

  /// Finds out what moves, once all frames of the row are loaded. Returns whether there is a cut between the two in the
  /// middle.
  func take(_ asked: FrameRow, by workers: any Workers) -> Bool {
    let span = FrameSpan(of: asked) { number, before, after in
      Flash.lights(frame(number).histogram, between: frame(before).histogram, and: frame(after).histogram)
    }
    let row = span.row
    self.span = span
    for pair in row.pairs where !pairs.contains(where: { $0.pair == pair }) { search(pair, of: row, by: workers) }
    if isCut(row) { return true }
    trial.fill(
      before: row.before.map { frame($0).guide }, frame(row.first).guide, frame(row.second).guide,
      after: row.after.map { frame($0).guide }, by: workers)
    let middle = motion(row.middle)
    // Not before all pairs are searched: each search of a fade sets `raised` anew.
    let (first, second) = pyramids(row.middle, place(row.middle).fade)
    guides = (first.levels[0], second.levels[0])
    beside = MotionBeside(
      earlier: row.before.flatMap { known(FramePair(first: $0, second: row.first)) },
      later: row.after.flatMap { known(FramePair(first: row.second, second: $0)) })
    bends.first.fill(middle.leaving, beside.earlier?.arriving, by: workers)
    bends.second.fill(middle.arriving, beside.later?.leaving, by: workers)
    bends.compare()
    return false
  }

  /// By how many codes at most the means of a picture stand out from a flat frame, if the two are not told apart.
  private static var leastSeen: Int { 12 }

  /// Whether there is a cut between the two in the middle. A picture is cut off from a frame that shows nothing, unless it
  /// hardly stands out from it, or a fade leads there from the picture's other side.
  private func isCut(_ row: FrameRow) -> Bool {
    let (first, second) = (frame(row.first), frame(row.second))
    switch (first.flatCode, second.flatCode) {
    case (nil, let code?):
      let earlier = row.before.flatMap { place(FramePair(first: $0, second: row.first)).fade }
      return isSeen(first, beside: code) && !leads(earlier, toFlat: code, raisingFirst: false)
    case (let code?, nil):
      let later = row.after.flatMap { place(FramePair(first: row.second, second: $0)).fade }
      return isSeen(second, beside: code) && !leads(later, toFlat: code, raisingFirst: true)
    default: return motion(row.middle).isCut && !showsDissolve(row)
    }
  }

  private func showsDissolve(_ row: FrameRow) -> Bool {
    Dissolve.joins(
      before: row.before.map { frame($0).pyramid }, frame(row.first).pyramid, frame(row.second).pyramid,
      after: row.after.map { frame($0).pyramid })
  }

  private func isSeen(_ picture: Frame, beside code: Int) -> Bool {
    let codes = picture.pyramid.range
    return max(codes.upperBound - code, code - codes.lowerBound) > Self.leastSeen
  }

  /// Whether there is a fade beyond the picture that leads to a flat frame of this code. The picture has to be the fainter
  /// frame of the fade's pair, which is the one that is raised.
  private func leads(_ fade: Fade?, toFlat code: Int, raisingFirst: Bool) -> Bool {
    fade.map { $0.raisesFirst == raisingFirst && $0.leads(toFlat: code) } ?? false
  }

  /// What moves between a frame of the middle and the one beside it; nil if there is a cut, or one of them shows nothing.
  private func known(_ pair: FramePair) -> PairMotion? {
    let motion = motion(pair)
    return motion.isCut || showsNothing(pair) ? nil : motion
  }

  private func showsNothing(_ pair: FramePair) -> Bool {
    frame(pair.first).flatCode != nil || frame(pair.second).flatCode != nil
  }

  private func search(_ pair: FramePair, of row: FrameRow, by workers: any Workers) {
    guard let place = pairs.firstIndex(where: { $0.pair.map { !row.pairs.contains($0) } ?? true }) else {
      preconditionFailure("a row has more pairs than there are places")
    }
    pairs[place].pair = pair
    let (first, second) = (frame(pair.first).pyramid, frame(pair.second).pyramid)
    let histograms = (frame(pair.first).histogram, frame(pair.second).histogram)
    let fade = Fade(from: first, to: second, histograms: histograms)
    search(place, fade, by: workers)
    // What comes into the picture and leaves it changes histograms as well. A fade that they only make likely is one if what has not
    // been found without it is found with it. In a frame that shows nothing there is nothing to be found.
    guard pairs[place].motion.isCut, fade == nil, !showsNothing(pair),
      let likely = Fade(from: first, to: second, histograms: histograms, isCertain: false)
    else { return }
    search(place, likely, by: workers)
    if !pairs[place].motion.isFound { search(place, nil, by: workers) }
  }

  /// Searches the pair in a place, with one of its guides raised if there is a fade.
  private func search(_ place: Int, _ fade: Fade?, by workers: any Workers) {
    guard let pair = pairs[place].pair else { preconditionFailure("no pair to be searched") }
    pairs[place].fade = fade
    let (first, second) = pyramids(pair, fade)
    if fade != nil { raised.build() }
    if showsNothing(pair) {
      // Nothing can be found there, and what is found would be wherever the picture has that code.
      pairs[place].motion.stand()
    } else {
      estimator.estimate(
        from: first, to: second, forward: pairs[place].motion.forward, backward: pairs[place].motion.backward,
        by: workers)
    }
    pairs[place].motion.judge(first.levels[0], second.levels[0], by: workers)
  }

  private func frame(_ number: Int) -> Frame {
    guard let frame = frames.first(where: { $0.number == number }) else { preconditionFailure("not loaded") }
    return frame
  }

  private func motion(_ pair: FramePair) -> PairMotion { place(pair).motion }

  private func place(_ pair: FramePair) -> Place {
    guard let place = pairs.first(where: { $0.pair == pair }) else { preconditionFailure("not searched") }
    return place
  }

  /// The pyramids of the two frames of a pair. In a fade one of them is `raised`, which serves for one pair at a time and
  /// of which only the largest level is set.
  private func pyramids(_ pair: FramePair, _ fade: Fade?) -> (first: GuidePyramid, second: GuidePyramid) {
    let (first, second) = (frame(pair.first).pyramid, frame(pair.second).pyramid)
    guard let fade else { return (first, second) }
    raised.levels[0].take((fade.raisesFirst ? first : second).levels[0], as: fade.codes)
    return fade.raisesFirst ? (raised, second) : (first, raised)
  }

  /// The number of the flash that is shown at a share of the time between the two in the middle of the row taken last; nil if none
  /// is.
  func flash(at share: Double) -> Int? { span?.flash(at: share) }

  /// Makes the frame at a share of the time between the two in the middle of the row taken last, which has no cut there.
  func render(at share: Double, into room: FrameRoom, by workers: any Workers) {
    guard let span else { preconditionFailure("no row has been taken") }
    let (row, phase) = (span.row, span.phase(at: share))
    let (first, second) = (frame(row.first), frame(row.second))
    let middle = place(row.middle)
    choice.choose(
      PhaseMatch(
        first: guides.first, second: guides.second, motion: middle.motion, beside: beside,
        isInterchangeable: middle.fade == nil && !showsNothing(row.middle),
        bends: bends, trial: trial, phase: phase),
      by: workers)
    let (choices, strangers) = (choice.choices, choice.strangers)
    let renderers = components.indices.map { number in
      CellRenderer(
        first: first.planes.planes[number], second: second.planes.planes[number], component: components[number],
        phase: phase, peak: (1 << layout.bitsPerSample) - 1, isFading: middle.fade != nil)
    }
    workers.share(choices.rows) { row in
      for renderer in renderers { unsafe renderer.render(row, choices, strangers, into: room) }
    }
    for (number, grain) in grains.enumerated() {
      grain.restore(
        in: room, from: first.planes.planes[number], second.planes.planes[number], along: choices, at: phase,
        seed: phase.seed(row.first), by: workers)
    }
  }
}
