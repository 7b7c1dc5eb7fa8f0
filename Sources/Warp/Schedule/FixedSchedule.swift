/// Output frames at a fixed rate: frame k shows the source at warped time k / rate, or halfway from there to the next.
///
/// The schedule is always one decision ahead: before it hands out a picture it decides on the output frame that
/// follows, so that equal frames go out as one instruction, and `needs` says exactly what may be named next.
package struct FixedSchedule: Schedule {
  /// No instruction hands out more equal frames than this, so that an hour's freeze is not a single step for the
  /// caller.
  static let mostCopies = 1024

  package private(set) var footage: Footage
  package private(set) var needs = FrameNeeds.nothing
  package let largestRounding = 0.0
  private let rate: FrameRate
  private let choice: FrameChoice
  package let looksAround: Bool
  private var walk: OutputWalk
  /// The first output frame not handed out yet: the one `decide()` is about.
  private var output: Int
  /// Its picture, where an earlier call of `next` has decided on it already.
  private var nextPicture: Picture?
  /// The source instant of the output frame looked at last.
  private var source = 0.0
  /// The first output frame that is not made even if the input has all that the map shows: the map or the range of output
  /// frames ends there. `.max` where neither has an end.
  private let outputEnd: Int
  /// Every output frame of the stretch looked at, below this number, exists whatever more of the input comes. Beyond
  /// that stretch the number says nothing yet: it may fall when the next one is entered.
  private var assuredCount = 0

  /// - Parameters:
  ///   - looksAround: false where a picture between two frames is made of these alone, whatever the choice.
  ///   - skipsDuplicates: whether what is mixed or made up goes on across frames that look like the one before them.
  ///   - range: the output frames that are made; nil for all.
  package init(
    _ map: TimeMap, _ clock: FrameClock, rate: FrameRate, choice: FrameChoice, looksAround: Bool = true,
    holdsEnd: Bool = false, skipsDuplicates: Bool = false, range: OutputRange? = nil
  ) throws(Refusal) {
    let outputs = range?.frames ?? 0..<Int.max
    let count = map.warpedLength.flatMap(rate.frameCount(filling:))
    guard count != nil || map.openEnd != nil else {
      throw .usage("the result would have too many frames", advice: "write a lower --fps")
    }
    if let count, outputs.lowerBound >= count {
      throw .usage("the range starts after the last frame of the result, \(count - 1)", at: "--output-range")
    }
    outputEnd = min(count ?? .max, outputs.upperBound)
    output = outputs.lowerBound
    footage = Footage(
      map, clock, holdsEnd: holdsEnd, skipsDuplicates: skipsDuplicates, upTo: rate.window(of: outputs).upperBound)
    walk = OutputWalk(map, rate: rate, choice: choice)
    self.rate = rate
    self.choice = choice
    self.looksAround = looksAround && choice.looksAround(skippingDuplicates: skipsDuplicates)
    _ = walk.seek(output)
    setNeeds(FrameNeeds(later: footage.lowestFrame(fromStretch: walk.stretchIndex)))
    updateAssuredCount()
  }

  package mutating func append(isDuplicate: Bool) {
    footage.append(isDuplicate: isDuplicate)
    updateAssuredCount()
  }

  package mutating func append(start: Double, isDuplicate: Bool) -> Bool {
    defer { updateAssuredCount() }
    return footage.append(start: start, isDuplicate: isDuplicate)
  }

  package mutating func end(count: Int) {
    footage.end(count: count)
    // The picture may name a frame that is taken back.
    nextPicture = nil
    updateAssuredCount()
  }

  /// To be called after every change of the input or of the stretch: the count depends on both.
  private mutating func updateAssuredCount() {
    assuredCount = rate.frameCount(filling: footage.assuredWarpedLength(in: stretchIndex)) ?? .max
  }

  package mutating func next() -> Instruction {
    switch nextPicture.map(Decision.shows) ?? decide() {
    case .shows(let picture):
      output += 1
      return handOut(picture)
    case .waits(let needs):
      setNeeds(needs)
      return .needInput
    case .ends:
      setNeeds(.nothing)
      return .done
    }
  }

  /// Hands out `picture`, past which `output` already stands, with the equal frames that follow if it is a source
  /// frame. Then decides on the next frame, and sets `needs` by that decision.
  private mutating func handOut(_ picture: Picture) -> Instruction {
    var following = decide()
    guard case .frame = picture else {
      keep(following)
      return .show(picture, times: 1, tick: nil)
    }
    var count = 1
    while following == .shows(picture), count < Self.mostCopies {
      output += 1
      count += 1
      following = decide()
    }
    keep(following)
    return .show(picture, times: count, tick: nil)
  }

  /// Keeps a decision on the frame `output` for the next instruction, and sets the needs that follow from it.
  private mutating func keep(_ decision: Decision) {
    nextPicture = nil
    switch decision {
    case .shows(let picture):
      nextPicture = picture
      setNeeds(FrameNeeds(later: lowestFrame(from: earliestStandIn(for: picture.lowestFrame, at: source, output))))
    case .waits(let needs): setNeeds(needs)
    case .ends: setNeeds(.nothing)
    }
  }

  private mutating func setNeeds(_ needs: FrameNeeds) {
    let counted = footage.allowingForDuplicates(needs)
    self.needs = looksAround ? counted.withNeighbours : counted
    footage.release(before: self.needs.horizon)
  }
}

/// Deciding on one output frame.
extension FixedSchedule {
  private enum Decision: Equatable {
    case shows(Picture)
    /// Another frame or the end of the input is needed to decide; meanwhile these may be named.
    case waits(FrameNeeds)
    /// There is no such output frame, and none after it.
    case ends
  }

  /// Decides on the frame `output`:
  ///
  ///     the picture          the output frame   not assured,         not assured, and
  ///                          is assured         input may come       the input has ended
  ///     is known             shows              waits, keeping what  ends
  ///                                             the picture names
  ///     is not known, or     waits              waits                ends
  ///     has not all come
  ///
  /// After the end nothing is waited for: frames that are missing are replaced by the last one, or the output ends
  /// before them (`outputEnds`).
  ///
  /// A picture that is known is not always an output frame: the last one exists only if the output lasts for at least
  /// half of it, and the input may end before that.
  private mutating func decide() -> Decision {
    if footage.isEmpty || output >= outputEnd { return .ends }
    let warped = seek()
    let isAssured = output < assuredCount
    if footage.clock.isEnded, !isAssured { return .ends }
    let decision = decideAssuming(frameAt: warped)
    guard !isAssured, case .shows(let picture) = decision else { return decision }
    let chosen = earliestStandIn(for: picture.lowestFrame, at: source, output)..<picture.highestFrame + 1
    return .waits(FrameNeeds(chosen: chosen, later: lowestFrame(after: picture)))
  }

  /// The index of the stretch in which the output frame looked at last lies.
  private var stretchIndex: Int { walk.stretchIndex }

  /// Moves to the stretch in which the frame `output` lies.
  ///
  /// - Returns: the warped time of the frame, limited to that stretch.
  private mutating func seek() -> Double {
    let before = stretchIndex
    let warped = walk.seek(output)
    if stretchIndex != before { updateAssuredCount() }
    return warped
  }

  /// What the output frame at `warped`, as `seek` returned it, shows if the output lasts that long. Ends if the input
  /// has ended before it. Sets `source`.
  private mutating func decideAssuming(frameAt warped: Double) -> Decision {
    guard let source = walk.source(at: warped) else { return .ends }
    self.source = source
    guard var view = footage.view(of: source, in: stretchIndex) else {
      return .waits(FrameNeeds(later: lowestFrame(from: earliestStandIn(for: footage.newestFrame, at: source, output))))
    }
    if footage.clock.isEnded {
      if footage.outputEnds(before: view.frame, in: stretchIndex) { return .ends }
      view = view.limited(to: footage.clock.count)
    }
    guard let picture = picture(view, of: source, at: warped), hasCome(picture) else {
      return .waits(FrameNeeds(later: lowestFrame(from: earliestStandIn(for: view.frame, at: source, output))))
    }
    return .shows(picture)
  }

  /// Whether all that the picture depends on has come.
  private func hasCome(_ picture: Picture) -> Bool {
    let needsNext = looksAround && !footage.clock.isEnded && picture.isMadeUp
    return picture.highestFrame + (needsNext ? 1 : 0) < footage.clock.count
  }

  private func picture(_ view: FrameView, of source: Double, at warped: Double) -> Picture? {
    switch choice {
    case .shutter(let degrees):
      footage.exposure(of: source, from: warped, for: degrees / 360 / rate.value, in: stretchIndex)
    case .motionShutter(let degrees):
      footage.movingExposure(of: source, from: warped, for: degrees / 360 / rate.value, in: stretchIndex)
    case .blend, .motion: footage.withoutDuplicates(view, in: stretchIndex)?.picture(choice)
    case .hold, .middle, .nearest, .next: view.picture(choice)
    }
  }
}

/// What may be named from now on.
extension FixedSchedule {
  /// The lowest frame that may be named from now on, if `frame` is the lowest that is due: in a stretch that plays
  /// forward that frame, in one that plays backward the first of the stretch, or one that a later stretch shows.
  private func lowestFrame(from frame: Int) -> Int {
    let isBackward = footage.stretches[stretchIndex].direction == .backward
    let lowest = isBackward ? footage.frames(of: stretchIndex)?.lowerBound ?? footage.latestAssuredFrame : frame
    return min(frame, lowest, footage.lowestFrame(fromStretch: stretchIndex + 1))
  }

  /// The earliest frame that the output frame `output` may turn out to show, where `frame` is due now.
  private func earliestStandIn(for frame: Int, at source: Double, _ output: Int) -> Int {
    let standIn = footage.earliestStandIn(for: frame, at: source, in: stretchIndex)
    // `middle` looks half a frame ahead: the last output frame may look at the very end of the input, where no frame
    // is on screen, and the last frame is shown there. If the input ends now, that is the newest. If the newest is
    // taken back and the output frame still exists, it is the one before.
    guard choice == .middle else { return standIn }
    let stretch = footage.stretches[stretchIndex]
    if exists(output, before: footage.warpedEndWithoutNewest(in: stretch)) {
      return min(standIn, footage.latestAssuredFrame)
    }
    if exists(output, before: footage.warpedEnd(in: stretch)) { return min(standIn, footage.newestFrame) }
    return standIn
  }

  private func exists(_ output: Int, before warpedEnd: Double) -> Bool {
    rate.frameCount(filling: warpedEnd) ?? .max > output
  }

  /// The lowest frame that may be named after the output frame that shows `picture`, if there turns out to be such an
  /// output frame.
  private func lowestFrame(after picture: Picture) -> Int {
    if output + 1 >= outputEnd { return .max }
    let (stretch, warped) = (footage.stretches[stretchIndex], walk.warped(of: output + 1))
    guard stretch.direction == .forward else { return lowestFrame(from: picture.lowestFrame) }
    // The next output frame lies in another stretch. Whatever it shows there, the latest assured frame may replace it.
    guard warped < stretch.warpedEnd, let source = footage.map.instant(at: warped)?.source else {
      return min(footage.latestAssuredFrame, footage.lowestFrame(fromStretch: stretchIndex + 1))
    }
    let frame = footage.clock.position(at: source, .forward)?.frame ?? footage.newestFrame
    return lowestFrame(from: earliestStandIn(for: frame, at: source, output + 1))
  }
}
