import TestSupport

@testable import Cues
@testable import Warp

func retimed(_ text: String, _ format: CueFormat, _ map: TimeMap) throws -> String {
  String(decoding: try format.retimed(Array(text.utf8), along: map).bytes, as: UTF8.self)
}

func refusal(_ text: String, _ format: CueFormat) -> String { complaint { try retimed(text, format, Maps.identity) } }

let mark = "\u{FEFF}"

/// Maps that repeat, reverse or cut cues.
enum Maps {
  static let identity = try! TimeMap(scale: 1, duration: 3600)
  static let double = try! TimeMap(scale: 2, duration: 3600)
  /// Shows 0 to 4 s, then 2 to 6 s.
  static let repeated = try! map("0 0\n4 4\n2 4\n6 8\n")
  static let backward = try! TimeMap(scale: 1, duration: 10).reversed()
  static let late = try! TimeMap(scale: 1, duration: 60).trimmed(from: 2, to: 60)

  static func map(_ table: String) throws -> TimeMap {
    var reader = TableReader(name: "map.tsv")
    try reader.read(Array(table.utf8).span)
    return try reader.finish()
  }
}

extension String {
  /// How often a part stands in the text.
  func components(of part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}
