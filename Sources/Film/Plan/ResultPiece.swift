import Streams
import Values

/// One of the pieces of a result whose picture is made separately, perhaps on several machines.
package struct ResultPiece: Equatable, Sendable {
  /// From 1.
  package let number: Int
  package let count: Int

  /// More pieces are of no use, and need long command lines.
  private static let most = 9999

  package init?(number: Int, count: Int) {
    guard (1...Self.most).contains(count), (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  /// Reads `K/N`.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let number = Int(parts[0]), let count = Int(parts[1])
    else { return nil }
    self.init(number: number, count: count)
  }

  package static func all(of count: Int) -> [ResultPiece] {
    (1...count).compactMap { ResultPiece(number: $0, count: count) }
  }

  /// The file of this piece.
  package func path(beside output: String) -> String { "\(output)\(Self.mark)\(number)-of-\(count)" }

  /// The file with sound and subtitles, which are made with the first piece.
  package func restPath(beside output: String) -> String { path(beside: output) + Self.restEnding }

  package static let restEnding = ".rest"
  private static let mark = ".piece-"

  /// The piece that a file name belongs to; nil if it belongs to none.
  ///
  /// - Parameters:
  ///   - file: a name without directories.
  ///   - output: the name of the result.
  package init?(file: String, of output: String) {
    // By bytes: Swift treats names that differ only in the encoding of an accent as equal, but file systems do not.
    let start = (output + Self.mark).utf8
    guard file.utf8.starts(with: start) else { return nil }
    let numbers = String(decoding: file.utf8.dropFirst(start.count), as: UTF8.self).split(
      separator: "-", omittingEmptySubsequences: false)
    guard numbers.count == 3, numbers[1] == "of" else { return nil }
    self.init("\(numbers[0])/\(numbers[2])")
    // `01-of-08` is not the first piece, but another file.
    guard path(beside: output).utf8.elementsEqual(file.utf8) else { return nil }
  }

  /// The share of this piece in `total` items.
  func share(of total: Int) -> Range<Int> {
    let (whole, rest) = total.quotientAndRemainder(dividingBy: count)
    func start(_ number: Int) -> Int { whole * number + rest * number / count }
    return start(number - 1)..<start(number)
  }
}

/// The label of a piece: its result, and the programs that made it. Pieces with the same text belong together.
package struct PieceText: Equatable, Sendable {
  /// Facts with names.
  private let facts: [Fact]

  private struct Fact: Equatable {
    let name: String
    let value: String
  }

  /// - Parameters:
  ///  - programs: the programs that make the piece, with versions.
  ///   - words: the typed arguments.
  ///   - film: the size of the film's file.
  ///   - music: the size of the music file; nil without music.
  ///   - table: the table of the map.
  init(by programs: String, words: String, film: String, music: String? = nil, table: String) {
    // The arguments may be long, for example a list of curves or a filter for the encoder. The table is always hashed.
    let beginning = String(decoding: words.utf8.prefix(5000), as: UTF8.self)
    let shown = words.utf8.count < 20_000 ? words : "\(beginning)… (\(Checksum.text(words)))"
    facts =
      [Fact(name: "made by", value: programs), Fact(name: "words", value: shown), Fact(name: "film", value: film)]
      + (music.map { [Fact(name: "music", value: $0)] } ?? []) + [Fact(name: "map", value: Checksum.text(table))]
  }

  private init(_ facts: [Fact]) { self.facts = facts }

  /// The label of one piece.
  ///
  /// - Parameter restSize: the size of the file with sound and subtitles; nil if there is none.
  package func text(of piece: ResultPiece, restSize: Int? = nil) -> String {
    (["piece \(piece.number)/\(piece.count)"] + facts.map { "\($0.name): \($0.value)" }
      + (restSize.map { ["rest: \($0)"] } ?? [])).joined(separator: "\n")
  }

  /// A label that was read.
  package struct Read: Equatable, Sendable {
    package let piece: ResultPiece
    package let text: PieceText
    /// The size of the file with sound and subtitles; nil if there is none.
    package let restBytes: Int?
  }

  /// Nil if the text is not a label.
  package static func read(_ label: String) -> Read? {
    var lines = label.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let title = lines.first, title.hasPrefix("piece "), let piece = ResultPiece(String(title.dropFirst(6))) else {
      return nil
    }
    let rest = lines.last.flatMap { $0.hasPrefix("rest: ") ? Int($0.dropFirst(6)) : nil }
    if rest != nil { lines.removeLast() }
    let facts = lines.dropFirst().map { line in
      // By bytes: a value may begin with a combining accent.
      let colon = line.utf8.firstRange(of: ": ".utf8)
      return Fact(
        name: String(colon.map { line[..<$0.lowerBound] } ?? line[...]),
        value: String(colon.map { line[$0.upperBound...] } ?? ""))
    }
    return Read(piece: piece, text: PieceText(facts), restBytes: rest)
  }

  /// How a piece with the text `found` differs from one with this text; nil if it does not.
  package func difference(from found: PieceText) -> String? {
    guard facts != found.facts else { return nil }
    for (fact, other) in zip(facts, found.facts) where fact != other {
      switch fact.name {
      case "made by": return "was made by \(other.value), not by \(fact.value)"
      case "words": return "was made with other arguments: \(other.value)"
      case "film": return "was made from another video, of \(other.value)"
      case "music": return "was made with other music, of \(other.value)"
      default: return "was made with another map"
      }
    }
    return "is not a piece of this result"
  }
}

/// A checksum to distinguish texts: 64-bit FNV-1a.
enum Checksum {
  static func text(_ text: String) -> String {
    let value = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return PaddedDigits.print(value, count: 16, radix: 16)
  }
}
