/// What Apple's Photos notes about slow motion in a file beside the film, `IMG_1234.AAE`.
///
/// The file is a property list about one edit. The data of the edit are another property list, binary or XML, and may
/// be compressed.
package struct AppleSidecar: Equatable, Sendable {
  package struct Region: Equatable, Sendable {
    /// In seconds.
    package let start: Double
    package let end: Double
  }

  /// Sorted by start.
  package let regions: [Region]
  /// The speed in the regions; 1 is normal.
  package let speed: Double

  package init(regions: [Region], speed: Double) { (self.regions, self.speed) = (regions, speed) }

  /// What the file describes, if it is not slow motion.
  package struct OtherEdit: Error, Equatable, Sendable {
    /// Apple's name for it, such as `com.apple.photo`.
    package let format: String
  }

  /// Throws `CameraError` if the file is damaged, and `OtherEdit` if it describes another edit.
  package init(reading bytes: [UInt8]) throws {
    let edit = try PropertyValue(reading: bytes)
    guard let format = edit["adjustmentFormatIdentifier"]?.text, let data = edit["adjustmentData"]?.data else {
      throw CameraError("it describes no edit")
    }
    guard format == "com.apple.video.slomo" else { throw OtherEdit(format: format) }
    guard let slowMotion = try Self.list(data)["slowMotion"] else { throw CameraError("it has no slow motion") }
    guard let speed = slowMotion["rate"]?.number, speed >= Self.slowest, speed <= 1 else {
      throw CameraError("its speed is missing or not possible")
    }
    let regions = try (slowMotion["regions"]?.array ?? []).map { region in
      guard let range = region["timeRange"], let start = Self.seconds(range["start"]),
        let length = Self.seconds(range["duration"])
      else { throw CameraError("a part in slow motion has no times") }
      return Region(start: start, end: start + length)
    }
    self.init(regions: regions.sorted { $0.start < $1.start }, speed: speed)
  }

  /// The property list in the data of an edit.
  private static func list(_ data: [UInt8]) throws(CameraError) -> PropertyValue {
    if data.starts(with: BinaryPropertyList.magic) || data.first == UInt8(ascii: "<") {
      return try PropertyValue(reading: data)
    }
    // Data compressed by zlib begin with two bytes of their own.
    guard let list = Inflate.data(data, limit: longest) ?? Inflate.data(Array(data.dropFirst(2)), limit: longest) else {
      throw CameraError("the data of the edit cannot be read")
    }
    return try PropertyValue(reading: list)
  }

  /// A time of Core Media: a value, the number of values in a second, and flags, of which the lowest says that the time
  /// is valid.
  private static func seconds(_ time: PropertyValue?) -> Double? {
    guard let value = time?["value"]?.number, let scale = time?["timescale"]?.number, scale > 0,
      let flags = time?["flags"]?.number, flags.truncatingRemainder(dividingBy: 2) == 1
    else { return nil }
    let seconds = value / scale
    return seconds >= 0 && seconds <= 1e6 ? seconds : nil
  }

  private static let longest = 1 << 20
  private static let slowest = 0.001
}
