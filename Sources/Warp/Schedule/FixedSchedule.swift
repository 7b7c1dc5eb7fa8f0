import Values

/// Output frames at a fixed rate: frame k shows the source at warped time k / rate or, with `middle`, half an output
/// frame later.
///
/// The schedule is always one decision ahead: before it returns a picture, it decides about the next output frame.
/// Therefore equal output frames become one instruction, and `needs` lists exactly the source frames to keep.
package struct FixedSchedule: Schedule {
  /// The largest number of equal frames in one instruction, so that an hour's freeze is not a single step for the
  /// caller.
  static let mostCopies = 1024

  package private(set) var footage: Footage
  package private(set) var needs = FrameNeeds.nothing
  package let largestRounding = 0.0
  private let rate: FrameRate
  private let choice: FrameChoice
  package let looksAround: Bool
  private var walk: OutputWalk
  /// The first output frame that has not been returned; `decide()` decides about it.
  private var output: Int
  /// The picture of `output` if an earlier call of `next` has already decided about it.
  private var nextPicture: Picture?
  /// The source instant of the last output frame that was considered.
  private var source = 0.0
  /// The number of the first output frame after the end of the map or of the requested range, whichever ends first.
  /// `.max` if neither has an end. The output may end earlier if the input does.
  private let outputEnd: Int
  /// Even if no more source frames arrive, the output has at least this many frames. This holds as long as the current
  /// stretch (a part of the map without a cut) plays. For the next stretch, the number may be lower.
  private var assuredCount = 0

  /// - Parameters:
  ///  - looksAround: whether interpolation between two source frames may use the frames before and after them. If
  ///    false, it does not, for every `choice`.
  ///  - skipsDuplicates: whether mixing and motion interpolation treat a run of duplicates as one frame.
  ///  - crossfade: the seconds of a soft join at each cut; 0 for hard cuts.
  ///  - range: the output frames to make; nil for all.
  package init(
    _ map: TimeMap, _ clock: FrameClock, rate: FrameRate, choice: FrameChoice, looksAround: Bool = true,
    holdsEnd: Bool = false, skipsDuplicates: Bool = false, crossfade: Double = 0, range: OutputRange? = nil
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
      try Crossfades(map, lasting: crossfade), clock, holdsEnd: holdsEnd, skipsDuplicates: skipsDuplicates,
      upTo: rate.window(of: outputs).upperBound)
    walk = OutputWalk(map, rate: rate, choice: choice)
    self.rate = rate
    self.choice = choice
    self.looksAround = looksAround && choice.looksAround(skippingDuplicates: skipsDuplicates)
    let start = walk.seek(output)
    let first = footage.crossfades.firstPlaying(at: start, in: stretchIndex)
    setNeeds(FrameNeeds(later: footage.lowestFrame(fromStretch: first)))
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
    // The picture may use the newest frame, which is removed here if it was incomplete.
    nextPicture = nil
    updateAssuredCount()
  }

  /// Call this after every change of the input or the stretch, because the count depends on both.
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

  /// Returns `picture`, together with the following equal pictures if it is a source frame. Then decides about the next
  /// output frame and sets `needs` accordingly. `output` must already be the number of the frame after `picture`.
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

  /// Stores a decision about the frame `output` for the next instruction, and sets the needs that follow from it.
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

/// Decisions about one output frame.
extension FixedSchedule {
  private enum Decision: Equatable {
    case shows(Picture)
    /// Undecided until another frame arrives or the input ends. The needs say which frames may still be used.
    case waits(FrameNeeds)
    /// Neither this output frame nor a later one exists.
    case ends
  }

  /// Decides about the output frame `output`. It is assured if it exists even if no more source frames arrive.
  ///
  /// - An assured frame shows its picture, or waits until the picture's source frames are known and have arrived.
  /// - Before the end of the input, a frame that is not assured waits. If its picture is known, the picture's source
  ///   frames are kept.
  /// - After the end of the input, the output ends before a frame that is not assured.
  ///
  /// After the end of the input, nothing waits: missing frames are replaced by the last one, or the output ends before
  /// them (`outputEnds`).
  ///
  /// A known picture is not always an output frame. The last output frame exists only if the output lasts for at least
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

  /// The index of the stretch that contains the last output frame considered.
  private var stretchIndex: Int { walk.stretchIndex }

  /// Moves to the stretch that contains the frame `output`.
  ///
  /// - Returns: the warped time of the frame, limited to this stretch.
  private mutating func seek() -> Double {
    let before = stretchIndex
    let warped = walk.seek(output)
    if stretchIndex != before { updateAssuredCount() }
    return warped
  }

  /// The decision about the output frame at `warped` (the result of `seek`), assuming that the output frame exists.
  /// Returns `.ends` if the input ended earlier. Sets `source`.
  private mutating func decideAssuming(frameAt warped: Double) -> Decision {
    guard let source = walk.source(at: warped) else { return .ends }
    self.source = source
    let crossfade = footage.crossfade(at: warped, in: stretchIndex)
    func waiting(for frame: Int) -> Decision {
      let lowest = lowestFrame(from: earliestStandIn(for: frame, at: source, output))
      return .waits(footage.needs(in: crossfade, at: warped, in: stretchIndex, lowest: lowest))
    }
    guard var view = footage.view(of: source, in: stretchIndex) else { return waiting(for: footage.newestFrame) }
    if footage.clock.isEnded {
      if footage.outputEnds(before: view.frame, in: stretchIndex) { return .ends }
      view = view.limited(to: footage.clock.count)
    }
    let picture: Picture? =
      switch crossfade {
      case .none: self.picture(view, of: source, at: warped, in: stretchIndex, of: footage)
      case .undecided: nil
      case .known(let fade): self.picture(in: fade, at: warped)
      }
    guard let picture, hasCome(picture) else { return waiting(for: view.frame) }
    return .shows(picture)
  }

  private func picture(in fade: Crossfade, at warped: Double) -> Picture? {
    let (before, after) = (footage.side(fade.index, at: warped), footage.side(fade.index + 1, at: warped))
    let share = Weight.rounded(fade.share(at: warped))
    guard let first = picture(before) else { return nil }
    // If the input ends before the part after the cut, the part before the cut is shown alone.
    if share == 0 || after.isMissing && stretchIndex == fade.index { return first }
    return picture(after).map { Picture(dissolving: first, into: $0, share: share) }
  }

  private func picture(_ side: Footage.Side) -> Picture? {
    side.view.flatMap { picture($0, of: side.source, at: side.warped, in: side.index, of: side.footage) }
  }

  /// Whether all frames that the picture depends on have arrived.
  private func hasCome(_ picture: Picture) -> Bool {
    let needsNext = looksAround && !footage.clock.isEnded && picture.isMadeUp
    return picture.highestFrame + (needsNext ? 1 : 0) < footage.clock.count
  }

  private func picture(
    _ view: FrameView, of source: Double, at warped: Double, in index: Int, of footage: Footage
  ) -> Picture? {
    switch choice {
    case .shutter(let degrees):
      footage.exposure(of: source, from: warped, for: degrees / 360 / rate.value, in: index)
    case .motionShutter(let degrees):
      footage.movingExposure(of: source, from: warped, for: degrees / 360 / rate.value, in: index)
    case .blend, .motion: footage.withoutDuplicates(view, in: index)?.picture(choice)
    case .hold, .middle, .nearest, .next: view.picture(choice)
    }
  }
}

extension FixedSchedule {
  /// The lowest source frame number that this stretch or a later stretch may still use. `frame` is the lowest number
  /// needed now. A stretch that plays backward will also use lower numbers, down to its earliest source frame.
  private func lowestFrame(from frame: Int) -> Int {
    let backward = footage.lowestFrame(playingBackwardIn: stretchIndex, at: walk.warped(of: output))
    return min(frame, backward, footage.lowestFrame(fromStretch: stretchIndex + 1))
  }

  /// The earliest source frame that may replace `frame` in the output frame `output`; `frame` itself if none may.
  private func earliestStandIn(for frame: Int, at source: Double, _ output: Int) -> Int {
    let standIn = footage.earliestStandIn(for: frame, at: source, in: stretchIndex)
    // `middle` looks half an output frame ahead. For the last output frame, this may be the very end of the input,
    // where no frame is on screen. Then the last source frame is shown: the newest one, if the input ends now. If the
    // newest frame is removed as incomplete and the output frame still exists, the frame before it is shown.
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

  /// The lowest source frame that may be used after the output frame `output`, which shows `picture` if it exists.
  private func lowestFrame(after picture: Picture) -> Int {
    if output + 1 >= outputEnd { return .max }
    let (stretch, warped) = (footage.stretches[stretchIndex], walk.warped(of: output + 1))
    guard stretch.direction == .forward, footage.crossfades.isEmpty else {
      return lowestFrame(from: picture.lowestFrame)
    }
    // If the next output frame lies in a later part of the map, its source frame may be missing when the input ends.
    // The input's last frame then replaces the missing frame. The last frame's number is at least `latestAssuredFrame`.
    guard warped < stretch.warpedEnd, let source = footage.map.instant(at: warped)?.source else {
      return min(footage.latestAssuredFrame, footage.lowestFrame(fromStretch: stretchIndex + 1))
    }
    let frame = footage.clock.position(at: source, .forward)?.frame ?? footage.newestFrame
    return lowestFrame(from: earliestStandIn(for: frame, at: source, output + 1))
  }
}
