import Warp

/// What is heard when: a map's stretches as layers of sound, the number of output samples, and the source they need.
package struct SoundPlan: Sendable {
  package let path: ControlPath
  /// How far, in source samples, the lines of fades go beyond their stretches.
  private var overrun = 0
  /// Source samples per output sample, at most.
  let fastestSpeed: Double

  package init(_ map: TimeMap, rate: Int) {
    path = ControlPath(map, rate: rate)
    fastestSpeed = map.scaleRange.map { 1 / $0.lowerBound } ?? 1
    overrun = Self.overrun(self)
  }

  private var map: TimeMap { path.map }
  private var stretches: [Stretch] { path.map.stretches }

  /// The layers that sound somewhere in `outputs`.
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

  /// The outputs of the stretch `index`. The fade in which it goes on after its end is a layer of the next stretch.
  /// Empty if it begins and ends between two samples.
  private func outputs(of index: Int) -> Range<Int> {
    let start = path.position(of: stretches[index].warpedStart).firstSample
    // The last stretch takes the outputs that rounding puts past the end of the map.
    let end =
      index + 1 < stretches.count ? path.position(of: stretches[index + 1].warpedStart).firstSample : Int.max
    return start..<max(start, end)
  }

  /// The layers that begin in the stretch `index`.
  ///
  ///     the stretch        what comes before     layers
  ///     plays              a cut from a          along the map, rising; the stretch before goes on, falling
  ///                        stretch that plays
  ///     plays              anything else, also   along the map
  ///                        a turn or a freeze
  ///     stands still       -                     the stretch before goes on, falling, if that plays; the stretch after
  ///                                              comes up, rising, at the freeze's end, if that plays
  ///
  /// A freeze is silent between its two fades.
  private func layers(of index: Int) -> [Layer] {
    let outputs = outputs(of: index)
    let before = index > 0 && !isStill(index - 1) ? stretches[index - 1] : nil
    guard isStill(index) else {
      guard let before, !before.isFollowed(by: stretches[index]) else { return [Layer(outputs, .map)] }
      let fade = outputs.lowerBound..<outputs.lowerBound + min(path.fadeLength, outputs.count)
      return [Layer(outputs, .map, rise: fade), Layer(fade, .line(lineFromEnd(of: before)), fall: fade)]
    }
    // Both fades of a freeze lie within it; in a short one they overlap by one output at most.
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

  /// The line along which a stretch that plays would go on after its end.
  private func lineFromEnd(of stretch: Stretch) -> SampleLine {
    path.line(
      from: stretch.sourceEnd, at: stretch.warpedEnd, speed: Self.speed(map.endScale(of: stretch)),
      playing: stretch.direction)
  }

  /// The line along which a stretch that plays would have come to its start.
  private func lineToStart(of stretch: Stretch) -> SampleLine {
    path.line(
      from: stretch.sourceStart, at: stretch.warpedStart, speed: Self.speed(map.startScale(of: stretch)),
      playing: stretch.direction)
  }

  private static func speed(_ scale: Double?) -> Double { min(fastestLine, 1 / abs(scale ?? 1)) }

  /// Lines are limited to this speed: a stretch may begin or end infinitely fast.
  private static let fastestLine = 1024.0
}

/// How many output samples there are, and how many source samples they take.
extension SoundPlan {
  /// The number of output samples of the whole map, rounded to the nearest; nil if it has an open end.
  package var outputCount: Int? { map.warpedLength.map(count(filling:)) }

  /// The number of samples that fill `seconds`, rounded to the nearest. The grace of a millionth rounds a half up even
  /// if its last digits were lost.
  private func count(filling seconds: Double) -> Int {
    Int((seconds * Double(path.rate) + 0.5 + 1e-6).rounded(.down))
  }

  /// How many output samples an input of `inputCount` samples is enough for.
  package func outputCount(fromInput inputCount: Int) -> Int {
    let seconds = Double(inputCount) / Double(path.rate)
    let isEnough = shortfall(ofInput: inputCount) == nil
    return count(filling: isEnough ? map.warpedLength(ofInputEnding: seconds) : map.lastShowing(before: seconds))
  }

  /// How many input samples there have to be so that a map without an open end finds all that it shows; nil with one.
  package var inputCount: Int? {
    guard let end = map.sourceRange.end, map.warpedLength != nil else { return nil }
    return Int((end * Double(path.rate)).rounded(.up))
  }

  /// How many input samples there have to be for so many outputs: the last of them, or one after it, has to show
  /// something of the input.
  func inputCount(neededFor outputCount: Int) -> Int {
    let source = map.horizon(at: (Double(outputCount) - 0.5) / Double(path.rate)) * Double(path.rate)
    guard source.isFinite else { return 0 }
    return source < Self.beyondAnyInput ? Int(source.rounded(.up)) + 1 : .max
  }

  /// How many output samples there will be if the input has as many samples as its header promises; nil if it promises
  /// nothing, or more than can be counted.
  package func outputCount(fromPromised inputCount: Int?) -> Int? {
    guard let inputCount else { return nil }
    let length = map.warpedLength(ofInputEnding: Double(inputCount) / Double(path.rate))
    if length * Double(path.rate) >= Self.beyondAnyInput { return nil }
    return outputCount(fromInput: inputCount)
  }

  /// How many of the input's samples lie outside what the map shows.
  package func unusedCount(ofInput inputCount: Int) -> Int {
    let (start, end) = map.sourceRange
    let first = path.position(of: start).firstSample
    let last = end.map { path.position(of: $0).firstSample } ?? inputCount
    return max(0, inputCount - (min(inputCount, last) - min(inputCount, first)))
  }

  /// Where the input ends and where the map does, if so much is missing that silence must not replace it.
  package func shortfall(ofInput inputCount: Int) -> Shortfall? {
    let inputEnd = Double(inputCount) / Double(path.rate)
    let mapEnd = map.sourceRange.end ?? map.openEnd?.source ?? 0
    // Exactly a tenth of a second is too much already; the grace is for its rounding.
    return mapEnd - inputEnd >= Self.tolerableLack - 1e-9 ? Shortfall(inputEnd: inputEnd, mapEnd: mapEnd) : nil
  }

  private static let tolerableLack = 0.1

  /// Positions are computed as Int up to here. A map can be so fast that it passes this after a moment.
  private static let beyondAnyInput = 0x1p62
}

/// Which source samples are needed.
extension SoundPlan {
  /// The source sample before which nothing is needed any more once `output` is next, if a source position is rendered
  /// from the samples within `reach` of it.
  func horizon(at output: Int, reach: Int) -> Int {
    // A sound that is fading out now was shown up to a fade's length ago.
    let warped = Double(max(0, output - path.fadeLength - 1)) / Double(path.rate)
    let horizon = map.horizon(at: warped) * Double(path.rate)
    return horizon < Self.beyondAnyInput ? Int(horizon.rounded(.down)) - 1 - overrun - reach : .max
  }

  /// All samples that are needed, if a source position is rendered from the samples within `reach` of it.
  func needs(within reach: Int) -> SoundNeeds { SoundNeeds(map, rate: path.rate, reach: overrun + reach + 1) }

  /// How many source samples the fastest line goes through within the longest fade.
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
