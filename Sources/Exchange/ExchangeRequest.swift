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
  var halfFrame: Double? { frameRate.map { 0.5 / $0.value } }

  /// The film's name without folders, escaped for XML.
  var name: String { XMLText.escaped(title) }

  /// The film's name without folders.
  var title: String { clip.split(separator: "/").last.map(String.init) ?? clip }
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
      throw .usage("a name with control characters cannot be written", at: "--clip")
    }
    let format = request.format
    try format.check(request.map, ofClip: request.duration)
    switch format {
    case .rubberband: self = try RubberBandMap.text(request, within: request.error ?? request.halfFrame ?? 0.01)
    case .mlt, .fcpxml, .otio, .timestamps, .autoEditor:
      guard let rate = request.frameRate else { throw .usage("--to \(format.rawValue) needs --fps") }
      let limit = request.error ?? 0.5 / rate.value
      switch format {
      case .mlt: self = try MLTProject.text(request, at: rate, within: limit)
      case .fcpxml: self = try FinalCutProject.text(request, at: rate, within: limit)
      case .otio: self = try OpenTimeline.text(request, at: rate, within: limit)
      case .timestamps: self = try FrameStamps.text(request, at: rate)
      case .autoEditor, .rubberband: self = try AutoEditorChunks.text(request, at: rate, within: limit)
      }
    }
  }
}
