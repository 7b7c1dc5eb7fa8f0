import Streams

/// Renders sound with a phase vocoder, which keeps the pitch. Where the map is faster, sound comes earlier but not
/// higher.
package struct PitchKeeper<Element: SoundElement>: SoundRenderer {
  private var plan: SoundPlan
  private let tools: [FrameTools]
  private let legs: [Leg]
  private let channels: Int
  /// The voice that plays the current leg, a part of the map without cuts.
  private var voice: Voice<Element>?
  /// The voice of the previous leg, while it fades out.
  private var last: Voice<Element>?
  /// The voice of the next leg, while it fades in before the cut.
  private var next: Voice<Element>?
  /// The index of the current leg in `legs`; −1 before the first.
  private var heard = -1
  /// A buffer for the sound of the voice that fades out. It is kept between blocks only to avoid allocating it again.
  private var fading: Planes<Element>

  package init(_ plan: SoundPlan, channels: Int) {
    self.plan = plan
    self.channels = channels
    tools = .all(rate: plan.path.rate)
    legs = Leg.legs(of: plan.path)
    fading = Planes(channels: channels, capacity: 0)
  }

  package var needs: SoundNeeds { plan.needs(within: 2 * reach) }

  package var limit: Double { Double(SpectrumLoops.loudest) }

  package func horizon(at output: Int) -> Int {
    plan.horizon(at: max(0, output - 2 * tools[.long].size.length), reach: reach)
  }

  /// How far from the source position of the map a frame may be read, in samples. A frame reads its own length and
  /// more. Near an onset, frames may be displaced. Sound that fades out continues beyond its part of the map.
  private var reach: Int { 16 * tools[.long].size.length }

  package mutating func render(
    _ outputs: Range<Int>, from supply: inout SoundSupply, into block: inout SoundBlock<Element>
  ) throws(StreamFailure) {
    try plan.limitCrossfades(in: outputs, to: &supply)
    block.planes.silence(0..<outputs.count)
    var index = legs.borderIndex { $0.outputs.upperBound > outputs.lowerBound }
    while index < legs.count, legs[index].outputs.lowerBound < outputs.upperBound {
      try render(index, legs[index].outputs.clamped(to: outputs), outputs, from: &supply, into: &block)
      index += 1
    }
  }

  /// Renders `part`, the output samples that leg `index` of the map plays, into the block for `outputs`.
  private mutating func render(
    _ index: Int, _ part: Range<Int>, _ outputs: Range<Int>, from supply: inout SoundSupply,
    into block: inout SoundBlock<Element>
  ) throws(StreamFailure) {
    enter(index)
    let start = part.lowerBound - outputs.lowerBound
    let untouched = try voice?.render(part, from: &supply, into: &block.planes, at: start) ?? []
    let fade = try fade(into: index, over: part, from: &supply)
    let nextFade = index + 1 < legs.count ? crossfade(into: index + 1) : nil
    let (faded, soonFaded) = (fade.outputs, nextFade?.outputs ?? 0..<0)
    for sample in untouched {
      let output = sample + outputs.lowerBound
      if !faded.contains(output), !soonFaded.contains(output) { block.noteUntouched(sample) }
    }
    if fade.outputs.upperBound <= part.lowerBound {
      last = nil
    } else if var last {
      try mix(&last, as: .earlier, fade, over: fade.outputs.clamped(to: part), at: start, from: &supply, &block.planes)
      self.last = last
    }
    guard let nextFade, nextFade.outputs.overlaps(part) else { return }
    let early = nextFade.outputs.clamped(to: part)
    var next = next ?? Voice(legs[index + 1], from: early.lowerBound, on: plan, tools, channels: channels)
    let place = early.lowerBound - outputs.lowerBound
    try mix(&next, as: .later, nextFade, over: early, at: place, from: &supply, &block.planes)
    self.next = next
  }

  private mutating func enter(_ next: Int) {
    if next == heard { return }
    last = voice
    heard = next
    voice = self.next ?? Voice(legs[next], from: legs[next].outputs.lowerBound, on: plan, tools, channels: channels)
    self.next = nil
  }

  /// The crossfade at the cut before a leg; nil if the cut has only the short fade.
  private func crossfade(into index: Int) -> Fade? {
    let first = legs[index].stretches.lowerBound
    guard index > 0, legs[index - 1].stretches.upperBound == first else { return nil }
    return plan.crossfade(after: first - 1)
  }

  /// Returns the output samples of the cross-fade from the previous leg to leg `index`. Legs are parts of the map
  /// without cuts. The cross-fade ends early if the input has no more samples for the previous leg.
  ///
  /// - Parameter part: the output samples being rendered. If all of them come after the longest possible cross-fade,
  ///   the longest possible cross-fade is returned.
  private mutating func fade(
    into index: Int, over part: Range<Int>, from supply: inout SoundSupply
  ) throws(StreamFailure) -> Fade {
    if let fade = crossfade(into: index) { return fade }
    let outputs = legs[index].outputs
    let longest = outputs.prefix(index > 0 ? plan.path.fadeLength : 0)
    guard longest.overlaps(part) else { return Fade(longest) }
    // If there is no previous voice, the cross-fade is already over.
    return Fade(longest.prefix(try last?.count(of: longest, from: &supply) ?? 0))
  }

  private enum Role { case earlier, later }

  /// Mixes the sound of `voice`, the earlier or later one of a cross-fade, with that of the other, which is in `sound`.
  ///
  /// - Parameters:
  ///   - fade: the whole cross-fade, of which `outputs` are a part.
  ///   - start: the index in `sound` at which `outputs` begin.
  private mutating func mix(
    _ voice: inout Voice<Element>, as role: Role, _ fade: Fade, over outputs: Range<Int>, at start: Int,
    from supply: inout SoundSupply, _ sound: inout Planes<Element>
  ) throws(StreamFailure) {
    if fading.capacity < outputs.count { fading = Planes(channels: channels, capacity: outputs.count) }
    _ = try voice.render(outputs, from: &supply, into: &fading, at: 0)
    let fading = fading
    for (number, output) in outputs.enumerated() {
      let share = Element(fade.share(at: output))
      let rest = Element(fade.rest(at: output))
      for channel in 0..<channels {
        let other = fading.samples[channel * fading.capacity + number]
        let index = channel * sound.capacity + start + number
        let (old, new) = role == .earlier ? (other, sound.samples[index]) : (sound.samples[index], other)
        sound.samples[index] = fade.isSoft ? old * rest + new * share : old + (new - old) * share
      }
    }
  }
}
