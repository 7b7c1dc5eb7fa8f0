import Streams

/// Writes the output's frames, each after the bytes that its container puts in front of it, and counts them.
struct FrameOutput<Sink: ByteSink & ~Copyable>: ~Copyable {
  private(set) var tally = FrameTally()
  private var writer: any FrameWriter
  private var sink: Sink
  private let frameBytes: Int
  /// The number of the first frame, where frames are counted.
  private let first: Int

  init(_ writer: any FrameWriter, to sink: consuming Sink, frameBytes: Int, first: Int = 0) {
    self.first = first
    self.writer = writer
    self.sink = sink
    self.frameBytes = frameBytes
  }

  mutating func writeHeader() throws { try write(writer.header) }

  /// Writes a frame of the source as it is.
  ///
  /// - Parameters:
  ///   - stamp: nil at a fixed rate; then the number of the output frame is its stamp.
  ///   - samples: writes the samples of the frame and nothing else.
  mutating func write(
    _ frame: Int, _ stamp: Int64?, _ samples: (inout Sink) throws(StreamFailure) -> Void
  ) throws {
    try begin(stamp)
    try samples(&sink)
    tally.show(frame)
  }

  /// Writes a frame made of others, at a fixed rate.
  mutating func write(_ samples: [UInt8], of frames: [Int]) throws {
    try begin(nil)
    try sink.write(samples.span)
    tally.mix(frames)
  }

  mutating func flush() throws { try sink.flush() }

  consuming func finish() throws(StreamFailure) { try sink.finish() }

  private mutating func begin(_ stamp: Int64?) throws {
    try write(writer.prefix(stamp: stamp.map(Int.init) ?? first + tally.outputCount))
    tally.write(frameBytes)
  }

  private mutating func write(_ bytes: [UInt8]) throws {
    try sink.write(bytes.span)
    tally.write(bytes.count)
  }
}
