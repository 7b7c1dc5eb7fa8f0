import Streams
import Warp

/// Renders one leg, a part of the map without cuts. Where the map plays at source speed, the source is copied.
/// Elsewhere, overlapping frames with adjusted phases are added.
struct Voice<Element: SoundElement> {
  let leg: Leg
  private let size: FrameSize
  private var course: LegCourse
  private let unscaled: UnscaledParts
  private var held: HeldCourse
  private var scan: OnsetScan
  private var noise: NoiseMeter
  /// The window and the transform for each kind of frames.
  private let tools: [FrameTools]
  private var phases: [PhaseKeeper]
  private var kind = FrameKind.long
  /// How long the sound has been changing or silent, in hops (steps from frame to frame).
  private var changing = 0
  /// The average speed of the map over the current `size.hop` output samples, as a multiple of source speed.
  private var speed: Float = 1
  private var overlap: OverlapAdd
  private var buffer: SlidingBuffer<Float>
  private var reader: UnscaledReader<Element>
  /// The output sample on which the last frame was centered; nil before the first frame.
  private var center: Int?
  private var points: [ControlPoint] = []

  /// - Parameter first: the output sample at which the voice begins; before the leg if it fades in there.
  init(_ leg: Leg, from first: Int, on plan: SoundPlan, _ tools: [FrameTools], channels: Int) {
    self.leg = leg
    size = tools[.long].size
    self.tools = tools
    let fastest = plan.crossfades.isEmpty ? LegCourse.fastest : Crossfade.fastest
    course = LegCourse(leg, on: plan.path, shortest: size.hop, fastest: fastest)
    unscaled = UnscaledParts(course, on: plan.path, size)
    held = HeldCourse(size, shortest: tools[.short].size)
    let start = course.position(at: first)
    scan = OnsetScan(leg, from: start, size, channels: channels)
    noise = NoiseMeter(leg, from: start, tools[.quick], channels: channels)
    phases = tools.map { PhaseKeeper($0.size, channels: channels) }
    overlap = OverlapAdd(size, channels: channels)
    buffer = SlidingBuffer(channels: channels)
    reader = UnscaledReader(channels: channels)
  }

  /// Renders `outputs` into `sound`, from index `start` on. Ranges must be requested in order, each beginning where the
  /// last one ended.
  ///
  /// - Returns: the indices, in a plane of `sound`, of samples that are copies of source samples.
  mutating func render(
    _ outputs: Range<Int>, from supply: inout SoundSupply, into sound: inout Planes<Element>, at start: Int
  ) throws(StreamFailure) -> [Int] {
    var untouched: [Int] = []
    var output = outputs.lowerBound
    while output < outputs.upperBound {
      let hop = output / size.hop
      let part = unscaled.part(from: output, to: min(outputs.upperBound, (hop + 1) * size.hop))
      let index = start + output - outputs.lowerBound
      if part.kind != .vocoded {
        try readUnscaled(part.outputs, from: &supply, into: &sound, at: index)
      }
      if part.kind == .unscaled {
        for (number, point) in points.enumerated() where point.fraction == 0 { untouched.append(index + number) }
      } else {
        try makeFrames(upToHop: hop, from: &supply)
        mix(part.outputs, part.kind, into: &sound, at: index)
      }
      output = part.outputs.upperBound
    }
    return untouched
  }

  /// Reads the source for `outputs`, which play at source speed and may lie beyond this voice's part of the map.
  private mutating func readUnscaled(
    _ outputs: Range<Int>, from supply: inout SoundSupply, into sound: inout Planes<Element>, at start: Int
  ) throws(StreamFailure) {
    points.removeAll(keepingCapacity: true)
    course.append(outputs, to: &points)
    try reader.read(points, from: &supply, into: &sound, at: start)
  }

  /// Counts the output samples at the start of `outputs` that play samples within the input.
  mutating func count(of outputs: Range<Int>, from supply: inout SoundSupply) throws(StreamFailure) -> Int {
    points.removeAll(keepingCapacity: true)
    course.append(outputs, to: &points)
    return try supply.count(of: points)
  }

  /// Writes the vocoder's output into `sound`, or cross-fades it with the copied source there, depending on `kind`.
  @_specialize(where Element == Float)
  @_specialize(where Element == Double)
  private func mix(_ outputs: Range<Int>, _ kind: UnscaledParts.Kind, into sound: inout Planes<Element>, at start: Int)
  {
    for (number, output) in outputs.enumerated() {
      let share = Element(kind.share(at: output))
      for channel in 0..<sound.channels {
        let index = channel * sound.capacity + start + number
        let framed = Element(overlap.sample(output, channel: channel))
        sound.samples[index] = share == 0 ? framed : framed + (sound.samples[index] - framed) * share
      }
    }
  }

  /// Makes all frames heard in the `hop`-th span of `size.hop` output samples. If the previous frame ends before this
  /// span, forgets all previous frames.
  private mutating func makeFrames(
    upToHop hop: Int, from supply: inout SoundSupply
  ) throws(StreamFailure) {
    let first = (hop - 1) * size.hop
    if center.map({ $0 + size.hop < first }) ?? true {
      for kind in FrameKind.allCases { phases[kind].forget() }
      overlap.forget()
      center = nil
      try makeFrame(at: first, from: &supply)
    }
    while let center, center + tools[kind].size.hop <= (hop + 2) * size.hop {
      try makeFrame(at: center + tools[kind].size.hop, from: &supply)
    }
  }

  /// Makes the frame centered on output `center` and adds it to the output.
  private mutating func makeFrame(
    at center: Int, from supply: inout SoundSupply
  ) throws(StreamFailure) {
    let position = course.position(at: center)
    try findOnsets(after: position, at: center, from: &supply)
    // Frames of every kind have centers at all multiples of `size.hop`. The kind may change only at these centers.
    let last = kind
    if center % size.hop == 0 {
      let next = course.position(at: center + size.hop)
      try chooseKind(position...max(position, next), at: center, from: &supply)
      speed = Float(max(0, next - position)) / Float(size.hop)
      if needsOtherNoise { try noise.measure(around: position, from: &supply) }
    }
    let (heldPosition, onset) = held.position(position, at: center, tools[kind].size)
    try take(heldPosition, after: center - (self.center ?? center - size.hop), from: &supply)
    // The onset is in the second half of the frame, or anywhere in the frame if the kind of frames has just changed.
    let isAttack = onset.map { center <= $0.output || kind != last } ?? false
    let manner: PhaseKeeper.Manner = isAttack ? .attack : unscaled.contains(center) ? .unscaled : .onward
    phases[kind].rotate(manner)
    if needsOtherNoise, noise.hasNoise, onset == nil, manner == .onward {
      try renewNoise(around: position, at: center, from: &supply)
    }
    add(center)
    self.center = center
  }

  /// Chooses the kind of frames for `size.hop` outputs from `center` on, where the map plays the source `positions`.
  private mutating func chooseKind(
    _ positions: ClosedRange<Int>, at center: Int, from supply: inout SoundSupply
  ) throws(StreamFailure) {
    let last = kind
    // After a long frame, the spectral change measured in that frame decides. A newer measurement needs a transform.
    // After other frames, a check every second time is enough to notice that the sound is steady again.
    let isDue = last == .long ? !phases[.long].hasPast : !phases[last].hasPast || center / size.hop % 2 == 0
    if isDue {
      kind = .long
      try take(positions.lowerBound, after: size.hop, from: &supply)
    }
    let change = phases[.long].change
    changing = change ?? 1 > Self.lasting ? changing + 1 : 0
    let isFast = positions.upperBound - positions.lowerBound > size.hop * 5 / 4
    kind = change ?? 0 <= Self.lasting ? .long : isFast ? .quickest : .quick
    // Only the shorter frames have followed the phases since the last onset. Longer frames therefore begin only where
    // they no longer reach back to this onset.
    let isLonger = tools[kind].size.length > tools[last].size.length
    if isLonger, phases[last].hasPast, held.reachesBackToOnset(at: center, tools[kind].size) { kind = last }
    shorten(center...center + size.hop, positions)
    if kind != last { phases[kind].takeOver(from: phases[last]) }
  }

  /// Chooses shorter frames for `outputs`, in which the map plays the source at `positions`, if onsets require it.
  /// Shorter frames separate close onsets, and displace less of a changing sound around an onset.
  private mutating func shorten(_ outputs: ClosedRange<Int>, _ positions: ClosedRange<Int>) {
    if kind == .long, held.isDense(in: outputs, size) { kind = .quick }
    let frame = tools[kind].size
    let isAmongChanges = changing > Self.onsetHops && held.isNear(outputs, positions, frame)
    if held.isDense(in: outputs, frame) || isAmongChanges { kind = .short }
  }

  /// The number of hops (steps from frame to frame) during which one onset can make the spectrum change. The onset then
  /// lies in a long frame or in the earlier frame that is compared with it.
  private static var onsetHops: Int { 3 }

  /// The largest change of the spectrum from frame to frame (`PhaseKeeper.change`) at which long frames are used.
  private static var lasting: Float { 0.1 }

  /// Searches for onsets as far ahead as they matter. Frames before an onset may have to be short.
  private mutating func findOnsets(
    after position: Int, at center: Int, from supply: inout SoundSupply
  ) throws(StreamFailure) {
    let ahead = max(position, course.position(at: center + size.half + size.hop)) + size.half + size.hop + size.length
    try scan.scan(upTo: ahead, along: course, noting: &held, from: &supply)
    held.release(before: center)
  }

  /// Takes the spectra of the source around `position` and `step` samples earlier. `step` is the distance between the
  /// last two output frames.
  private mutating func take(
    _ position: Int, after step: Int, from supply: inout SoundSupply
  ) throws(StreamFailure) {
    let half = tools[kind].size.half
    let reach = needsOtherNoise ? noise.reach : 0
    try prepare(position - max(step, reach) - half..<position + half + reach, from: &supply)
    phases[kind].begin()
    for channel in 0..<buffer.planes.channels {
      transform(channel, around: position - step)
      unsafe phases[kind].takeEarlier(tools[kind].transform.bins, channel: channel)
      transform(channel, around: position)
      unsafe phases[kind].take(tools[kind].transform.bins, channel: channel)
    }
  }

  /// Transforms the frame centered on `position`. In backward play, positions are negated and frames read in reverse.
  private func transform(_ channel: Int, around position: Int) {
    let tools = tools[kind]
    let isBackward = leg.direction == .backward
    let first = buffer.index(of: (isBackward ? 1 - position : position) - tools.size.half, channel: channel)
    unsafe buffer.planes.samples.withUnsafeBufferPointer { samples in
      unsafe tools.window.taken.withUnsafeBufferPointer { values in
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

  /// Mixes noise from a nearby source position, chosen at random for each frame, into the frame centered on `center`.
  /// If the map is slow, many frames contain the same samples. If the phases of noise continued from frame to frame, as
  /// those of tones do, the noise would hum like a chord.
  private mutating func renewNoise(
    around position: Int, at center: Int, from supply: inout SoundSupply
  ) throws(StreamFailure) {
    let half = tools[kind].size.half
    try prepare(position - half - noise.reach..<position + half + noise.reach, from: &supply)
    let gain = tools[kind].window.gain(coherence: noiseCoherence * keptNoise.squareRoot())
    for channel in 0..<buffer.planes.channels {
      transform(channel, around: position + noise.offset(at: center))
      unsafe phases[kind].mixNoise(
        of: tools[kind].transform.bins, where: noise.isNoise, share: 1 - keptNoise, gain: gain, channel: channel)
    }
  }

  /// The share of the noise power that continues from frame to frame. The rest is noise from other source positions.
  /// Continued noise is closer to the source, but hums where the map is slow. The share is 1 down to 0.69 of source
  /// speed, 0.53 at half speed, 0.13 at a quarter, and 0 in a freeze.
  private var keptNoise: Float { min(1, 2.1 * speed * speed) }
  private var needsOtherNoise: Bool { keptNoise < 1 }

  /// The correlation of continued noise with the previous frame: less than 1, because phases are rotated in regions
  /// around peaks. The formula fits the output power measured at speeds from 1/10 to 7/10.
  private var noiseCoherence: Float { (1 + speed) / 2 }

  /// Loads the source samples at `positions`, which are negated in backward play, into `buffer`.
  private mutating func prepare(_ positions: Range<Int>, from supply: inout SoundSupply) throws(StreamFailure) {
    let (start, end) = (positions.lowerBound, positions.upperBound)
    try buffer.prepare(leg.direction == .backward ? 1 - end..<1 - start : start..<end, from: &supply)
  }

  /// Adds the frame that was rotated last to the output, centered on `center`.
  private mutating func add(_ center: Int) {
    let tools = tools[kind]
    let start = center - tools.size.heard / 2
    overlap.begin(start, tools.window)
    for channel in 0..<buffer.planes.channels {
      unsafe phases[kind].copy(channel, into: tools.transform.bins)
      tools.transform.inverse()
      unsafe overlap.add(tools.transform.samples, from: start, tools.window, channel: channel)
    }
  }
}
