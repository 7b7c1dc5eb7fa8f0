import Streams
import Warp

/// What ffprobe has answered so far about a file: lines of its compact output, taken as they come.
///
/// A line `# NAME STATUS` ends the answer to the question NAME, and says with which status its command ended. Without
/// such lines everything is one answer, and brings all packets of the file.
package struct Answers: Sendable {
  package private(set) var probe = Probe()
  /// The statuses of the commands that have ended, by the names of their questions.
  package private(set) var statuses: [String: Int] = [:]
  /// Packets that have come since the last line `# NAME STATUS`, by stream.
  private var spans: [Int: PacketSpan] = [:]
  /// Those that came before it, by question and stream.
  private var namedSpans: [String: [Int: PacketSpan]] = [:]

  /// When frames are shown, in ticks of the stream that was asked about.
  private(set) var stamps: [Int] = []

  /// The first bytes of the file, if they were asked for.
  private(set) var header: [UInt8] = []

  /// What is said of an encoder; nil if nothing was.
  package private(set) var encoder: EncoderFacts?
  /// How many encoders have been told of since the last line `# NAME STATUS`.
  private var encodersTold = 0

  /// What detectors have found, by question, in the order it was told.
  private var detections: [String: [Detection]] = [:]
  private var newDetections: [Detection] = []

  package init() {}

  /// All tags of a film are one line, and lyrics among them may be long.
  private static var longestLine: Int { 16 << 20 }

  /// Reads all of a source.
  package init<Source: ByteSource & ~Copyable>(reading source: consuming Source) throws(StreamFailure) {
    var lines = LineReader(source, longestLine: Self.longestLine)
    while let line = try lines.next() { take(line) }
  }

  package init(_ text: String) {
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) { take(ArraySlice(Array(line))) }
  }

  private mutating func take(_ line: ArraySlice<UInt8>) {
    if line.starts(with: "Encoder ".utf8) {
      encodersTold += 1
      if encoder == nil { encoder = EncoderFacts() }
    } else if encodersTold > 0, line.first == UInt8(ascii: " ") {
      if encodersTold == 1 { encoder?.take(line) }
    } else if line.starts(with: "packet|".utf8) {
      let (stream, packet) = PacketLine.read(line)
      spans[stream, default: PacketSpan()].take(packet)
    } else if line.starts(with: "lavfi.".utf8) {
      newDetections += Detection.all(in: line)
    } else if let byte = line.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    {
      // Behind the number of a stamp there may be marks of what is said beside the packet.
      if let stamp = PacketLine.number(line.prefix { $0 != UInt8(ascii: ",") }) { stamps.append(stamp) }
    } else if line.first == UInt8(ascii: " ") {
      let numbers = line.split(separator: UInt8(ascii: " ")).compactMap(PacketLine.number)
      header += numbers.compactMap(UInt8.init(exactly:))
    } else if line.starts(with: "# ".utf8) {
      endAnswer(String(decoding: line.dropFirst(2), as: UTF8.self))
    } else {
      probe.take(ProbeLine(String(decoding: line, as: UTF8.self)))
    }
  }

  /// Ends an answer: the packets since the last such line are those of the question it names. A line that is not NAME
  /// and a whole number is passed over.
  private mutating func endAnswer(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    guard words.count == 2, let status = Int(words[1]) else { return }
    statuses[words[0]] = status
    namedSpans[words[0]] = spans
    detections[words[0]] = newDetections
    newDetections = []
    spans = [:]
    encodersTold = 0
  }

  /// What a question has found.
  func detections(by question: String) -> [Detection] { detections[question] ?? newDetections }

  /// Whether questions have been answered one by one, so that more can be asked.
  var areOfQuestions: Bool { !statuses.isEmpty }

  /// The packets of a stream that a question has brought; none if it brought none; nil until its command
  /// has ended, however it ended.
  func span(of stream: Int, by question: String) -> PacketSpan? {
    guard statuses[question] != nil else { return nil }
    return namedSpans[question]?[stream] ?? PacketSpan()
  }

  /// The packets of a stream that have come without a question; nil if none have.
  func span(of stream: Int) -> PacketSpan? { spans[stream] }
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
  fileprivate static func number(_ digits: ArraySlice<UInt8>) -> Int? {
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
