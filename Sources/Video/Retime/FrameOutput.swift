import Streams

/// Writes the output's frames and counts them. Before each frame it writes the bytes that the container requires.
struct FrameOutput<Sink: ByteSink & ~Copyable>: ~Copyable {
  private(set) var tally = FrameTally()
  private var writer: any FrameWriter
  private var sink: Sink
  private let frameBytes: Int
  /// The number of the first output frame, which gives its timestamp at a fixed rate.
  private let first: Int

  init(_ writer: any FrameWriter, to sink: consuming Sink, frameBytes: Int, first: Int = 0) {
    self.first = first
    self.writer = writer
    self.sink = sink
    self.frameBytes = frameBytes
  }

  mutating func writeHeader() throws { try write(writer.header) }

  /// Writes a frame of the source unchanged.
  ///
  /// - Parameters:
  ///   - stamp: the timestamp. At a fixed rate it is nil, and the number of the output frame is used.
  ///   - samples: writes the samples of the frame and nothing else.
  mutating func write(
    _ frame: Int, _ stamp: Int64?, _ samples: (inout Sink) throws(StreamFailure) -> Void
  ) throws {
    try begin(stamp)
    try samples(&sink)
    tally.show(frame)
  }

  /// Writes a frame made from others, at a fixed rate.
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
