import Streams
import Tool

/// Inputs that are kept in files.
enum SeedFile {
  /// Those that blank lines divide. A single line is what someone typed, and comes without its end.
  static func inputs(_ path: String) throws -> [[UInt8]] {
    var lines = LineReader(try FileSource(path: path))
    var inputs: [[UInt8]] = [[]]
    while let line = try lines.next() {
      if line.isEmpty { inputs.append([]) } else { inputs[inputs.count - 1] += line + [UInt8(ascii: "\n")] }
    }
    return inputs.map { $0.firstIndex(of: UInt8(ascii: "\n")) == $0.count - 1 ? $0.dropLast() : $0 }
  }

  /// The whole file as one input.
  static func bytes(_ path: String) throws -> [UInt8] {
    var source = try FileSource(path: path)
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while case let count = try source.read(into: &block), count > 0 { bytes += block[..<count] }
    return bytes
  }
}
