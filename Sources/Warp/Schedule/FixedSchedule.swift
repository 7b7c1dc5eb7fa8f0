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
  private var walk: OutputWalk
  /// The output frame to be decided on next.
  private var output = 0
  /// What that frame shows, if that has been decided already.
  private var nextPicture: Picture?
  /// The source instant of the output frame looked at last.
  private var source = 0.0
  /// The number of output frames of a map with an end, if the input has all that it shows.
  private let fullCount: Int?
  /// The number of output frames there will be at least, whatever more of the input comes.
  private var assuredCount = 0

  package init(_ map: TimeMap, _ clock: FrameClock, rate: FrameRate, choice: FrameChoice) throws(Refusal) {
    fullCount = map.warpedLength.flatMap(rate.frameCount(filling:))
    guard fullCount != nil || map.openEnd != nil else {
      throw .usage("there are too many output frames to count", advice: "give a lower --fps")
    }
    footage = Footage(map, clock)
    walk = OutputWalk(map, rate: rate, choice: choice)
    self.rate = rate
    self.choice = choice
    needs.later = footage.lowestFrame(fromStretch: 0)
    updateAssuredCount()
  }

  package mutating func append() {
    footage.append()
    updateAssuredCount()
  }

  package mutating func append(start: Double) -> Bool {
    defer { updateAssuredCount() }
    return footage.append(start: start)
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
      return instruction(for: picture)
    case .waits(let needs):
      setNeeds(needs)
      return .needInput
    case .ends:
      setNeeds(.nothing)
      return .done
    }
  }

  /// Hands out `picture` and, if it is a source frame, the copies that follow it. Decides on the frame after them,
  /// which says what is needed next.
  private mutating func instruction(for picture: Picture) -> Instruction {
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
    self.needs = needs
    footage.release(before: needs.horizon)
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

  /// Decides on the frame `output` by two questions:
  ///
  ///     is it sure that there is     yes: the frame   no, and more input   no, and the input
  ///     such an output frame?        is assured       may come             has ended
  ///     the picture is known         shows            waits, keeping what  ends
  ///                                                   the picture names
  ///     not all of it has come       waits            waits                ends
  ///
  /// A picture that is known is not always an output frame: the last one exists only if the output lasts for at least
  /// half of it, and the input may end before that.
  private mutating func decide() -> Decision {
    if footage.isEmpty || output >= fullCount ?? .max { return .ends }
    let warped = seek()
    let isAssured = output < assuredCount
    if footage.clock.isEnded, !isAssured { return .ends }
    let decision = decide(at: warped)
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

  /// Decides by the source alone: what an output frame at `warped` shows, if there is one.
  private mutating func decide(at warped: Double) -> Decision {
    guard let source = walk.source(at: warped) else { return .ends }
    self.source = source
    guard var view = footage.view(of: source, in: stretchIndex) else {
      return .waits(FrameNeeds(later: lowestFrame(from: earliestStandIn(for: footage.newestFrame, at: source, output))))
    }
    if footage.clock.isEnded {
      if footage.outputEnds(before: view.frame, in: stretchIndex) { return .ends }
      view = view.limited(to: footage.clock.count)
    }
    guard let picture = picture(view, of: source, at: warped), picture.highestFrame < footage.clock.count else {
      return .waits(FrameNeeds(later: lowestFrame(from: earliestStandIn(for: view.frame, at: source, output))))
    }
    return .shows(picture)
  }

  private func picture(_ view: FrameView, of source: Double, at warped: Double) -> Picture? {
    switch choice {
    case .shutter(let degrees):
      footage.exposure(of: source, from: warped, for: degrees / 360 / rate.value, in: stretchIndex)
    case .motionShutter(let degrees):
      footage.movingExposure(of: source, from: warped, for: degrees / 360 / rate.value, in: stretchIndex)
    case .hold, .middle, .nearest, .next, .blend, .motion: view.picture(choice)
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

  /// The earliest frame that the output frame `output` may show in the end, where `frame` is due now.
  private func earliestStandIn(for frame: Int, at source: Double, _ output: Int) -> Int {
    // With `middle` an output frame shows the instant halfway through it. In an open end, that of the last output frame
    // may be just the end of the input, where no frame is on screen any more: it then shows the input's last frame.
    let isCounted = choice == .middle && rate.frameCount(filling: footage.warpedLength) ?? .max > output
    return isCounted
      ? min(frame, footage.latestAssuredFrame) : footage.earliestStandIn(for: frame, at: source, in: stretchIndex)
  }

  /// The lowest frame that may be named after the output frame that shows `picture`, if there turns out to be such an
  /// output frame.
  private func lowestFrame(after picture: Picture) -> Int {
    if output + 1 >= fullCount ?? .max { return .max }
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
