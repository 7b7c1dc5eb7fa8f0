import Streams

/// A file with numbers about a run, as one flat JSON object.
package struct StatsFile: ~Copyable {
  package enum Number: Equatable, Sendable {
    case count(Int)
    case measure(Double)
  }

  private var sink: FileSink

  /// Opens the file at once, so that an unwritable path is reported before a long run.
  package init(creating path: String) throws(StreamFailure) {
    sink = try FileSink(creating: path)
  }

  /// Writes the numbers in this order. The names must need no escape in JSON.
  package consuming func finish(_ numbers: KeyValuePairs<String, Number>) throws(StreamFailure) {
    let lines = numbers.map { "  \"\($0.key)\": \($0.value.text)" }
    try sink.write("{\n\(lines.joined(separator: ",\n"))\n}\n")
    try sink.finish()
  }
}

extension StatsFile.Number {
  var text: String {
    switch self {
    case .count(let count): return "\(count)"
    case .measure(let value):
      // JSON has no infinity or NaN.
      guard value.isFinite else { return "null" }
      return value.description.hasSuffix(".0") ? String(value.description.dropLast(2)) : value.description
    }
  }
}
