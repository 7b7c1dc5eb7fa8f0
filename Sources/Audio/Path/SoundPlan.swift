import Warp

/// Decides when each part of the source is heard. The plan divides a time map into layers (sounds that may overlap),
/// counts the output samples, and finds the source samples that outputs need.
package struct SoundPlan: Sendable {
  package let path: ControlPath
  /// The soft joins at the cuts of the map.
  var crossfades: Crossfades
  /// The largest number of source samples that a fade plays beyond the start or end of a part of the map without cuts.
  private var overrun = 0
  /// The largest number of source samples per output sample.
  let fastestSpeed: Double

  package init(_ crossfades: Crossfades, rate: Int) {
    self.crossfades = crossfades
    path = ControlPath(crossfades.map, rate: rate)
    fastestSpeed = crossfades.map.scaleRange.map { 1 / $0.lowerBound } ?? 1
    overrun = Self.overrun(self)
  }

  package init(_ map: TimeMap, rate: Int) { self.init(Crossfades(map), rate: rate) }

  private var map: TimeMap { path.map }
  private var stretches: [Stretch] { path.map.stretches }

  /// The layers of sound that are heard in any of the output samples `outputs`.
  func layers(in outputs: Range<Int>) -> [Layer] {
    var layers: [Layer] = []
    var index = firstStretch(endingAfter: outputs.lowerBound)
    while index < stretches.count, firstOutput(of: index) < outputs.upperBound {
      for layer in self.layers(of: index) where layer.outputs.overlaps(outputs) { layers.append(layer) }
      index += 1
    }
    return layers
  }

  func firstStretch(endingAfter output: Int) -> Int {
    let index = stretches.borderIndex { $0.isOpen || path.position(of: $0.warpedEnd).firstSample > output }
    return min(index, stretches.count - 1)
  }

  /// The output samples of stretch `index`, a part of the map without cuts; empty if it begins and ends between the
  /// same two samples. The fade-out that follows the stretch is a layer of the next stretch.
  func outputs(of index: Int) -> Range<Int> {
    let start = path.position(of: stretches[index].warpedStart).firstSample
    // The last stretch gets the outputs that rounding puts past the end of the map.
    let end =
      index + 1 < stretches.count ? path.position(of: stretches[index + 1].warpedStart).firstSample : Int.max
    return start..<max(start, end)
  }

  /// The first output sample in which stretch `index` is heard.
  func firstOutput(of index: Int) -> Int {
    crossfade(after: index - 1)?.outputs.lowerBound ?? outputs(of: index).lowerBound
  }

  /// The layers of sound that begin in stretch `index`, a freeze or a part of the map without cuts.
  ///
  ///     the stretch   before it              layers
  ///     plays         a crossfade            along the map, and up to the map's start, fading in; the previous stretch
  ///                                          continues, fading out
  ///     plays         a cut from a stretch   along the map, fading in; the previous stretch continues, fading out
  ///                   that plays
  ///     plays         anything else          along the map
  ///     is a freeze   anything               the previous stretch continues, fading out, if it plays; the next stretch
  ///                                          fades in before the freeze ends, if it plays
  ///
  /// Between its two fades, a freeze is silent.
  private func layers(of index: Int) -> [Layer] {
    let outputs = outputs(of: index)
    let before = index > 0 && !isStill(index - 1) ? stretches[index - 1] : nil
    guard isStill(index) else {
      let fall = crossfade(after: index)
      if let fade = crossfade(after: index - 1) {
        let (lead, tail) = (
          fade.outputs.lowerBound..<outputs.lowerBound, outputs.lowerBound..<fade.outputs.upperBound
        )
        return [Layer(outputs, .map, rise: fade, fall: fall)] + beyond(index - 1, lead, tail, fade)
      }
      guard let before, !before.isFollowed(by: stretches[index]) else { return [Layer(outputs, .map, fall: fall)] }
      let fade = Fade(outputs.prefix(path.fadeLength))
      return [
        Layer(outputs, .map, rise: fade, fall: fall),
        Layer(fade.outputs, .line(lineFromEnd(of: before)), fall: fade),
      ]
    }
    // Both fades of a freeze lie within the freeze. If the freeze is short, they overlap by at most one sample.
    let fadeLength = min(path.fadeLength, outputs.count - outputs.count / 2)
    var layers: [Layer] = []
    if let before {
      let fade = Fade(outputs.prefix(fadeLength))
      layers.append(Layer(fade.outputs, .line(lineFromEnd(of: before)), fall: fade))
    }
    if index + 1 < stretches.count, !isStill(index + 1) {
      let fade = Fade(outputs.suffix(fadeLength))
      layers.append(Layer(fade.outputs, .line(lineToStart(of: stretches[index + 1])), rise: fade))
    }
    return layers
  }

  private func isStill(_ index: Int) -> Bool { stretches[index].direction == .still }

  /// Extends `stretch`, a part of the map without cuts, at constant speed beyond its end, for a fade-out.
  private func lineFromEnd(of stretch: Stretch) -> SampleLine {
    path.line(
      from: stretch.sourceEnd, at: stretch.warpedEnd, speed: Self.speed(map.endScale(of: stretch)),
      playing: stretch.direction)
  }

  /// Extends `stretch`, a part of the map without cuts, at constant speed to times before its start, for a fade-in.
  private func lineToStart(of stretch: Stretch) -> SampleLine {
    path.line(
      from: stretch.sourceStart, at: stretch.warpedStart, speed: Self.speed(map.startScale(of: stretch)),
      playing: stretch.direction)
  }

  private static func speed(_ scale: Double?) -> Double { min(fastestLine, 1 / abs(scale ?? 1)) }

  /// The largest speed of a fading sound, in source samples per output sample. The map may be infinitely fast at a cut.
  private static let fastestLine = 1024.0
}

/// Counts of output samples, and of the input samples they need.
extension SoundPlan {
  /// The number of output samples of the whole map, rounded to nearest; nil if the map has no end.
  package var outputCount: Int? { map.warpedLength.map(count(filling:)) }

  /// Converts `seconds` to a number of samples, rounded to nearest. A fraction of ½ − 10⁻⁶ is rounded up too.
  private func count(filling seconds: Double) -> Int {
    Int((seconds * Double(path.rate) + 0.5 + 1e-6).rounded(.down))
  }

  /// The number of output samples for which an input of `inputCount` samples is enough.
  package func outputCount(fromInput inputCount: Int) -> Int {
    let seconds = Double(inputCount) / Double(path.rate)
    let isEnough = shortfall(ofInput: inputCount) == nil
    return count(filling: isEnough ? map.warpedLength(ofInputEnding: seconds) : map.lastShowing(before: seconds))
  }

  /// The number of input samples that the map needs for everything that it shows; nil if the map has no end.
  package var inputCount: Int? {
    guard let end = map.sourceRange.end, map.warpedLength != nil else { return nil }
    return Int((end * Double(path.rate)).rounded(.up))
  }

  /// The number of input samples needed for `outputCount` outputs. The length of the output is rounded to nearest. Its
  /// last sample therefore needs input that the map plays after the middle of this sample.
  func inputCount(neededFor outputCount: Int) -> Int {
    let source = map.horizon(at: (Double(outputCount) - 0.5) / Double(path.rate)) * Double(path.rate)
    guard source.isFinite else { return 0 }
    return source < Self.beyondAnyInput ? Int(source.rounded(.up)) + 1 : .max
  }

  /// Returns the number of output samples if the input is as long as its header states. Returns nil if the header
  /// states no length, or if the number is too large for an Int.
  package func outputCount(fromPromised inputCount: Int?) -> Int? {
    guard let inputCount else { return nil }
    let length = map.warpedLength(ofInputEnding: Double(inputCount) / Double(path.rate))
    if length * Double(path.rate) >= Self.beyondAnyInput { return nil }
    return outputCount(fromInput: inputCount)
  }

  /// The number of input samples that the map does not show.
  package func unusedCount(ofInput inputCount: Int) -> Int {
    let (start, end) = map.sourceRange
    let first = path.position(of: start).firstSample
    let last = end.map { path.position(of: $0).firstSample } ?? inputCount
    return max(0, inputCount - (min(inputCount, last) - min(inputCount, first)))
  }

  /// Returns where the input and the map end if the input ends at least 0.1 s before the map; otherwise nil.
  package func shortfall(ofInput inputCount: Int) -> Shortfall? {
    let inputEnd = Double(inputCount) / Double(path.rate)
    let mapEnd = map.sourceRange.end ?? map.openEnd?.source ?? 0
    // A lack of exactly a tenth of a second counts as a shortfall; 1e-9 s allows for rounding.
    return mapEnd - inputEnd >= Self.tolerableLack - 1e-9 ? Shortfall(inputEnd: inputEnd, mapEnd: mapEnd) : nil
  }

  private static let tolerableLack = 0.1

  /// Positions at or above this limit, in samples, are not converted to Int. A very fast map exceeds it within moments.
  private static let beyondAnyInput = 0x1p62
}

extension SoundPlan {
  /// The first source sample that is still needed when `output` is the next output sample to render. Rendering a
  /// position reads up to `reach` samples on either side.
  func horizon(at output: Int, reach: Int) -> Int {
    // If a sound is fading out at `output`, its fade began at most one fade length earlier.
    let warped = Double(max(0, output - path.fadeLength - 1)) / Double(path.rate)
    let first = crossfades.extendedWindow(warped...warped).lowerBound
    let horizon = crossfades.extended.horizon(at: first) * Double(path.rate)
    return horizon < Self.beyondAnyInput ? Int(horizon.rounded(.down)) - 1 - overrun - reach : .max
  }

  /// All source samples that are needed, if rendering a position reads up to `reach` samples on either side.
  func needs(within reach: Int) -> SoundNeeds {
    SoundNeeds(crossfades.extended, rate: path.rate, reach: overrun + reach + 1)
  }

  /// The number of source samples that the fastest fading sound plays during the longest fade.
  private static func overrun(_ plan: SoundPlan) -> Int {
    var speed = 0.0
    for index in plan.stretches.indices {
      for layer in plan.layers(of: index) {
        if case .line(let line) = layer.way { speed = max(speed, abs(line.speed)) }
      }
    }
    return Int((speed * Double(plan.path.fadeLength)).rounded(.up))
  }
}
