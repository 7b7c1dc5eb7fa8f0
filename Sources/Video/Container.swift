import NUT
import Streams

/// The formats in which frames come and go: for each a `ContainerReader` and a `FrameWriter`.
package enum Container: Sendable {
  /// Frames at a fixed rate, counted.
  case y4m
  /// Frames with a stamp each.
  case nut

  /// Whether each frame comes with its own time; else frames are counted.
  package var isStamped: Bool {
    switch self {
    case .y4m: false
    case .nut: true
    }
  }

  /// What messages call all of them together.
  static let names = "y4m or NUT"
  static let unknown = "the input is neither y4m nor NUT"

  /// The container of a stream that begins with this byte; nil if none does.
  init?(firstByte: UInt8) {
    switch firstByte {
    case Y4MHeader.magic[0]: self = .y4m
    case NUTDemuxer.magic[0]: self = .nut
    default: return nil
    }
  }

  /// Reads the header, of which nothing has been taken yet.
  func reader<Source: ByteSource & ~Copyable>(
    _ input: inout ByteInput<Source>
  ) throws(VideoError) -> any ContainerReader {
    switch self {
    case .y4m: try Y4MReader(&input)
    case .nut: try NUTReader(FilmDemuxer(&input))
    }
  }

  package func writer(for format: StreamFormat) throws(VideoError) -> any FrameWriter {
    switch self {
    case .y4m: try Y4MWriter(format)
    case .nut: try NUTFrameWriter(format)
    }
  }
}

/// Reads everything of a stream but the frames' samples.
protocol ContainerReader {
  var format: StreamFormat { get }

  /// Takes what stands before the samples of the next frame; nil at the end of the stream. The samples of the frame
  /// before have been taken.
  mutating func nextFrame<Source: ByteSource & ~Copyable>(
    _ input: inout ByteInput<Source>
  ) throws(VideoError) -> FrameHead?
}

/// What is known of a frame before its samples are read.
package struct FrameHead: Equatable, Sendable {
  /// When the frame is due, in units of the stream's timebase; nil where frames are only counted.
  package let stamp: Int?
  /// The byte of the stream its samples begin at. Nil where they are not all in the stream: NUT may leave out the first
  /// few bytes of a small frame.
  package let offset: Int?
  /// The bytes of the samples that were left out.
  let elided: [UInt8]

  init(stamp: Int? = nil, offset: Int, elided: [UInt8] = []) {
    self.stamp = stamp
    self.offset = elided.isEmpty ? offset : nil
    self.elided = elided
  }
}

/// Makes the bytes that stand around the samples of frames; the samples themselves do not pass through here.
package protocol FrameWriter: Sendable {
  /// Written before everything else.
  var header: [UInt8] { get }

  /// What is written directly before the samples of the next frame. To be called exactly once for each frame that is
  /// written, since writers count bytes.
  ///
  /// - Parameter stamp: at least 0, and larger than that of the frame before. A container that only counts
  ///   frames takes nil as well, and ignores it.
  mutating func prefix(stamp: Int?) -> [UInt8]
}
