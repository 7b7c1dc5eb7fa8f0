import Warp

/// What is asked of an export.
package struct ExchangeRequest: Sendable {
  package var format: ExchangeFormat
  package var map: TimeMap
  /// The film the map is for, as the other program is to find it.
  package var clip: String
  /// Seconds of source, where they are known.
  package var duration: Double?
  /// Of the film, and of what is made of it.
  package var frameRate: FrameRate?
  /// Samples a second, for programs that count in them.
  package var sampleRate: Int?
  /// How far from the map the result may be, in seconds; half a frame if nil.
  package var error: Double?

  package init(
    _ format: ExchangeFormat, of map: TimeMap, clip: String, duration: Double?, frameRate: FrameRate?,
    sampleRate: Int?, error: Double?
  ) {
    self.format = format
    self.map = map
    self.clip = clip
    self.duration = duration
    self.frameRate = frameRate
    self.sampleRate = sampleRate
    self.error = error
  }
}

extension ExchangeRequest {
  /// The frame rate; refused if it is not known.
  func requiredFrameRate() throws(Refusal) -> FrameRate {
    guard let frameRate else { throw .usage("--to \(format.rawValue) needs --fps") }
    return frameRate
  }

  /// How far from the map the result may be: half a frame where nothing else is asked for, or a hundredth of a second where
  /// there are no frames.
  var limit: Double { error ?? frameRate.map { 0.5 / $0.value } ?? 0.01 }

  /// How many frames the film has, as far as it is known.
  func sourceFrameCount(at rate: FrameRate) throws(Refusal) -> Int {
    _ = try map.requiredLength(for: "--to")
    return try Self.countable(rate.frameCount(startingWithin: duration ?? map.sourceRange.end ?? 0))
  }

  /// Refuses counts beyond a day at a thousand frames a second: they come of a mistake in the rate or in the length.
  static func countable(_ count: Int?) throws(Refusal) -> Int {
    guard let count, count <= 86_400_000 else {
      throw .usage("the result would have too many frames", advice: "check the frame rate and the duration")
    }
    return count
  }

  /// The film's name without folders, escaped for XML.
  var name: String { XMLText.escaped(title) }

  /// The film's name without folders.
  var title: String { clip.unicodeScalars.split(separator: "/").last.map { String($0) } ?? clip }
}

/// A map for another program.
package struct ExchangeText: Equatable, Sendable {
  package let bytes: [UInt8]
  /// Keys, pairs, clips, chunks or stamps.
  package let pointCount: Int
  /// The largest distance from the map in seconds: of source time where the format says what is shown when, of warped
  /// time where it says when something is shown.
  package let deviation: Double
}

extension ExchangeText {
  /// - Throws: a refusal that names the first place of the map that the format cannot say.
  package init(_ request: ExchangeRequest) throws(Refusal) {
    guard request.clip.unicodeScalars.allSatisfy({ $0.value >= 32 }) else {
      throw .usage("the file name has control characters", at: "--clip")
    }
    try request.format.check(request.map, ofClip: request.duration)
    self =
      switch request.format {
      case .mlt: try MLTProject.text(request)
      case .fcpxml: try FinalCutProject.text(request)
      case .otio: try OpenTimeline.text(request)
      case .rubberband: try RubberBandMap.text(request)
      case .timestamps: try FrameStamps.text(request)
      case .autoEditor: try AutoEditorChunks.text(request)
      }
  }
}
