/// The field order of an interlaced frame.
package enum FieldOrder: Sendable {
  case topFirst, bottomFirst

  /// Reads ffprobe's `field_order`. Its first letter is the field that is shown first. The second letter says whether
  /// lines of both fields alternate (`tb`, `bt`) or each field is coded separately. ffmpeg's manual says the opposite,
  /// but its decoders and encoders behave like this. Nil if frames are progressive or the order is unknown.
  init?(named word: String) {
    switch word {
    case "tt", "tb": self = .topFirst
    case "bb", "bt": self = .bottomFirst
    default: return nil
    }
  }

  package var opposite: FieldOrder { self == .topFirst ? .bottomFirst : .topFirst }
}

/// The facts that only the first frame of the picture contains.
package struct FirstFrame: Equatable, Sendable {
  /// The timestamp in ticks of the stream.
  package private(set) var stamp: Int?
  package private(set) var fields: FieldOrder?
  package private(set) var light = LightData()
  /// Whether frames carry closed captions (CEA-608 and CEA-708).
  private(set) var hasCaptions = false
  /// Whether frames carry dynamic brightness metadata, as in HDR10+ (SMPTE 2094-40).
  private(set) var hasOwnLight = false
  /// Whether ffprobe was asked for the frame and found it.
  private(set) var hasCome = false

  /// Reads a line of ffprobe about a frame or its side data. Later frames are ignored.
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
