import Values
import Warp

/// The formats in which warp writes a map for other programs.
package enum ExchangeFormat: String, CaseIterable, Sendable {
  /// MLT's XML, which Kdenlive, Shotcut and melt read.
  case mlt
  /// Final Cut Pro's XML, which DaVinci Resolve also reads.
  case fcpxml
  /// The older XML of Final Cut Pro 7, which Premiere and DaVinci Resolve read.
  case fcp7
  /// OpenTimelineIO's JSON.
  case otio
  /// Edit decision lists in CMX 3600 format.
  case edl
  /// Pairs of sample numbers, for Rubber Band.
  case rubberband
  /// The time of each frame, for mkvmerge.
  case timestamps
  /// Chunks with speeds, for auto-editor.
  case autoEditor = "auto-editor"
  /// A script for the player mpv.
  case mpv

  /// The features of a map that a format can express.
  struct Abilities: OptionSet, Sendable {
    let rawValue: Int
    static let freeze = Abilities(rawValue: 1)
    /// Source time that is skipped.
    static let omission = Abilities(rawValue: 2)
    /// Jumps back.
    static let anyOrder = Abilities(rawValue: 4)
    static let backward = Abilities(rawValue: 8)
    static let everything: Abilities = [.freeze, .omission, .anyOrder, .backward]
  }

  var abilities: Abilities {
    switch self {
    case .mlt, .fcpxml, .fcp7, .otio, .edl: .everything
    case .rubberband: []
    case .timestamps: .freeze
    case .autoEditor: .omission
    case .mpv: [.freeze, .omission, .anyOrder]
    }
  }

  /// Whether the format contains the name of the film.
  package var namesClip: Bool { ![.rubberband, .timestamps, .mpv].contains(self) }

  /// Whether the format counts in samples of the sound.
  package var countsSamples: Bool { self == .rubberband }

  /// Whether the format counts from the start of the file, which may be before source time 0.
  package var countsFromFile: Bool { self == .mpv }

  /// The program's name in messages.
  var program: String {
    switch self {
    case .mlt: "MLT"
    case .fcpxml: "FCPXML"
    case .fcp7: "the XML of Final Cut Pro 7"
    case .otio: "OpenTimelineIO"
    case .edl: "an edit decision list"
    case .rubberband: "rubberband"
    case .timestamps: "a list of timestamps"
    case .autoEditor: "auto-editor"
    case .mpv: "mpv"
    }
  }
}

extension ExchangeFormat {
  /// Throws an error that gives the first place in `map` that the format cannot express.
  ///
  /// - Parameter duration: the length of the clip, if known. If the map ends earlier, the rest counts as skipped.
  func check(_ map: TimeMap, ofClip duration: Double?) throws(Refusal) {
    guard abilities != .everything else { return }
    func refusal(_ what: String, source: Double, warped: Double) -> Refusal {
      .map(
        "\(program) cannot express \(what)",
        at: "at \(BriefNumber.print(source)) s in the source, \(BriefNumber.print(warped)) s in the result",
        advice: self == .mpv
          ? "to watch the result, use warp-film --preview" : "use --to mlt, fcpxml, fcp7, otio or edl")
    }
    var reached = 0.0
    for stretch in map.stretches {
      if stretch.sourceStart < reached, !abilities.contains(.anyOrder) {
        throw refusal("a jump back", source: stretch.sourceStart, warped: stretch.warpedStart)
      }
      if stretch.direction == .backward, !abilities.contains(.backward) {
        throw refusal("backward playback", source: stretch.sourceStart, warped: stretch.warpedStart)
      }
      if stretch.sourceStart > reached, !abilities.contains(.omission) {
        throw refusal("a part left out", source: reached, warped: stretch.warpedStart)
      }
      if stretch.direction == .still, !abilities.contains(.freeze) {
        throw refusal("a freeze", source: stretch.sourceStart, warped: stretch.warpedStart)
      }
      reached = stretch.sourceEnd
    }
    if let duration, reached < duration - 1e-9 * max(1, duration), !abilities.contains(.omission) {
      throw refusal("a part left out", source: reached, warped: map.warpedLength ?? 0)
    }
  }
}
