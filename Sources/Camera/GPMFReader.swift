/// Reads the ground speed from GPMF, the track in which GoPro's cameras store what their sensors measure.
///
/// The track consists of payloads, about one for each second. A payload has a part for each device, with a part for
/// each sensor. Parts and values are four letters, a type, a size, a count and their bytes, up to a multiple of four.
/// Numbers are big-endian.
package struct GPMFReader: Sendable {
  /// What a device has measured in one payload.
  struct Device: Equatable, Sendable {
    /// The offset of its bytes in the track.
    let offset: Int
    /// The number of the device.
    let device: Int
    /// In metres per second. Nil where the receiver did not know its place.
    var speeds: [Double?] = []
    /// The number of speeds in this and all payloads before it, with those that the camera has dropped.
    var total: Int?
  }

  /// In the order of the track.
  private(set) var devices: [Device] = []
  private var bytes: [UInt8] = []
  /// The number of bytes before `bytes`.
  private var offset = 0

  package init() {}

  /// Reads more bytes of the track.
  package mutating func take(_ block: some Sequence<UInt8>) throws(CameraError) {
    bytes += block
    var start = 0
    while let part = try Part(bytes[...], at: start) {
      if part.name == "DEVC" {
        guard devices.count < Self.mostDevices else { throw CameraError("the track has too many parts") }
        devices.append(try device(part, offset: offset + start))
      }
      start = part.end
    }
    // Zeros fill the end of some payloads.
    start = bytes[start...].firstIndex { $0 != 0 } ?? bytes.endIndex
    bytes.removeFirst(start)
    offset += start
  }

  /// Throws if the last part is cut off.
  package func finish() throws(CameraError) {
    guard bytes.isEmpty else { throw CameraError("its end is missing") }
  }

  private func device(_ part: Part, offset: Int) throws(CameraError) -> Device {
    var (number, streams): (Int, [Part]) = (0, [])
    for value in try part.parts {
      if value.name == "DVID", value.content.count == 4 { number = Array(value.content).bigEndian(at: 0, 4) }
      if value.name == "STRM" { streams.append(value) }
    }
    var device = Device(offset: offset, device: number)
    // Cameras with GPS9 may write GPS5 as well.
    for name in ["GPS9", "GPS5"] where device.speeds.isEmpty {
      for stream in streams {
        let values = try stream.parts
        if values.contains(where: { $0.name == name }) { try take(values, into: &device) }
      }
    }
    return device
  }

  /// Reads the values of the receiver: latitude, longitude, height, speed over ground and speed. GPS9 adds the day, the
  /// time, the accuracy and the kind of fix, which GPS5 has in a value of its own.
  private func take(_ values: [Part], into device: inout Device) throws(CameraError) {
    var (scale, isFixed) = (1.0, true)
    for value in values {
      let bytes = Array(value.content)
      switch value.name {
      case "TSMP" where bytes.count == 4: device.total = bytes.bigEndian(at: 0, 4)
      case "GPSF" where bytes.count == 4: isFixed = bytes.bigEndian(at: 0, 4) >= 2
      case "SCAL" where value.size == 4 && [1, 5, 9].contains(value.count):
        // A single scale is that of all fields; the speed is the fourth.
        scale = Double(bytes.bigEndian(at: value.count > 1 ? 12 : 0, 4))
        guard scale > 0 else { throw CameraError("a scale of the GPS is 0") }
      case "GPS5" where value.size == 20, "GPS9" where value.size == 32:
        device.speeds = (0..<value.count).map { index in
          let sample = index * value.size
          let isKnown = value.size == 32 ? bytes.bigEndian(at: sample + 30, 2) >= 2 : isFixed
          let speed = Int32(truncatingIfNeeded: bytes.bigEndian(at: sample + 12, 4))
          return isKnown ? max(0, Double(speed) / scale) : nil
        }
      default: break
      }
    }
  }

  /// More than a month of payloads.
  private static let mostDevices = 4_000_000
}

/// A part of a track in GPMF.
private struct Part {
  let name: String
  /// 0 for a part that contains others.
  let type: UInt8
  let size: Int
  let count: Int
  let content: ArraySlice<UInt8>
  /// Where the next part begins.
  let end: Int

  /// Returns nil if the bytes end before the part does.
  init?(_ bytes: ArraySlice<UInt8>, at start: Int) throws(CameraError) {
    // Zeros fill the end of some payloads.
    let start: Int = bytes[start...].firstIndex { $0 != 0 } ?? bytes.endIndex
    guard bytes.endIndex - start >= 8 else { return nil }
    let head = Array(bytes[start..<start + 8])
    guard head[..<4].allSatisfy({ (0x20...0x7E).contains($0) }) else { throw CameraError("a part has no name") }
    name = String(decoding: head[..<4], as: UTF8.self)
    (type, size, count) = (head[4], Int(head[5]), head.bigEndian(at: 6, 2))
    let length: Int = size * count
    end = start + 8 + (length + 3) / 4 * 4
    guard end <= bytes.endIndex else { return nil }
    content = bytes[start + 8..<start + 8 + length]
  }

  /// The parts that it contains.
  var parts: [Part] {
    get throws(CameraError) {
      guard type == 0 else { throw CameraError("the part \(name) contains no parts") }
      var (parts, start): ([Part], Int) = ([], content.startIndex)
      while let part = try Part(content, at: start) {
        parts.append(part)
        start = part.end
      }
      guard content[start...].allSatisfy({ $0 == 0 }) else { throw CameraError("a part of \(name) is too long") }
      return parts
    }
  }
}
