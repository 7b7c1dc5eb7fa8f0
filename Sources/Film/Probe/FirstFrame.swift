/// In which order the two fields of an interlaced frame are shown.
package enum FieldOrder: Sendable {
  case topFirst, bottomFirst

  /// From ffprobe's `field_order`, whose first letter is the field shown first; the second says whether lines of both alternate
  /// (`tb`, `bt`) or each field is coded by itself. ffmpeg's manual says otherwise, but its decoders and encoders have it
  /// so. Nil where frames have no fields, or that is not known.
  init?(named word: String) {
    switch word {
    case "tt", "tb": self = .topFirst
    case "bb", "bt": self = .bottomFirst
    default: return nil
    }
  }

  package var opposite: FieldOrder { self == .topFirst ? .bottomFirst : .topFirst }
}

/// What only the first frame of the picture tells.
package struct FirstFrame: Equatable, Sendable {
  /// When it is shown, in ticks of its stream.
  package private(set) var stamp: Int?
  package private(set) var fields: FieldOrder?
  package private(set) var light = LightData()
  /// Whether subtitles for the deaf go along with frames (CEA-608 and CEA-708).
  private(set) var hasCaptions = false
  /// Whether it says how bright it is by itself, as HDR10+ does (SMPTE 2094-40).
  private(set) var hasOwnLight = false
  /// Whether ffprobe has been asked for it, and found it.
  private(set) var hasCome = false

  /// Takes a line of ffprobe about a frame, or about what it brings along. Later frames are passed over.
  mutating func take(_ line: ProbeLine) {
    if line.section == "frame", !hasCome {
      hasCome = true
      stamp = line.whole("best_effort_timestamp")
      if line["interlaced_frame"] == "1" { fields = line["top_field_first"] == "1" ? .topFirst : .bottomFirst }
    }
    light.take(line)
    let sideData = line.values("side_data_type")
    if sideData.contains("ATSC A53 Part 4 Closed Captions") { hasCaptions = true }
    if sideData.contains(where: { $0.contains("2094-40") }) { hasOwnLight = true }
  }
}
