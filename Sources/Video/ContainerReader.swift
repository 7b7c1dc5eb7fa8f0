import Streams

/// Understands everything of a stream but the frames' samples.
protocol ContainerReader {
  var format: StreamFormat { get }

  /// Takes what stands before the samples of the next frame; nil at the end of the stream.
  mutating func nextFrame<Source: ByteSource & ~Copyable>(
    _ input: inout ByteInput<Source>
  ) throws(VideoError) -> FrameHead?
}
