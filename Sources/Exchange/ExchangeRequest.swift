import Values
import Warp

package struct ExchangeRequest: Sendable {
  package var format: ExchangeFormat
  package var map: TimeMap
  /// The path by which the other program finds the film.
  package var clip: String
  /// The duration of the source in seconds, if known.
  package var duration: Double?
  /// The frame rate of the film and of the result.
  package var frameRate: FrameRate?
  /// The timecode of the film's first frame, if it has one.
  package var timecode: StartTimecode?
  /// When source time 0 comes in the film's file, for formats that count from its start, in seconds.
  package var clipStart = 0.0
  /// Samples per second, for formats that count in samples.
  package var sampleRate: Int?
  /// The largest allowed distance from the map, in seconds; nil for the default that `limit` chooses.
  package var error: Double?

  package init(
    _ format: ExchangeFormat, of map: TimeMap, clip: String, duration: Double?, frameRate: FrameRate?,
    timecode: StartTimecode? = nil, sampleRate: Int?, error: Double?
  ) {
    self.format = format
    self.map = map
    self.clip = clip
    self.duration = duration
    self.frameRate = frameRate
    self.timecode = timecode
    self.sampleRate = sampleRate
    self.error = error
  }
}

extension ExchangeRequest {
  func requiredFrameRate() throws(Refusal) -> FrameRate {
    guard let frameRate else { throw .usage("--to \(format.rawValue) needs --fps") }
    return frameRate
  }

  /// The largest allowed distance from the map. By default this is half a frame, or a hundredth of a second if the
  /// frame rate is unknown.
  var limit: Double { error ?? frameRate.map { 0.5 / $0.value } ?? 0.01 }

  /// The number of source frames. If the duration is unknown, the film is taken to end with the map.
  func sourceFrameCount(at rate: FrameRate) throws(Refusal) -> Int {
    _ = try map.requiredLength(for: "--to")
    return try Self.countable(rate.frameCount(startingWithin: duration ?? map.sourceRange.end ?? 0))
  }

  /// Throws if the frames would fill more than a day at 1000 fps, which suggests a wrong rate or duration.
  static func countable(_ count: Int?) throws(Refusal) -> Int {
    guard let count, count <= 86_400_000 else {
      throw .usage("the result would have too many frames", advice: "check the frame rate and the duration")
    }
    return count
  }

  /// The film's name without directories, escaped for XML.
  var name: String { XMLText.escaped(title) }

  /// The film's name without directories.
  var title: String { FileName(clip).name }
}

/// A map in another program's format.
package struct ExchangeText: Equatable, Sendable {
  package let bytes: [UInt8]
  /// The number of keys, pairs, clips, chunks or timestamps.
  package let pointCount: Int
  /// The largest distance from the map, in seconds of source time. Formats that map source times to result times have
  /// a distance in seconds of result time instead.
  package let deviation: Double
}

extension ExchangeText {
  /// - Throws: an error that gives the first place in the map that the format cannot express.
  package init(_ request: ExchangeRequest) throws(Refusal) {
    guard request.clip.unicodeScalars.allSatisfy({ $0.value >= 32 }) else {
      throw .usage("the file name has control characters", at: "--clip")
    }
    try request.format.check(request.map, ofClip: request.duration)
    self =
      switch request.format {
      case .mlt: try MLTProject.text(request)
      case .fcpxml: try FinalCutProject.text(request)
      case .fcp7: try FinalCut7Project.text(request)
      case .otio: try OpenTimeline.text(request)
      case .edl: try EditDecisionList.text(request)
      case .rubberband: try RubberBandMap.text(request)
      case .timestamps: try FrameStamps.text(request)
      case .autoEditor: try AutoEditorChunks.text(request)
      case .mpv: try PlayerScript.text(request)
      }
  }
}
