import NUT
import Streams
import Values

/// Each container has a `ContainerReader` and a `FrameWriter`.
extension Container {
  /// Whether each frame has its own timestamp. Otherwise its number and the rate give its time.
  package var isStamped: Bool {
    switch self {
    case .y4m: false
    case .nut: true
    }
  }

  /// The name in messages.
  package var name: String {
    switch self {
    case .y4m: "y4m"
    case .nut: "NUT"
    }
  }

  /// The names of all containers, for messages.
  static let names = "y4m or NUT"
  static let making = "make the input with ffmpeg -f yuv4mpegpipe or -f nut"
  static let unknown = "the input is neither y4m nor NUT"

  /// The container whose streams begin with this byte; nil if there is none.
  init?(firstByte: UInt8) {
    switch firstByte {
    case Y4MHeader.magic[0]: self = .y4m
    case NUTDemuxer.magic[0]: self = .nut
    default: return nil
    }
  }

  /// Reads the header. The input must be at its first byte.
  func reader(_ input: inout ByteInput) throws(VideoError) -> any ContainerReader {
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

/// Reads everything in a stream except the frames' samples.
protocol ContainerReader {
  var format: StreamFormat { get }

  /// Reads up to the samples of the next frame; nil at the end of the stream. The caller has already taken the samples
  /// of the previous frame.
  mutating func nextFrame(_ input: inout ByteInput) throws(VideoError) -> FrameHead?
}

/// The facts about a frame that are known before its samples are read.
package struct FrameHead: Equatable, Sendable {
  /// The frame's timestamp, in units of the stream's timebase; nil in a container without timestamps.
  package let stamp: Int?
  /// The offset in the stream of the frame's samples; nil if some are missing there, since NUT may leave out the first
  /// bytes of a small frame.
  package let offset: Int?
  /// The bytes of the samples that the stream leaves out.
  let elided: [UInt8]

  init(stamp: Int? = nil, offset: Int, elided: [UInt8] = []) {
    self.stamp = stamp
    self.offset = elided.isEmpty ? offset : nil
    self.elided = elided
  }
}

/// Makes the bytes around the samples of frames. The samples themselves do not pass through the writer.
package protocol FrameWriter: Sendable {
  /// The bytes at the beginning of the stream.
  var header: [UInt8] { get }

  /// The bytes to write directly before the samples of the next frame. Writers count bytes, so this must be called
  /// exactly once for each written frame.
  ///
  /// - Parameter stamp: the timestamp, at least 0 and larger than that of the previous frame. A container without
  ///   timestamps ignores it and also accepts nil.
  mutating func prefix(stamp: Int?) -> [UInt8]
}
