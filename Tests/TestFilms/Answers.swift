import Film

/// Answers about a film, from a text in which a line `# NAME STATUS` ends the answer to the question NAME. STATUS is
/// the exit status of its command. A text without such lines, except those of searches and trials, is ffprobe's
/// description of a file: its tracks and all packets.
package struct Answers: Oracle {
  /// The questions have no answer in the text.
  package struct Unanswered: Error {
    package let questions: [Question]
  }

  private typealias Lines = [ArraySlice<UInt8>]

  /// All lines of the text except those that end an answer.
  package private(set) var lines: [ArraySlice<UInt8>] = []
  /// The answers by name of their question.
  private var answers: [String: (lines: Lines, status: Int)] = [:]
  /// The lines that belong to no answer.
  private var rest: Lines = []
  /// The largest number of bytes in a part of an answer.
  private let blockSize: Int

  package init(_ text: String = "") { self.init(bytes: Array(text.utf8)) }

  package init(bytes: [UInt8], blockSize: Int = .max) {
    self.blockSize = blockSize
    for line in bytes.split(separator: UInt8(ascii: "\n")) { if !end(line) { take(line) } }
  }

  /// Questions besides those about the description of a file.
  private static let besides = ["silences", "stills", "card"]

  private mutating func take(_ line: ArraySlice<UInt8>) {
    lines.append(line)
    rest.append(line)
  }

  private mutating func end(_ line: ArraySlice<UInt8>) -> Bool {
    let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 3, words[0] == "#", let status = Int(words[2]) else { return false }
    let isBeside = Self.besides.contains(words[1])
    answers[words[1]] = (isBeside ? rest.filter { $0.starts(with: "lavfi.".utf8) } : rest, status)
    rest = isBeside ? rest.filter { !$0.starts(with: "lavfi.".utf8) } : []
    return true
  }

  private var isWhole: Bool { !rest.isEmpty && answers.keys.allSatisfy(Self.besides.contains) }

  private func answer(_ question: Question) -> (lines: Lines, status: Int)? {
    let isFirstLook = question.words.contains { $0.contains("program_version") }
    if isFirstLook, question.name == "ends", answers["probe"] != nil || isWhole { return ([], 1) }
    if let answer = answers[question.name] { return answer }
    switch question.name {
    case "ends", "samples": return isWhole || answers["packets"] != nil ? ([], 1) : nil
    case "probe", "packets": return isWhole ? (rest, 0) : nil
    case "encoder": return isWhole && rest.contains { $0.starts(with: "Encoder ".utf8) } ? (rest, 0) : nil
    case "start", "frame", "header", "stamps", "copied", "cover": return isWhole ? ([], 0) : nil
    // By default, ffmpeg accepts every codec, every card is there, and no decoder corrects the packets.
    case "trial", "card", "heard": return ([], 0)
    default: return nil
    }
  }

  package func ask(_ questions: [Question], _ take: (Int, AnswerPart) throws -> Void) throws {
    let open = questions.filter { answer($0) == nil }
    guard open.isEmpty else { throw Unanswered(questions: open) }
    for (number, question) in questions.enumerated() {
      guard let (lines, status) = answer(question) else { continue }
      var bytes = lines.flatMap { $0 + [UInt8(ascii: "\n")] }[...]
      while !bytes.isEmpty {
        try take(number, .bytes(Array(bytes.prefix(blockSize))))
        bytes = bytes.dropFirst(blockSize)
      }
      try take(number, .ended(status))
    }
  }
}

extension Question {
  /// The words of each command. `<` means the file with a text.
  package var lines: [[String]] {
    commands.map { [$0.program.rawValue] + $0.words + ($0.text == nil ? [] : ["<"]) }
  }

  package var words: [String] { lines.last ?? [] }
}
