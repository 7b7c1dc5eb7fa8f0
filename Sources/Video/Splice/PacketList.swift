import Streams
import Values
import Warp

/// Lists the packets of an encoded film, one per line: the timestamp, and how decoding can begin there. After them come
/// the parameter sets, and obstacles to a cut.
///
///     # warp packets 1, in units of 1/12800
///     0 idr
///     2048 -
///     set 7 0
///     obstacle layers
package struct PacketList<Sink: ByteSink & ~Copyable>: ~Copyable {
  private let reader: PacketReader
  private let syntax: CodedSyntax?
  private var sets = ParameterSets()
  private var obstacles: [String] = []
  private var sink: Sink

  package init(_ reader: PacketReader, to sink: consuming Sink) {
    self.reader = reader
    self.sink = sink
    syntax = CodedSyntax(fourCC: reader.stream.header.stream.fourCC)
  }

  package mutating func run() throws {
    let header = reader.stream.header
    try write("\(CodedFrames.title) \(header.timebase)")
    if let syntax, !sets.take(from: header.stream.codecData, of: syntax) { note("changes") }
    while let head = try reader.next() {
      guard let bytes = try reader.bytes(of: head) else { throw reader.truncation }
      try write("\(head.stamp) \(entry(head, bytes).rawValue)")
    }
    for key in sets.units.keys.sorted() { try write("set \(key.type) \(key.number)") }
    for obstacle in obstacles { try write("obstacle \(obstacle)") }
    try sink.flush()
  }

  private mutating func entry(_ head: PacketHead, _ bytes: [UInt8]) -> CodedFrame.Entry {
    guard let syntax else { return head.isKey ? .key : .none }
    let units = NALUnits.ranges(in: bytes, until: syntax.isSlice).map { bytes[$0] }
    for unit in units {
      // A cut has the sets of the header for all frames.
      if let key = syntax.parameterSet(unit), sets.units[key].map(unit.elementsEqual) != true { note("changes") }
      if let obstacle = syntax.obstacle(unit) { note(obstacle) }
    }
    return syntax.entry(units)
  }

  private mutating func note(_ obstacle: String) {
    if !obstacles.contains(obstacle) { obstacles.append(obstacle) }
  }

  private mutating func write(_ line: String) throws(StreamFailure) { try sink.write(Array("\(line)\n".utf8).span) }

  package consuming func finish() throws(StreamFailure) { try sink.finish() }
}
