import Pixels
import Streams

/// Four neighbouring source frames and the motion between them, for one type of sample (8 or 16 bits). Frames and
/// motion are found by frame number, so that the next call can use them again.
final class MotionScene<Sample: MotionSample> {
  private struct Frame {
    var number: Int?
    let planes: FramePlanes<Sample>
    let pyramid: GuidePyramid
    /// If the frame is blank, its code value; otherwise nil.
    var flatCode: Int?
    /// The histogram of the frame, after it has been reduced to a quarter of its width and height.
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
  /// The source frames for which `take` was called last. The properties below belong to these frames too.
  private var span: FrameSpan?
  private var beside = MotionBeside(earlier: nil, later: nil)
  private let choice: PhaseChoice
  /// The plane of each of the two middle frames in which motion is searched. In a fade, both have the same mean and
  /// contrast.
  private var guides: (first: PaddedPlane<UInt8>, second: PaddedPlane<UInt8>)
  /// For a fade: the frame with less contrast, after it has been matched to the other frame.
  private lazy var raised = GuidePyramid(width: layout.width, height: layout.height)

  /// The grain of each component; empty if new frames do not get the grain of the source.
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

  /// The numbers of the frames that must be loaded before `take` can be called for `row`.
  func missing(_ row: FrameRow) -> [Int] {
    row.numbers.filter { number in !frames.contains { $0.number == number } }
  }

  /// Loads a frame of `row`, in place of a frame that `row` does not contain.
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

  /// Finds the motion between the frames of a row, which must be loaded. Returns whether the two middle frames are a
  /// cut.
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
    // `guides` is set after all pairs have been searched, because each search of a fade overwrites `raised`.
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

  /// A picture that deviates from a blank frame by at most this, in code values, looks like the blank frame.
  private static var leastSeen: Int { 12 }

  /// Whether there is a cut between the two middle frames. A blank frame beside a picture is a cut, unless the two look
  /// alike or a fade ends in the blank frame.
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

  /// Whether a fade continues until it ends in a blank frame of this code value. The picture beside the blank frame
  /// must have less contrast than its other neighbour.
  private func leads(_ fade: Fade?, toFlat code: Int, raisingFirst: Bool) -> Bool {
    fade.map { $0.raisesFirst == raisingFirst && $0.leads(toFlat: code) } ?? false
  }

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
    // Things that enter or leave the frame also change histograms. If the histograms make a fade only likely, the
    // motion is searched again as in a fade. There is a fade if this search succeeds.
    guard pairs[place].motion.isCut, fade == nil, !showsNothing(pair),
      let likely = Fade(from: first, to: second, histograms: histograms, isCertain: false)
    else { return }
    search(place, likely, by: workers)
    if !pairs[place].motion.isFound { search(place, nil, by: workers) }
  }

  /// Searches the motion of the pair in `pairs[place]`. In a fade, both frames first get the same mean and contrast.
  private func search(_ place: Int, _ fade: Fade?, by workers: any Workers) {
    guard let pair = pairs[place].pair else { preconditionFailure("no pair to be searched") }
    pairs[place].fade = fade
    let (first, second) = pyramids(pair, fade)
    if fade != nil { raised.build() }
    if showsNothing(pair) {
      // In a blank frame, motion cannot be found: it matches wherever the other frame has the same code value.
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

  /// The image pyramids of the two frames of a pair. In a fade, `raised` replaces the pyramid of the frame with less
  /// contrast. This function sets only the largest level of `raised`.
  private func pyramids(_ pair: FramePair, _ fade: Fade?) -> (first: GuidePyramid, second: GuidePyramid) {
    let (first, second) = (frame(pair.first).pyramid, frame(pair.second).pyramid)
    guard let fade else { return (first, second) }
    raised.levels[0].take((fade.raisesFirst ? first : second).levels[0], as: fade.codes)
    return fade.raisesFirst ? (raised, second) : (first, raised)
  }

  /// The number of the flash frame to show at `share` (0…1) of the time between the two middle frames, or nil.
  func flash(at share: Double) -> Int? { span?.flash(at: share) }

  /// Makes the new frame at `share` (0…1) of the time between the two middle frames. There must be no cut between them.
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
