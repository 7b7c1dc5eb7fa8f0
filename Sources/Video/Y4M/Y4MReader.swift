import Streams

/// Reads y4m: a header line, and a line before each frame. The header may be repeated unchanged between frames, as in
/// concatenated streams.
struct Y4MReader: ContainerReader {
  static let frameMark = Array("FRAME".utf8)
  /// The largest number of bytes in a line. A longer line is an error, so an input without line ends cannot fill the
  /// memory.
  private static let longestLine = 4096

  let format: StreamFormat
  /// Whether no frame has come since the last header. A stream may not end in this state.
  private var isFrameDue = true

  init(_ input: inout ByteInput) throws(VideoError) {
    let start = input.position
    format = try Y4MHeader.parse(try Self.takeLine(&input, of: "the y4m header"), at: start)
  }

  /// Begins inside a stream without a header, whose format is known.
  init(continuing format: StreamFormat) {
    self.format = format
    isFrameDue = false
  }

  mutating func nextFrame(_ input: inout ByteInput) throws(VideoError) -> FrameHead? {
    while try input.peekedByte() != nil {
      let start = input.position
      let line = try Self.takeLine(&input, of: "the FRAME line before a frame")
      if Self.beginsFrame(line) {
        isFrameDue = false
        return FrameHead(offset: input.position)
      }
      try requireSameHeader(line, at: start)
      isFrameDue = true
    }
    if isFrameDue { throw .noFrame(byte: input.position) }
    return nil
  }

  /// Parameters may follow the word. They do not change the size of the frame, and are not copied to the output.
  private static func beginsFrame(_ line: [UInt8]) -> Bool {
    line.starts(with: frameMark) && (line.count == frameMark.count || line[frameMark.count] == UInt8(ascii: " "))
  }

  private func requireSameHeader(_ line: [UInt8], at start: Int) throws(VideoError) {
    guard Y4MHeader.begins(line) else { throw .malformed("the line FRAME is missing", byte: start) }
    guard try Y4MHeader.parse(line, at: start) == format else {
      throw .unsupported(
        "a second y4m header differs from the first", byte: start,
        advice: "convert all parts to the same size, rate and pixel format")
    }
  }

  /// Reads a line and returns it without its line feed. If the input ends first, the error names `part`.
  private static func takeLine(_ input: inout ByteInput, of part: String) throws(VideoError) -> [UInt8] {
    let start = input.position
    var line: [UInt8] = []
    while case let byte = try input.requireByte(of: part), byte != UInt8(ascii: "\n") {
      line.append(byte)
      guard line.count <= longestLine else {
        throw .malformed("a y4m line is longer than \(longestLine) bytes", byte: start)
      }
    }
    return line
  }
}
