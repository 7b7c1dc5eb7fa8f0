import Streams
import Warp

/// What programs have answered so far about a file: lines (`AnswerLine`), taken as they come, one question after the
/// other.
package struct Answers: Sendable {
  package private(set) var probe = Probe()
  /// The statuses of the commands that have ended, by the names of their questions.
  package private(set) var statuses: [String: Int] = [:]
  /// Packets that have come since the last answer ended, by stream.
  private var spans: [Int: PacketSpan] = [:]
  /// Those that came before it, by question and stream.
  private var namedSpans: [String: [Int: PacketSpan]] = [:]

  /// When frames are shown, in ticks of the stream that was asked about.
  private(set) var stamps: [Int] = []

  /// The first bytes of the file, if they were asked for.
  private(set) var header: [UInt8] = []

  /// What is said of an encoder; nil if nothing was.
  package private(set) var encoder: EncoderFacts?
  /// How many encoders have been told of since the last answer ended.
  private var encodersTold = 0

  /// What detectors have found, by question, in the order it was told.
  private var detections: [String: [Detection]] = [:]
  private var newDetections: [Detection] = []

  package init() {}

  /// All tags of a film are one line, and lyrics among them may be long.
  private static var longestLine: Int { 16 << 20 }

  /// What has come behind the last line feed.
  private var lines = LineSplitter()

  /// Takes what the command of a question has printed until now.
  package mutating func take(_ block: [UInt8]) throws(StreamFailure) {
    for line in lines.take(block) { take(line) }
    guard lines.rest.count <= Self.longestLine else {
      throw .tooLong("ffprobe printed a line of more than \(Self.longestLine) bytes")
    }
  }

  /// Reads all of a text, in which a line `# NAME STATUS` ends the answer to the question NAME, whose command ended
  /// with STATUS. Without such lines everything is one answer, and brings all packets of the file.
  package init<Source: ByteSource & ~Copyable>(reading source: consuming Source) throws(StreamFailure) {
    var lines = LineReader(source, longestLine: Self.longestLine)
    while let line = try lines.next() { takeOrEnd(line) }
  }

  package init(_ text: String) {
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) { takeOrEnd(ArraySlice(Array(line))) }
  }

  private mutating func takeOrEnd(_ line: ArraySlice<UInt8>) {
    let words = line.starts(with: "# ".utf8) ? line.dropFirst(2).split(separator: UInt8(ascii: " ")) : []
    let texts = words.map { String(decoding: $0, as: UTF8.self) }
    if texts.count == 2, let status = Int(texts[1]) { endAnswer(texts[0], status) } else { take(line) }
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
    case .nothing: break
    }
  }

  /// Ends an answer: what has come since the one before is that of this question.
  ///
  /// - Parameter status: that of its command.
  package mutating func endAnswer(_ name: String, _ status: Int) {
    if let line = lines.takeRest() { take(line[...]) }
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
