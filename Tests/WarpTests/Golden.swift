import Foundation

/// Tables of exact values, stored beside the tests.
enum Golden {
  static func rows(_ name: String) throws -> [[String]] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name).tsv")
    return try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .dropFirst()
      .map { $0.split(separator: "\t").map(String.init) }
  }
}
