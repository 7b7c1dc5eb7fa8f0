import Streams

/// Plays the source along the map at the pitch it has: where the map goes faster it is heard sooner, not higher.
package struct PitchKeeper<Element: SoundElement>: SoundRenderer {
  private let plan: SoundPlan
  private let tools: [FrameTools]
  private let legs: [Leg]
  private let channels: Int
  /// The voice of the leg that is heard, and that of the leg before while it fades.
  private var voice: Voice<Element>?
  private var last: Voice<Element>?
  private var index = -1
  private var fading: Planes<Element>

  package init(_ plan: SoundPlan, channels: Int) {
    self.plan = plan
    self.channels = channels
    tools = FrameTools.all(rate: plan.path.rate)
    legs = Leg.legs(of: plan.path)
    fading = Planes(channels: channels, capacity: 0)
  }

  package var needs: SoundNeeds { plan.needs(within: 2 * reach) }

  package func horizon(at output: Int) -> Int {
    plan.horizon(at: max(0, output - 2 * tools[0].size.length), reach: reach)
  }

  /// Frames look further back than the map does, held ones more so, and a leg that fades goes on beyond its end.
  private var reach: Int { 16 * tools[0].size.length }

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

  /// Makes a leg's part of a block.
  private mutating func render(
    _ number: Int, _ part: Range<Int>, _ outputs: Range<Int>, from supply: inout SoundSupply,
    into block: inout SoundBlock<Element>
  ) throws(StreamFailure) {
    enter(number)
    let start = part.lowerBound - outputs.lowerBound
    let untouched = try voice?.render(part, from: &supply, into: &block.planes, at: start) ?? []
    let fade = fade(into: number)
    for sample in untouched where !fade.contains(sample + outputs.lowerBound) { block.noteUntouched(sample) }
    if fade.upperBound <= part.lowerBound {
      last = nil
      return
    }
    try cross(fade, over: fade.clamped(to: part), at: start, from: &supply, into: &block.planes)
  }

  private mutating func enter(_ number: Int) {
    if number == index { return }
    last = voice
    index = number
    voice = Voice(legs[number], on: plan.path, tools, channels: channels)
  }

  /// The outputs over which a leg takes over from the one before.
  private func fade(into number: Int) -> Range<Int> {
    let outputs = legs[number].outputs
    return outputs.lowerBound..<outputs.lowerBound + (number > 0 ? min(plan.path.fadeLength, outputs.count) : 0)
  }

  /// Lets the leg before go on below the new one, ever softer.
  private mutating func cross(
    _ fade: Range<Int>, over outputs: Range<Int>, at start: Int, from supply: inout SoundSupply,
    into sound: inout Planes<Element>
  ) throws(StreamFailure) {
    if last == nil { return }
    if fading.capacity < outputs.count { fading = Planes(channels: channels, capacity: outputs.count) }
    _ = try last?.render(outputs, from: &supply, into: &fading, at: 0)
    let fading = fading
    let rise = PlainStretches.Kind.fading(fade, rises: true)
    for (number, output) in outputs.enumerated() {
      let share = Element(rise.share(at: output))
      for channel in 0..<channels {
        let old = fading.samples[channel * fading.capacity + number]
        let place = channel * sound.capacity + start + number
        sound.samples[place] = old + (sound.samples[place] - old) * share
      }
    }
  }
}
