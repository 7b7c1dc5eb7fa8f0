import Streams

/// The output's frames: each with what its container has to say in front of it, and counted.
struct FrameOutput<Sink: ByteSink & ~Copyable>: ~Copyable {
  private(set) var tally = FrameTally()
  private var writer: any FrameWriter
  private var sink: Sink
  private let frameBytes: Int

  init(_ writer: any FrameWriter, to sink: consuming Sink, frameBytes: Int) {
    self.writer = writer
    self.sink = sink
    self.frameBytes = frameBytes
  }

  mutating func writeHeader() throws { try write(writer.header) }

  /// A frame of the source as it is: `samples` writes just these.
  ///
  /// - Parameter stamp: at a fixed rate there is none, and the frame's number stands for it.
  mutating func write(
    _ frame: Int, _ stamp: Int64?, _ samples: (inout Sink) throws(StreamFailure) -> Void
  ) throws {
    try begin(stamp)
    try samples(&sink)
    tally.show(frame)
  }

  /// A frame made of others.
  mutating func write(_ samples: [UInt8], of frames: [Int]) throws {
    try begin(nil)
    try sink.write(samples.span)
    tally.mix(frames)
  }

  mutating func flush() throws { try sink.flush() }

  consuming func finish() throws(StreamFailure) { try sink.finish() }

  private mutating func begin(_ stamp: Int64?) throws {
    try write(writer.prefix(stamp: stamp.map(Int.init) ?? tally.outputCount))
    tally.write(frameBytes)
  }

  private mutating func write(_ bytes: [UInt8]) throws {
    try sink.write(bytes.span)
    tally.write(bytes.count)
  }
}
