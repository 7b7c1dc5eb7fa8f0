import Streams

/// Records as `scripts/warp` reads them: a first word by which they are known from text, then of each the number of its
/// words and the words, each ended by a zero byte, since names may hold everything else.
struct Records {
  private var bytes: [UInt8] = []

  init() { add("records") }

  mutating func add(_ record: [String]) {
    add("\(record.count)")
    for word in record { add(word) }
  }

  private mutating func add(_ word: String) { bytes += ByteText.bytes(word) + [0] }

  func write<Sink: ByteSink & ~Copyable>(to output: inout Sink) throws(StreamFailure) { try output.write(bytes.span) }
}
