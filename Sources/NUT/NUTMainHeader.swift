import Values

/// The main header of NUT, which describes the whole file.
struct NUTMainHeader {
  /// ffmpeg writes 3, or 4 if sync packets are left out or carry the time of day.
  private static let versions = 2...4

  /// The units of time that the file uses, in seconds.
  let timebases: [Rational]
  let frameCodes: [NUTFrameCode]
  /// Common first bytes of frames, which the frames themselves then leave out. The first entry is empty.
  let elisions: [[UInt8]]

  init(_ fields: inout NUTFields) throws(NUTError) {
    let start = fields.position
    let version = try fields.v()
    guard Self.versions.contains(version) else {
      throw .unsupported(
        "NUT version \(version) is not supported", byte: start, advice: "write the stream with ffmpeg -f nut")
    }
    // The minor version.
    if version > 3 { _ = try fields.v() }
    let streamCount = try fields.v()
    guard streamCount == 1 else {
      throw .unsupported(
        "the NUT input has \(streamCount) streams, and only one can be read", byte: start,
        advice: "choose one with ffmpeg -map 0:v:0 or -map 0:a:0")
    }
    // The largest distance between sync packets, in bytes.
    _ = try fields.v()
    timebases = try Self.timebases(&fields)
    frameCodes = try NUTFrameCode.table(&fields)
    elisions = try Self.elisions(&fields)
  }

  private static func timebases(_ fields: inout NUTFields) throws(NUTError) -> [Rational] {
    let start = fields.position
    var timebases: [Rational] = []
    for _ in 0..<(try fields.v()) {
      let (top, bottom) = (try fields.v(), try fields.v())
      guard let timebase = Rational(Int64(top), Int64(bottom)), max(top, bottom) < 1 << 31, top > 0 else {
        throw .malformed("a NUT header has an invalid timebase", byte: start)
      }
      timebases.append(timebase)
    }
    guard !timebases.isEmpty else { throw .malformed("a NUT header has no timebase", byte: start) }
    return timebases
  }

  /// The header may end before this table.
  private static func elisions(_ fields: inout NUTFields) throws(NUTError) -> [[UInt8]] {
    var elisions: [[UInt8]] = [[]]
    guard !fields.isAtEnd else { return elisions }
    for _ in 0..<(try fields.v()) { elisions.append(Array(try fields.vb())) }
    return elisions
  }
}
