import Tool
import Warp

/// What words of the command line stand for.
enum Given {
  static func number(_ text: String) throws -> Double {
    guard let number = NumberSyntax.parse(text) else { throw Failure(.usage, "'\(text)' is no number") }
    return number
  }

  static func map(_ path: String) throws -> TimeMap {
    var source = try FileSource(path: path)
    return try TableReader.map(named: source.name) { try source.read(into: &$0) }
  }
}
