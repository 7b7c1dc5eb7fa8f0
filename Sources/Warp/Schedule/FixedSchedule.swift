/// Output frames at a fixed rate: frame k shows the source at warped time k / rate, or halfway from there to the next.
package struct FixedSchedule: Schedule {
  /// Runs of equal frames are handed out in parts of this many, so that an hour's freeze is no single step.
  static let mostCopies = 1024

  package private(set) var footage: Footage
  package private(set) var needs = FrameNeeds.nothing
  package let largestRounding = 0.0
  private let rate: FrameRate
  private let choice: FrameChoice
  private var walk: OutputWalk
  /// The output frame to be looked at next.
  private var output = 0
  /// What that frame shows, where it has been looked at already.
  private var decided: Picture?
  /// The source instant looked at last.
  private var source = 0.0
  /// How many there are in a map with an end, if the input has all that it shows.
  private let fullCount: Int?
  /// How many there will be at least, whatever the input has.
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
    needs.later = footage.lowestFrame(from: 0)
    assure()
  }

  package mutating func append() {
    footage.append()
    assure()
  }

  package mutating func append(start: Double) -> Bool {
    defer { assure() }
    return footage.append(start: start)
  }

  package mutating func end(count: Int) {
    footage.end(count: count)
    // A frame that is taken back may have been part of it.
    decided = nil
    assure()
  }

  private mutating func assure() {
    assuredCount = rate.frameCount(filling: footage.assuredWarpedLength(in: stretch)) ?? .max
  }

  package mutating func next() -> Instruction {
    switch decided.map(Outlook.shows) ?? outlook() {
    case .shows(let picture):
      output += 1
      return instruction(for: picture)
    case .waits(let needs):
      expect(needs)
      return .needInput
    case .ends:
      expect(.nothing)
      return .done
    }
  }

  /// Hands out `picture` and, if it is a source frame, the copies that follow it. Looks one frame further, to know what will not be needed.
  private mutating func instruction(for picture: Picture) -> Instruction {
    var following = outlook()
    guard case .frame = picture else {
      expect(following)
      return .show(picture, times: 1, tick: nil)
    }
    var count = 1
    while following == .shows(picture), count < Self.mostCopies {
      output += 1
      count += 1
      following = outlook()
    }
    expect(following)
    return .show(picture, times: count, tick: nil)
  }

  private mutating func expect(_ outlook: Outlook) {
    decided = nil
    switch outlook {
    case .shows(let picture):
      decided = picture
      expect(FrameNeeds(later: lowestFrame(from: standIn(for: picture.lowestFrame, at: source, output))))
    case .waits(let needs): expect(needs)
    case .ends: expect(.nothing)
    }
  }

  private mutating func expect(_ needs: FrameNeeds) {
    self.needs = needs
    footage.release(before: needs.horizon)
  }
}

/// Looking at one output frame.
extension FixedSchedule {
  private enum Outlook: Equatable {
    case shows(Picture)
    case waits(FrameNeeds)
    case ends
  }

  private mutating func outlook() -> Outlook {
    if footage.isEmpty || output >= fullCount ?? .max { return .ends }
    let warped = seek()
    let isAssured = output < assuredCount
    if footage.clock.isEnded, !isAssured { return .ends }
    let outlook = outlook(at: warped)
    // What can be seen already is still no output frame if the input may end before half of it.
    guard !isAssured, case .shows(let picture) = outlook else { return outlook }
    let chosen = standIn(for: picture.lowestFrame, at: source, output)..<picture.highestFrame + 1
    return .waits(FrameNeeds(chosen: chosen, later: lowestFrame(after: picture)))
  }

  /// The stretch in which the output frame looked at last lies.
  private var stretch: Int { walk.stretch }

  /// Moves to the stretch the output frame lies in.
  ///
  /// - Returns: its warped time there.
  private mutating func seek() -> Double {
    let before = stretch
    let warped = walk.seek(output)
    if stretch != before { assure() }
    return warped
  }

  private mutating func outlook(at warped: Double) -> Outlook {
    guard let source = walk.source(at: warped) else { return .ends }
    self.source = source
    guard var view = footage.view(of: source, in: stretch) else {
      return .waits(FrameNeeds(later: lowestFrame(from: standIn(for: footage.newestFrame, at: source, output))))
    }
    if footage.clock.isEnded {
      if footage.stops(before: view.frame, in: stretch) { return .ends }
      view = view.limited(to: footage.clock.count)
    }
    guard let picture = picture(view, of: source, at: warped), picture.highestFrame < footage.clock.count else {
      return .waits(FrameNeeds(later: lowestFrame(from: standIn(for: view.frame, at: source, output))))
    }
    return .shows(picture)
  }

  private func picture(_ view: FrameView, of source: Double, at warped: Double) -> Picture? {
    switch choice {
    case .shutter(let degrees):
      footage.exposure(of: source, from: warped, for: degrees / 360 / rate.value, in: stretch)
    case .motionShutter(let degrees):
      footage.movingExposure(of: source, from: warped, for: degrees / 360 / rate.value, in: stretch)
    case .hold, .middle, .nearest, .next, .blend, .motion: view.picture(choice)
    }
  }

  /// The lowest frame there can be from now on, if that on screen is `frame`.
  private func lowestFrame(from frame: Int) -> Int {
    let isFalling = footage.stretches[stretch].direction == .backward
    let lowest = isFalling ? footage.frames(of: stretch)?.lowerBound ?? footage.latestWholeFrame : frame
    return min(frame, lowest, footage.lowestFrame(from: stretch + 1))
  }

  /// The earliest frame that may be shown where `frame` is due, for one of the output frames.
  private func standIn(for frame: Int, at source: Double, _ output: Int) -> Int {
    // Halfway through the last output frame of an open end can be just where the input ends.
    let isLast = choice == .middle && rate.frameCount(filling: footage.warpedLength) ?? .max > output
    return isLast ? min(frame, footage.latestWholeFrame) : footage.standIn(for: frame, at: source, in: stretch)
  }

  /// The lowest frame there can be after an output frame that may never be.
  private func lowestFrame(after picture: Picture) -> Int {
    if output + 1 >= fullCount ?? .max { return .max }
    let (current, warped) = (footage.stretches[stretch], walk.warped(of: output + 1))
    guard current.direction == .forward else { return lowestFrame(from: picture.lowestFrame) }
    // Wherever the next one lies behind a cut, the latest frame may have to stand for it.
    guard warped < current.warpedEnd, let source = footage.map.instant(at: warped)?.source else {
      return min(footage.latestWholeFrame, footage.lowestFrame(from: stretch + 1))
    }
    let frame = footage.clock.position(at: source, .forward)?.frame ?? footage.newestFrame
    return lowestFrame(from: standIn(for: frame, at: source, output + 1))
  }
}
