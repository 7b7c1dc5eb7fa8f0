import Streams
import Warp

/// The soft joins at cuts. Where there is none, or one too short to be soft, the sound has the short fade of a cut.
extension SoundPlan {
  /// The fade at the end of a stretch; nil if it is not soft. A freeze is silent, so it does not fade softly.
  func crossfade(after index: Int) -> Fade? {
    guard let fade = crossfades[index], fade.isHeard else { return nil }
    let (start, end) = (path.position(of: fade.start).firstSample, path.position(of: fade.end).firstSample)
    guard end - start >= path.fadeLength else { return nil }
    return Fade(start..<end, end - start < Self.shortFades * path.fadeLength ? .shortPower : .power)
  }

  /// Up to this multiple of the length of a hard cut's fade, bends at the ends of a fade can be heard.
  private static let shortFades = 6

  /// The layers of the two sounds beyond the cut at the end of stretch `index`.
  ///
  /// - Parameters:
  ///   - lead: the output samples before the cut, where the next stretch fades in.
  ///   - tail: those after it, where the stretch fades out.
  func beyond(_ index: Int, _ lead: Range<Int>, _ tail: Range<Int>, _ fade: Fade) -> [Layer] {
    guard let crossfade = crossfades[index] else { return [] }
    func line(_ course: Crossfade.Course) -> Layer.Way {
      .line(
        path.line(
          from: course.source, at: crossfade.cut, speed: abs(course.speed),
          playing: course.speed < 0 ? .backward : .forward))
    }
    return [Layer(lead, line(crossfade.after), rise: fade), Layer(tail, line(crossfade.before), fall: fade)]
      .filter { !$0.outputs.isEmpty }
  }

  /// Makes the crossfades that are heard in `outputs` shorter where the input does not reach beyond the cut. Reads the
  /// input as far as they do.
  mutating func limitCrossfades(in outputs: Range<Int>, to supply: inout SoundSupply) throws(StreamFailure) {
    guard !crossfades.isEmpty else { return }
    let rate = Double(path.rate)
    var index = max(0, firstStretch(endingAfter: outputs.lowerBound) - 1)
    while index + 1 < path.map.stretches.count, firstOutput(of: index) < outputs.upperBound {
      if let fade = crossfades[index], path.position(of: fade.start).firstSample < outputs.upperBound {
        let last = Int((fade.latestSource * rate).rounded(.up))
        try supply.read(upTo: last)
        let start = Double(supply.firstSample) / rate
        crossfades.limit(index, to: start...max(start, Double(min(last, supply.end ?? last)) / rate))
      }
      index += 1
    }
  }
}
