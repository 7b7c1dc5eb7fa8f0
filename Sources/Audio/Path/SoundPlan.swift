import Warp

/// What is heard when: the stretches of a map as layers of sound, and how many output samples there are.
package struct SoundPlan: Sendable {
  package let path: ControlPath
  /// Whether the open end only goes on with the last run.
  private let tailGoesOn: Bool
  private var overrun = 0
  /// Source samples per output sample, at most.
  let fastestSpeed: Double

  package init(_ map: TimeMap, rate: Int) {
    path = ControlPath(map, rate: rate)
    tailGoesOn =
      map.tail.map { tail in
        map.pieces.last.map { $0.sourceEnd == tail.source && $0.direction == .forward } ?? false
      } ?? false
    fastestSpeed = map.scaleRange.map { 1 / $0.lowerBound } ?? 1
    overrun = Self.overrun(self)
  }

  private var map: TimeMap { path.map }

  /// Stretches in one direction without a cut; freezes are runs of their own.
  private var runCount: Int { map.runs.count + (map.tail != nil && !tailGoesOn ? 1 : 0) }

  /// The layers that sound somewhere in `outputs`.
  func layers(in outputs: Range<Int>) -> [Layer] {
    var layers: [Layer] = []
    var run = firstRun(endingAfter: outputs.lowerBound)
    while run < runCount, self.outputs(ofRun: run).lowerBound < outputs.upperBound {
      for layer in self.layers(ofRun: run) where layer.outputs.overlaps(outputs) { layers.append(layer) }
      run += 1
    }
    return layers
  }

  private func firstRun(endingAfter output: Int) -> Int {
    let runs = map.runs
    let index = runs.borderIndex { path.position(of: map.pieces[$0.upperBound - 1].warpedEnd).firstSample > output }
    return min(index, runCount - 1)
  }

  private func outputs(ofRun run: Int) -> Range<Int> {
    let start = path.position(of: warpedStart(ofRun: run)).firstSample
    // The last run takes what rounding puts past the map's end.
    let end = run + 1 < runCount ? path.position(of: warpedStart(ofRun: run + 1)).firstSample : Int.max
    return start..<max(start, end)
  }

  private func warpedStart(ofRun run: Int) -> Double {
    run < map.runs.count ? map.pieces[map.runs[run].lowerBound].warpedStart : map.tail?.warped ?? 0
  }

  private func layers(ofRun run: Int) -> [Layer] {
    let outputs = outputs(ofRun: run)
    guard isStill(run) else {
      guard run > 0, !isStill(run - 1), isCut(before: run) else { return [Layer(outputs, .map)] }
      let fade = outputs.lowerBound..<outputs.lowerBound + min(path.fadeLength, outputs.count)
      return [Layer(outputs, .map, rise: fade), Layer(fade, .line(end(ofRun: run - 1)), fall: fade)]
    }
    // Both fades of a freeze lie inside it.
    let fadeLength = min(path.fadeLength, outputs.count - outputs.count / 2)
    var layers: [Layer] = []
    if run > 0, !isStill(run - 1) {
      let fade = outputs.lowerBound..<outputs.lowerBound + fadeLength
      layers.append(Layer(fade, .line(end(ofRun: run - 1)), fall: fade))
    }
    if run + 1 < runCount, !isStill(run + 1) {
      let fade = outputs.upperBound - fadeLength..<outputs.upperBound
      layers.append(Layer(fade, .line(start(ofRun: run + 1)), rise: fade))
    }
    return layers
  }

  private func isStill(_ run: Int) -> Bool {
    run < map.runs.count && map.pieces[map.runs[run].lowerBound].direction == .still
  }

  private func isCut(before run: Int) -> Bool {
    let before = map.pieces[map.runs[run - 1].upperBound - 1].sourceEnd
    let after = run < map.runs.count ? map.pieces[map.runs[run].lowerBound].sourceStart : map.tail?.source
    return before != after
  }

  /// How a run would go on beyond its end.
  private func end(ofRun run: Int) -> SampleLine {
    let piece = map.pieces[map.runs[run].upperBound - 1]
    return line(through: piece.sourceEnd, at: piece.warpedEnd, scale: piece.signedScale(at: piece.sourceEnd))
  }

  /// How a run would have come to its start.
  private func start(ofRun run: Int) -> SampleLine {
    guard run < map.runs.count else {
      return line(through: map.tail?.source ?? 0, at: map.tail?.warped ?? 0, scale: map.tail?.scale)
    }
    let piece = map.pieces[map.runs[run].lowerBound]
    return line(through: piece.sourceStart, at: piece.warpedStart, scale: piece.signedScale(at: piece.sourceStart))
  }

  private func line(through source: Double, at warped: Double, scale: Double?) -> SampleLine {
    let scale = scale ?? 1
    let speed = min(Self.fastestLine, 1 / abs(scale))
    let place = path.position(of: source)
    return SampleLine(
      source: SamplePosition(whole: place.whole - (scale < 0 ? 1 : 0), rest: place.rest),
      warped: path.position(of: warped),
      speed: scale < 0 ? -speed : speed)
  }

  /// A stretch that ends infinitely fast is carried on at this speed.
  private static let fastestLine = 1024.0
}

/// How much there is of it.
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
    if let tail = map.tail, seconds >= tail.source { return count(filling: tail.warped(at: seconds)) }
    let whole = map.pieces.last?.warpedEnd ?? 0
    guard shortfall(ofInput: inputCount) != nil else { return count(filling: whole) }
    // The last time the input's end goes by; after that nothing of the input is shown, unless the map ends within it.
    let isShownLast = map.pieces.last.map { $0.sourceEnd < seconds } ?? false
    return isShownLast ? count(filling: whole) : map.visits(of: seconds).last.map { count(filling: $0.warped) } ?? 0
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
    let seconds = Double(inputCount) / Double(path.rate)
    if let tail = map.tail, tail.warped(at: seconds) * Double(path.rate) >= Self.beyondAnyInput { return nil }
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
    let mapEnd = map.sourceRange.end ?? map.tail?.source ?? 0
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

  /// How far, in source samples, the lines of cuts and freezes reach beyond their stretches.
  private static func overrun(_ plan: SoundPlan) -> Int {
    var speed = 0.0
    for run in 0..<plan.runCount {
      for layer in plan.layers(ofRun: run) {
        if case .line(let line) = layer.way { speed = max(speed, abs(line.speed)) }
      }
    }
    return Int((speed * Double(plan.path.fadeLength)).rounded(.up))
  }
}
