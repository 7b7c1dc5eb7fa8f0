import Warp

/// When each part of the source is heard: a map's stretches as layers of sound, the number of output samples, and the
/// source samples that these need.
package struct SoundPlan: Sendable {
  package let path: ControlPath
  /// How far the lines of fades extend beyond their stretches, in source samples.
  private var overrun = 0
  /// The largest number of source samples per output sample.
  let fastestSpeed: Double

  package init(_ map: TimeMap, rate: Int) {
    path = ControlPath(map, rate: rate)
    fastestSpeed = map.scaleRange.map { 1 / $0.lowerBound } ?? 1
    overrun = Self.overrun(self)
  }

  private var map: TimeMap { path.map }
  private var stretches: [Stretch] { path.map.stretches }

  /// The layers that are heard somewhere in `outputs`.
  func layers(in outputs: Range<Int>) -> [Layer] {
    var layers: [Layer] = []
    var index = firstStretch(endingAfter: outputs.lowerBound)
    while index < stretches.count, self.outputs(of: index).lowerBound < outputs.upperBound {
      for layer in self.layers(of: index) where layer.outputs.overlaps(outputs) { layers.append(layer) }
      index += 1
    }
    return layers
  }

  private func firstStretch(endingAfter output: Int) -> Int {
    let index = stretches.borderIndex { $0.isOpen || path.position(of: $0.warpedEnd).firstSample > output }
    return min(index, stretches.count - 1)
  }

  /// The outputs of the stretch `index`; empty if it begins and ends between two samples. The fade in which the stretch
  /// continues after its end is a layer of the next stretch.
  private func outputs(of index: Int) -> Range<Int> {
    let start = path.position(of: stretches[index].warpedStart).firstSample
    // The last stretch gets the outputs that rounding puts past the end of the map.
    let end =
      index + 1 < stretches.count ? path.position(of: stretches[index + 1].warpedStart).firstSample : Int.max
    return start..<max(start, end)
  }

  /// The layers that begin in the stretch `index`.
  ///
  ///     the stretch   before it              layers
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
      guard let before, !before.isFollowed(by: stretches[index]) else { return [Layer(outputs, .map)] }
      let fade = outputs.lowerBound..<outputs.lowerBound + min(path.fadeLength, outputs.count)
      return [Layer(outputs, .map, rise: fade), Layer(fade, .line(lineFromEnd(of: before)), fall: fade)]
    }
    // Both fades of a freeze lie within it. In a short freeze they overlap by one output at most.
    let fadeLength = min(path.fadeLength, outputs.count - outputs.count / 2)
    var layers: [Layer] = []
    if let before {
      let fade = outputs.lowerBound..<outputs.lowerBound + fadeLength
      layers.append(Layer(fade, .line(lineFromEnd(of: before)), fall: fade))
    }
    if index + 1 < stretches.count, !isStill(index + 1) {
      let fade = outputs.upperBound - fadeLength..<outputs.upperBound
      layers.append(Layer(fade, .line(lineToStart(of: stretches[index + 1])), rise: fade))
    }
    return layers
  }

  private func isStill(_ index: Int) -> Bool { stretches[index].direction == .still }

  /// The continuation of a stretch that plays, after its end.
  private func lineFromEnd(of stretch: Stretch) -> SampleLine {
    path.line(
      from: stretch.sourceEnd, at: stretch.warpedEnd, speed: Self.speed(map.endScale(of: stretch)),
      playing: stretch.direction)
  }

  /// The continuation of a stretch that plays, before its start.
  private func lineToStart(of stretch: Stretch) -> SampleLine {
    path.line(
      from: stretch.sourceStart, at: stretch.warpedStart, speed: Self.speed(map.startScale(of: stretch)),
      playing: stretch.direction)
  }

  private static func speed(_ scale: Double?) -> Double { min(fastestLine, 1 / abs(scale ?? 1)) }

  /// The speed limit of lines, since a stretch may begin or end infinitely fast.
  private static let fastestLine = 1024.0
}

/// The number of output samples, and of the source samples that they need.
extension SoundPlan {
  /// The number of output samples of the whole map, rounded to nearest; nil if it has an open end.
  package var outputCount: Int? { map.warpedLength.map(count(filling:)) }

  /// The number of samples that fill `seconds`, rounded to nearest. With the grace of a millionth, a half is rounded up
  /// even if its last digits were lost.
  private func count(filling seconds: Double) -> Int {
    Int((seconds * Double(path.rate) + 0.5 + 1e-6).rounded(.down))
  }

  /// The number of output samples for which an input of `inputCount` samples is enough.
  package func outputCount(fromInput inputCount: Int) -> Int {
    let seconds = Double(inputCount) / Double(path.rate)
    let isEnough = shortfall(ofInput: inputCount) == nil
    return count(filling: isEnough ? map.warpedLength(ofInputEnding: seconds) : map.lastShowing(before: seconds))
  }

  /// The number of input samples that the map needs for everything that it shows; nil if the map has an open end.
  package var inputCount: Int? {
    guard let end = map.sourceRange.end, map.warpedLength != nil else { return nil }
    return Int((end * Double(path.rate)).rounded(.up))
  }

  /// The number of input samples needed for `outputCount` outputs. The number of outputs is rounded to nearest, so the
  /// map must show something of the input after the middle of the last output.
  func inputCount(neededFor outputCount: Int) -> Int {
    let source = map.horizon(at: (Double(outputCount) - 0.5) / Double(path.rate)) * Double(path.rate)
    guard source.isFinite else { return 0 }
    return source < Self.beyondAnyInput ? Int(source.rounded(.up)) + 1 : .max
  }

  /// The number of output samples if the input has as many samples as its header states; nil if the header states none,
  /// or more than can be counted.
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

  /// The ends of the input and of the map, if too much is missing to be replaced by silence; otherwise nil.
  package func shortfall(ofInput inputCount: Int) -> Shortfall? {
    let inputEnd = Double(inputCount) / Double(path.rate)
    let mapEnd = map.sourceRange.end ?? map.openEnd?.source ?? 0
    // A tenth of a second is already too much; the grace is for its rounding.
    return mapEnd - inputEnd >= Self.tolerableLack - 1e-9 ? Shortfall(inputEnd: inputEnd, mapEnd: mapEnd) : nil
  }

  private static let tolerableLack = 0.1

  /// The limit up to which positions are computed as Int. A fast map may pass this after a moment.
  private static let beyondAnyInput = 0x1p62
}

/// The source samples that are needed.
extension SoundPlan {
  /// The first source sample that is still needed when `output` is next, if rendering a source position reads the
  /// samples within `reach` of it.
  func horizon(at output: Int, reach: Int) -> Int {
    // A sound that is fading out now was shown up to the length of a fade ago.
    let warped = Double(max(0, output - path.fadeLength - 1)) / Double(path.rate)
    let horizon = map.horizon(at: warped) * Double(path.rate)
    return horizon < Self.beyondAnyInput ? Int(horizon.rounded(.down)) - 1 - overrun - reach : .max
  }

  /// All samples that are needed, if rendering a source position reads the samples within `reach` of it.
  func needs(within reach: Int) -> SoundNeeds { SoundNeeds(map, rate: path.rate, reach: overrun + reach + 1) }

  /// The number of source samples that the fastest line passes in the longest fade.
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
