import Streams
import Tool
import Values

/// Texts that the page keeps for later: the draft of a curve for each film, and presets for all. They stay in files, or
/// if that is impossible, until the server ends.
final class KeptTexts {
  enum Kind: String { case draft, presets }

  enum Refusal: Error { case malformed, tooLong }

  /// Of a text, in bytes.
  private static let longest = 64 * 1024
  private static let mostDrafts = 200

  private let directory: StateDirectory?
  /// The name of the draft's file.
  private let draft: String
  /// The first line of this file.
  private let title: String
  private var texts: [Kind: String] = [:]
  /// The kinds whose files could not be written.
  private var unwritten: Set<Kind> = []

  init(for input: String, in directory: StateDirectory? = StateDirectory()) {
    self.directory = directory
    let path = InputFile.absolutePath(of: FileName(input).asFile) ?? input
    let size = (try? InputFile.size(FileName(input).asFile)) ?? 0
    draft = "draft-\(Self.hash(ByteText.bytes(path) + [0] + Array("\(size)".utf8)))"
    let name = String(String.UnicodeScalarView(FileName(input).name.unicodeScalars.filter { $0.value >= 0x20 }))
    title = "# warp draft of \(name)\n"
  }

  /// FNV-1a, as 16 hexadecimal digits.
  private static func hash(_ bytes: [UInt8]) -> String {
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The newest text; empty if there is none. Another server may have written the file.
  func text(_ kind: Kind) -> String {
    guard !unwritten.contains(kind), let directory else { return texts[kind] ?? "" }
    let limit = Self.longest + (kind == .draft ? 1024 : 0)
    guard var bytes = directory.bytes(of: file(kind), upTo: limit)?[...] else { return texts[kind] ?? "" }
    if kind == .draft { bytes = bytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst() }
    return String(validating: bytes, as: UTF8.self) ?? ""
  }

  /// Keeps the text of a request, `draft` or `presets`, NUL and the text. An empty text removes the file.
  ///
  /// - Returns: the problem if the text is kept only until the server ends.
  func keep(_ body: [UInt8]) throws(Refusal) -> String? {
    let parts = body.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let kind = Kind(rawValue: String(decoding: parts[0], as: UTF8.self)) else {
      throw .malformed
    }
    guard parts[1].count <= Self.longest else { throw .tooLong }
    guard let text = String(validating: parts[1], as: UTF8.self) else { throw .malformed }
    texts[kind] = text
    guard let directory else {
      unwritten.insert(kind)
      return "knows no directory for it: neither XDG_STATE_HOME nor HOME is set"
    }
    unwritten.remove(kind)
    if text.isEmpty {
      directory.remove(file(kind))
      return nil
    }
    do throws(StreamFailure) {
      try directory.write((kind == .draft ? ByteText.bytes(title) : []) + parts[1], to: file(kind))
      if kind == .draft { directory.keepNewest(Self.mostDrafts, beginning: "draft-") }
      return nil
    } catch {
      unwritten.insert(kind)
      return error.description
    }
  }

  private func file(_ kind: Kind) -> String { kind == .draft ? draft : "presets" }
}
