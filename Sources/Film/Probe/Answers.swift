import Streams
import Warp

/// What programs have answered so far about a file: lines (`AnswerLine`), taken as they come.
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
    switch AnswerLine(line, isOfEncoder: encodersTold > 0) {
    case .probe(let line): probe.take(line)
    case .packet(let stream, let packet): spans[stream, default: PacketSpan()].take(packet)
    case .stamp(let stamp): stamps.append(stamp)
    case .bytes(let bytes): header += bytes
    case .encoder:
      encodersTold += 1
      if encoder == nil { encoder = EncoderFacts() }
    case .encoderDetail(let line): if encodersTold == 1 { encoder?.take(line) }
    case .detections(let found): newDetections += found
    case .end(let name, let status): endAnswer(name, status)
    case .nothing: break
    }
  }

  /// Ends an answer: what has come since the last such line is that of the question it names.
  private mutating func endAnswer(_ name: String, _ status: Int) {
    statuses[name] = status
    encodersTold = 0
    // A search brings no packets. Where one answer brings all that ffprobe says, those before it are not the search's.
    if Question.searches.contains(name) {
      detections[name] = newDetections
      newDetections = []
    } else {
      namedSpans[name] = spans
      spans = [:]
    }
  }

  /// What a question has found.
  func detections(by question: String) -> [Detection] { detections[question] ?? [] }

  /// Whether ffprobe has been asked one question after another, so that more can be asked.
  var areOfQuestions: Bool { statuses.keys.contains { !Question.searches.contains($0) } }

  /// The packets of a stream that a question has brought; none if it brought none; nil until its command
  /// has ended, however it ended.
  func span(of stream: Int, by question: String) -> PacketSpan? {
    guard statuses[question] != nil else { return nil }
    return namedSpans[question]?[stream] ?? PacketSpan()
  }

  /// The packets of a stream that have come without a question; nil if none have.
  func span(of stream: Int) -> PacketSpan? { spans[stream] }
}
