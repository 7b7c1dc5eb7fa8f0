import Warp

/// What is heard when: the stretches of a map as layers of sound, and how many output samples there are.
package struct SoundPlan: Sendable {
  package let path: ControlPath
  /// How far, in source samples, the lines of fades reach beyond their stretches.
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

  /// The outputs of the stretch `index`.
  private func outputs(of index: Int) -> Range<Int> {
    let start = path.position(of: stretches[index].warpedStart).firstSample
    // The last stretch takes the outputs that rounding puts past the end of the map.
    let end =
      index + 1 < stretches.count ? path.position(of: stretches[index + 1].warpedStart).firstSample : Int.max
    return start..<max(start, end)
  }

  private func layers(of index: Int) -> [Layer] {
    let outputs = outputs(of: index)
    let before = index > 0 && !isStill(index - 1) ? stretches[index - 1] : nil
    guard isStill(index) else {
      guard let before, !before.isFollowed(by: stretches[index]) else { return [Layer(outputs, .map)] }
      let fade = outputs.lowerBound..<outputs.lowerBound + min(path.fadeLength, outputs.count)
      return [Layer(outputs, .map, rise: fade), Layer(fade, .line(lineFromEnd(of: before)), fall: fade)]
    }
    // Both fades of a freeze lie inside it.
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

  /// How a stretch that plays would go on after its end.
  private func lineFromEnd(of stretch: Stretch) -> SampleLine {
    path.line(
      from: stretch.sourceEnd, at: stretch.warpedEnd, speed: Self.speed(map.endScale(of: stretch)),
      playing: stretch.direction)
  }

  /// How a stretch that plays would have come to its start.
  private func lineToStart(of stretch: Stretch) -> SampleLine {
    path.line(
      from: stretch.sourceStart, at: stretch.warpedStart, speed: Self.speed(map.startScale(of: stretch)),
      playing: stretch.direction)
  }

  private static func speed(_ scale: Double?) -> Double { min(fastestLine, 1 / abs(scale ?? 1)) }

  /// A stretch that begins or ends infinitely fast is carried on at this speed.
  private static let fastestLine = 1024.0
}

/// How many output samples there are, and how many source samples they take.
extension SoundPlan {
  /// The output samples of the whole map, if it has an end: to the nearest sample.
  ///
  /// The grace of a millionth keeps a length that is a whole number of samples, but for its last digits, from losing
  /// one.
  package var outputCount: Int? { map.warpedLength.map(count(filling:)) }

  private func count(filling seconds: Double) -> Int {
    Int((seconds * Double(path.rate) + 0.5 + 1e-6).rounded(.down))
  }

  /// The output samples that an input of `inputCount` samples is enough for.
  package func outputCount(fromInput inputCount: Int) -> Int {
    let seconds = Double(inputCount) / Double(path.rate)
    let whole = map.warpedLength(ofInputEnding: seconds)
    guard shortfall(ofInput: inputCount) != nil else { return count(filling: whole) }
    // The output ends when the input's end is shown for the last time; after that nothing of the input is shown, unless
    // the map ends inside the input.
    let endsInside = map.pieces.last.map { $0.sourceEnd < seconds } ?? false
    return endsInside ? count(filling: whole) : map.visits(of: seconds).last.map { count(filling: $0.warped) } ?? 0
  }

  /// How much input there has to be for so many outputs: something of it has to be shown at the last of them or later.
  func inputCount(neededFor outputCount: Int) -> Int {
    let source = map.horizon(at: (Double(outputCount) - 0.5) / Double(path.rate)) * Double(path.rate)
    guard source.isFinite else { return 0 }
    return source < Self.beyondAnyInput ? Int(source.rounded(.up)) + 1 : .max
  }

  /// How many there will be, if the input is known to have as much as it promises; nil where that is not sure, or more
  /// than anybody can have.
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

  /// Where the input ends and where the map does, if too much is missing to make up for it with silence.
  package func shortfall(ofInput inputCount: Int) -> Shortfall? {
    let inputEnd = Double(inputCount) / Double(path.rate)
    let mapEnd = map.sourceRange.end ?? map.openEnd?.source ?? 0
    // A tenth of a second exactly is too much; the grace is for its rounding.
    return mapEnd - inputEnd >= Self.tolerableLack - 1e-9 ? Shortfall(inputEnd: inputEnd, mapEnd: mapEnd) : nil
  }

  private static let tolerableLack = 0.1

  /// Samples are counted up to here. A map can be so fast that it looks for more after a moment.
  private static let beyondAnyInput = 0x1p62
}

/// What of the source is needed.
extension SoundPlan {
  /// The source sample before which nothing is needed any more once `output` is next, if what is heard takes samples as
  /// far as `reach` around it.
  func horizon(at output: Int, reach: Int) -> Int {
    // What is fading out now was shown a moment ago.
    let warped = Double(max(0, output - path.fadeLength - 1)) / Double(path.rate)
    let horizon = map.horizon(at: warped) * Double(path.rate)
    return horizon < Self.beyondAnyInput ? Int(horizon.rounded(.down)) - 1 - overrun - reach : .max
  }

  /// All that is needed, if what is heard takes samples as far as `reach` around it.
  func needs(within reach: Int) -> SoundNeeds { SoundNeeds(map, rate: path.rate, reach: overrun + reach + 1) }

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
