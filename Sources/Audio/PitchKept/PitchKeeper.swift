import Streams

/// Renders sound with a phase vocoder, which keeps the pitch. Where the map is faster, sound comes earlier but not
/// higher.
package struct PitchKeeper<Element: SoundElement>: SoundRenderer {
  private let plan: SoundPlan
  private let tools: [FrameTools]
  private let legs: [Leg]
  private let channels: Int
  /// The voice that plays the current leg, a part of the map without cuts.
  private var voice: Voice<Element>?
  /// The voice of the previous leg, while it fades out.
  private var last: Voice<Element>?
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
    for sample in untouched where !fade.contains(sample + outputs.lowerBound) { block.noteUntouched(sample) }
    if fade.upperBound <= part.lowerBound {
      last = nil
      return
    }
    try crossFade(fade, over: fade.clamped(to: part), at: start, from: &supply, into: &block.planes)
  }

  private mutating func enter(_ next: Int) {
    if next == heard { return }
    last = voice
    heard = next
    voice = Voice(legs[next], on: plan.path, tools, channels: channels)
  }

  /// Returns the output samples of the cross-fade from the previous leg to leg `index`. Legs are parts of the map
  /// without cuts. The cross-fade ends early if the input has no more samples for the previous leg.
  ///
  /// - Parameter part: the output samples being rendered. If all of them come after the longest possible cross-fade,
  ///   the longest possible cross-fade is returned.
  private mutating func fade(
    into index: Int, over part: Range<Int>, from supply: inout SoundSupply
  ) throws(StreamFailure) -> Range<Int> {
    let outputs = legs[index].outputs
    let longest = outputs.prefix(index > 0 ? plan.path.fadeLength : 0)
    guard longest.overlaps(part) else { return longest }
    // If there is no previous voice, the cross-fade is already over.
    return longest.prefix(try last?.count(of: longest, from: &supply) ?? 0)
  }

  /// Mixes the fading sound of the previous part of the map into `sound`, where `outputs` begin at index `start`.
  ///
  /// - Parameter fade: the output samples of the whole cross-fade, of which `outputs` are a part.
  private mutating func crossFade(
    _ fade: Range<Int>, over outputs: Range<Int>, at start: Int, from supply: inout SoundSupply,
    into sound: inout Planes<Element>
  ) throws(StreamFailure) {
    if last == nil { return }
    if fading.capacity < outputs.count { fading = Planes(channels: channels, capacity: outputs.count) }
    _ = try last?.render(outputs, from: &supply, into: &fading, at: 0)
    let fading = fading
    let rise = UnscaledParts.Kind.fading(fade, rises: true)
    for (number, output) in outputs.enumerated() {
      let share = Element(rise.share(at: output))
      for channel in 0..<channels {
        let old = fading.samples[channel * fading.capacity + number]
        let index = channel * sound.capacity + start + number
        sound.samples[index] = old + (sound.samples[index] - old) * share
      }
    }
  }
}
