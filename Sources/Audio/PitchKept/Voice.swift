import Streams

/// One leg as it is heard: taken from the source frame by frame, and where it goes at the speed of the source, as it is.
struct Voice<Element: SoundElement> {
  let leg: Leg
  private let size: FrameSize
  private var course: LegCourse
  private let unscaled: UnscaledParts
  private var held: HeldCourse
  private var scan: OnsetScan
  /// For frames of each length.
  private let tools: [FrameTools]
  private var phases: [PhaseKeeper]
  /// The length frames have at present.
  private var length = 0
  private var overlap: OverlapAdd
  private var reel: SourceReel<Float>
  private var reader: UnscaledReader<Element>
  /// The output on which the frame made last was centred.
  private var center: Int?
  private var points: [ControlPoint] = []

  init(_ leg: Leg, on path: ControlPath, _ tools: [FrameTools], channels: Int) {
    self.leg = leg
    size = tools[0].size
    self.tools = tools
    course = LegCourse(leg, on: path, shortest: size.hop)
    unscaled = UnscaledParts(course, on: path, size)
    held = HeldCourse(size, shortest: tools[tools.count - 1].size)
    scan = OnsetScan(leg, from: course.position(at: leg.outputs.lowerBound), size, channels: channels)
    phases = tools.map { PhaseKeeper($0.size, channels: channels) }
    overlap = OverlapAdd(size, channels: channels)
    reel = SourceReel(channels: channels, longest: size.length + size.hop)
    reader = UnscaledReader(channels: channels, longest: size.hop)
  }

  /// Makes the samples of `outputs`, which follow on those made before, and puts them into `sound` from `start` on.
  ///
  /// - Returns: which of them are samples of the source, as they were.
  mutating func render(
    _ outputs: Range<Int>, from supply: inout SoundSupply, into sound: inout Planes<Element>, at start: Int
  ) throws(StreamFailure) -> [Int] {
    var untouched: [Int] = []
    var output = outputs.lowerBound
    while output < outputs.upperBound {
      let hop = output / size.hop
      let part = unscaled.part(from: output, to: min(outputs.upperBound, (hop + 1) * size.hop))
      let place = start + output - outputs.lowerBound
      if part.kind != .vocoded {
        try readPlain(part.outputs, from: &supply, into: &sound, at: place)
      }
      if part.kind == .unscaled {
        for (number, point) in points.enumerated() where point.fraction == 0 { untouched.append(place + number) }
      } else {
        try reach(hop, from: &supply)
        mix(part.outputs, part.kind, into: &sound, at: place)
      }
      output = part.outputs.upperBound
    }
    return untouched
  }

  private mutating func readPlain(
    _ outputs: Range<Int>, from supply: inout SoundSupply, into sound: inout Planes<Element>, at start: Int
  ) throws(StreamFailure) {
    points.removeAll(keepingCapacity: true)
    course.append(outputs, to: &points)
    try reader.read(points, from: &supply, into: &sound, at: start)
  }

  @specialized(where Element == Float)
  @specialized(where Element == Double)
  private func mix(_ outputs: Range<Int>, _ kind: UnscaledParts.Kind, into sound: inout Planes<Element>, at start: Int)
  {
    for (number, output) in outputs.enumerated() {
      let share = Element(kind.share(at: output))
      for channel in 0..<sound.channels {
        let place = channel * sound.capacity + start + number
        let reckoned = Element(overlap.sample(output, channel: channel))
        sound.samples[place] = share == 0 ? reckoned : reckoned + (sound.samples[place] - reckoned) * share
      }
    }
  }

  /// Lays all frames that a hop of the output takes.
  private mutating func reach(
    _ hop: Int, from supply: inout SoundSupply
  ) throws(StreamFailure) {
    let first = (hop - 1) * size.hop
    if center.map({ $0 + size.hop < first }) ?? true {
      for length in phases.indices { phases[length].forget() }
      overlap.forget()
      center = nil
      try make(first, from: &supply)
    }
    while let center, center + tools[length].size.hop <= (hop + 2) * size.hop {
      try make(center + tools[length].size.hop, from: &supply)
    }
  }

  private mutating func make(
    _ center: Int, from supply: inout SoundSupply
  ) throws(StreamFailure) {
    let place = course.position(at: center)
    try listen(from: place, at: center, from: &supply)
    // Where long frames would stand all others do too, and their length may change.
    let last = length
    if center % size.hop == 0 { try choose(place, at: center, from: &supply) }
    let (heldPlace, onset) = held.place(place, at: center, tools[length].size)
    try take(heldPlace, after: center - (self.center ?? center - size.hop), from: &supply)
    // Up to an onset, and where the phases of one would have to be had from frames of another length.
    let isAttack = onset.map { center <= $0.output || length != last } ?? false
    phases[length].turn(isAttack ? .attack : unscaled.contains(center) ? .unscaled : .onward)
    lay(center)
    self.center = center
  }

  /// Chooses how long frames are from `center` on.
  private mutating func choose(
    _ place: Int, at center: Int, from supply: inout SoundSupply
  ) throws(StreamFailure) {
    let last = length
    if last != 0 || !phases[0].hasPast {
      length = 0
      try take(place, after: size.hop, from: &supply)
    }
    // Of long frames in a row the last one tells; it is a hop old.
    length = phases[0].change > Self.lasting ? 1 : 0
    // An onset that shorter frames no longer hold does not come back in longer ones: they would not know its phases.
    if phases[last].hasPast, length < last, held.isBehindOnset(at: center, tools[length].size) { length = last }
    while length + 1 < tools.count, held.isDense(in: center...center + size.hop, tools[length].size) { length += 1 }
    if length != last { phases[length].takeOver(from: phases[last]) }
  }

  /// What changes no more than this within a hop lasts.
  private static var lasting: Float { 0.1 }

  /// Listens for onsets as far ahead as they may matter: to frames that touch them, and to where frames become short.
  private mutating func listen(
    from place: Int, at center: Int, from supply: inout SoundSupply
  ) throws(StreamFailure) {
    let ahead = max(place, course.position(at: center + size.half + size.hop)) + size.half + size.hop + size.length
    try scan.reach(ahead, along: course, noting: &held, from: &supply)
    held.release(before: center)
  }

  /// Looks at the source around a place, and as long before it as the frame before is away in the output.
  private mutating func take(
    _ place: Int, after step: Int, from supply: inout SoundSupply
  ) throws(StreamFailure) {
    let half = tools[length].size.half
    let (start, end) = (place - step - half, place + half)
    try reel.prepare(leg.direction == .backward ? 1 - end..<1 - start : start..<end, from: &supply)
    phases[length].begin()
    for channel in 0..<reel.planes.channels {
      transform(channel, around: place - step)
      unsafe phases[length].lookBack(tools[length].transform.bins, channel: channel)
      transform(channel, around: place)
      unsafe phases[length].look(tools[length].transform.bins, channel: channel)
    }
  }

  /// Transforms the frame around a place.
  private func transform(_ channel: Int, around place: Int) {
    let tools = tools[length]
    let isBackward = leg.direction == .backward
    let first = reel.place(of: (isBackward ? 1 - place : place) - tools.size.half, channel: channel)
    unsafe reel.planes.samples.withUnsafeBufferPointer { samples in
      unsafe tools.window.values.withUnsafeBufferPointer { values in
        let (samples, frame) = unsafe (samples.baseAddress! + first, tools.transform.samples.baseAddress!)
        if isBackward {
          unsafe SpectrumLoops.windowBackward(samples, values.baseAddress!, count: values.count, into: frame)
        } else {
          unsafe SpectrumLoops.window(samples, values.baseAddress!, count: values.count, into: frame)
        }
      }
    }
    tools.transform.forward()
  }

  private mutating func lay(_ center: Int) {
    let tools = tools[length]
    let start = center - tools.size.half
    overlap.begin(start, tools.window)
    for channel in 0..<reel.planes.channels {
      unsafe phases[length].copy(channel, into: tools.transform.bins)
      tools.transform.inverse()
      unsafe overlap.lay(tools.transform.samples, from: start, tools.window, channel: channel)
    }
  }
}
