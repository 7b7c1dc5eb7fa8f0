import Warp

/// A line of what programs say that have been asked about a film, and what it is by its first bytes.
enum AnswerLine {
  /// `stream|index=0|…` and all else of ffprobe's compact output but packets.
  case probe(ProbeLine)
  /// `packet|stream_index=0|pts=512|…`.
  case packet(stream: Int, PacketSpan.Packet)
  /// `512,`: a stamp in ffprobe's csv output, behind which there may be marks of what is said beside the packet.
  case stamp(Int)
  /// ` 82  73  70`: bytes as od prints them, none where nothing on the line is one.
  case bytes([UInt8])
  /// `Encoder libx264 [H.264]:`, and a line of what ffmpeg says of it.
  case encoder
  case encoderDetail(ArraySlice<UInt8>)
  /// `lavfi.silence_start=1.5`.
  case detections([Detection])
  /// Nothing that is known.
  case nothing

  /// - Parameter isOfEncoder: whether it comes behind the name of an encoder, and is about it if it is indented.
  init(_ line: ArraySlice<UInt8>, isOfEncoder: Bool) {
    let first = line.first ?? 0
    if line.starts(with: "Encoder ".utf8) {
      self = .encoder
    } else if first == UInt8(ascii: " ") {
      let numbers = line.split(separator: UInt8(ascii: " ")).compactMap(PacketLine.number)
      self = isOfEncoder ? .encoderDetail(line) : .bytes(numbers.compactMap(UInt8.init(exactly:)))
    } else if line.starts(with: "packet|".utf8) {
      let (stream, packet) = PacketLine.read(line)
      self = .packet(stream: stream, packet)
    } else if line.starts(with: "lavfi.".utf8) {
      self = .detections(Detection.all(in: line))
    } else if first &- UInt8(ascii: "0") <= 9 || first == UInt8(ascii: "-") {
      self = PacketLine.number(line.prefix { $0 != UInt8(ascii: ",") }).map { .stamp($0) } ?? .nothing
    } else if first == UInt8(ascii: "#") {
      self = .nothing
    } else {
      self = .probe(ProbeLine(String(decoding: line, as: UTF8.self)))
    }
  }
}

/// `packet|stream_index=0|pts=512|dts=0|duration=512|flags=K_`: read from its bytes, without making a String of each
/// field, since a file may have a million packets.
enum PacketLine {
  static func read(_ line: ArraySlice<UInt8>) -> (stream: Int, packet: PacketSpan.Packet) {
    var stream = 0
    var packet = PacketSpan.Packet()
    for field in line.split(separator: UInt8(ascii: "|")).dropFirst() {
      guard let sign = field.firstIndex(of: UInt8(ascii: "=")) else {
        // A field without a value begins a section about the packet's side data, which may have a `pts` of its own.
        break
      }
      let value = field[(sign + 1)...]
      switch field[..<sign] {
      case let name where name.elementsEqual("stream_index".utf8): stream = number(value) ?? 0
      case let name where name.elementsEqual("pts".utf8): packet.shown = number(value)
      case let name where name.elementsEqual("dts".utf8): packet.decoded = number(value)
      case let name where name.elementsEqual("duration".utf8): packet.duration = number(value)
      case let name where name.elementsEqual("flags".utf8): packet.isOnlyDecoded = value.contains(UInt8(ascii: "D"))
      default: break
      }
    }
    return (stream, packet)
  }

  /// Nil for `N/A`, and for what does not fit in an Int.
  static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    let isNegative = digits.first == UInt8(ascii: "-")
    var value = 0
    for digit in isNegative ? digits.dropFirst() : digits {
      guard digit &- UInt8(ascii: "0") <= 9 else { return nil }
      let (shifted, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, sumOverflows) = shifted.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
      guard !overflows, !sumOverflows else { return nil }
      value = sum
    }
    return digits.isEmpty ? nil : isNegative ? -value : value
  }
}
