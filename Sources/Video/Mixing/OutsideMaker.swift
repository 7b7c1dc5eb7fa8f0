import Streams
import Values

/// Another program that makes frames between two frames.
package protocol FrameMaking: AnyObject {
  /// Whether a request may have more than one phase.
  var takesSeveralPhases: Bool { get }
  /// The requested phases whose frames have not been taken yet.
  var duePhases: ArraySlice<Double> { get }
  /// Requests a frame for each phase: the way from the first frame to the second, above 0 and below 1. Must be called
  /// only when no phase is due.
  func request(_ phases: [Double], between first: Span<UInt8>, and second: Span<UInt8>)
  /// Takes the frame at `phase`, which must be the first that is due.
  func take(_ phase: Double, into frame: inout MutableSpan<UInt8>) throws(StreamFailure)
}

/// Frames made by a command that reads and prints y4m.
///
///     input     header ( FRAME first FRAME second phases )…   the header once; the phases, decimal, in a line
///     output    [header] ( FRAME made )…                      a frame for each phase, before the next two are sent
///
/// "FRAME" stands for a line that begins with this word. The command's input is y4m, except for the line after every
/// two frames. Its output is y4m, with an optional header.
///
/// The line has one phase, unless the header that the command prints has the word `XPHASES=ALL`. The first line always
/// has one phase, since the header comes with the first answer.
package final class OutsideMaker: FrameMaking {
  /// The word in the header of a command that accepts several phases.
  private static var severalPhases: [UInt8] { Array("XPHASES=ALL".utf8) }

  private let exchange: any ByteExchange
  private let format: StreamFormat
  private let frameMark: [UInt8]
  /// Reads the command's answers; nil before the first.
  private var reader: FrameReader?
  private var madeCount = 0
  package private(set) var takesSeveralPhases = false
  package private(set) var duePhases: ArraySlice<Double> = []

  /// - Parameters:
  ///   - format: the format of the frames.
  ///   - start: starts the command, after y4m is known to support the format.
  package init(
    _ format: StreamFormat, starting start: () throws(StreamFailure) -> any ByteExchange
  ) throws(VideoError) {
    let writer: Y4MWriter
    do throws(VideoError) { writer = try Y4MWriter(format) } catch {
      throw .inexpressible(
        "--mix exec uses y4m, which cannot hold the pixel format \(format.layout.name)",
        advice: "use another -pix_fmt in ffmpeg, such as yuv420p or yuv444p")
    }
    self.format = format
    frameMark = writer.prefix(stamp: nil)
    do throws(StreamFailure) { exchange = try start() } catch { throw .stream(error) }
    exchange.send(writer.header.span)
  }

  package func request(_ phases: [Double], between first: Span<UInt8>, and second: Span<UInt8>) {
    precondition(first.count == format.layout.frameBytes && second.count == format.layout.frameBytes)
    precondition(duePhases.isEmpty && (phases.count == 1 || takesSeveralPhases))
    let mark = frameMark
    exchange.send(mark.span)
    exchange.send(first)
    exchange.send(mark.span)
    exchange.send(second)
    let line = Array((phases.map(NumberSyntax.print).joined(separator: " ") + "\n").utf8)
    exchange.send(line.span)
    duePhases = phases[...]
  }

  package func take(_ phase: Double, into frame: inout MutableSpan<UInt8>) throws(StreamFailure) {
    precondition(duePhases.first == phase, "frames are taken in the order in which they are requested")
    do throws(VideoError) { try takeAnswer(into: &frame) } catch { throw failure(error) }
    duePhases.removeFirst()
    madeCount += 1
  }

  private func takeAnswer(into frame: inout MutableSpan<UInt8>) throws(VideoError) {
    let reader = if let reader { reader } else { try answers() }
    self.reader = reader
    guard try reader.nextFrame() != nil else { throw .empty }
    let isWhole: Bool
    do throws(StreamFailure) { isWhole = try reader.readPayload(into: &frame) } catch { throw .stream(error) }
    guard isWhole else { throw reader.truncation }
  }

  /// Creates the reader of the command's answers when the first one begins.
  private func answers() throws(VideoError) -> FrameReader {
    var input = ByteInput(exchange)
    guard let byte = try input.peekedByte() else { throw .empty }
    guard byte == Y4MHeader.magic[0] else { return FrameReader(input, .y4m, Y4MReader(continuing: format)) }
    let reader = try Y4MReader(&input)
    let layout = reader.format.layout
    guard layout == format.layout else {
      throw .malformed(
        "its frames are \(layout.width)x\(layout.height) in \(layout.name), "
          + "not \(format.width)x\(format.height) in \(format.layout.name)", byte: 0)
    }
    takesSeveralPhases = reader.format.tags.extensions.contains(Self.severalPhases)
    return FrameReader(input, .y4m, reader)
  }

  private func failure(_ error: VideoError) -> StreamFailure {
    let number = madeCount + 1
    switch error {
    case .stream(let failure): return failure
    case .empty, .noFrame: return .inputOutput("\(exchange.name) \(exchange.ending()) before frame \(number) was made")
    case .truncated: return .inputOutput("\(exchange.name) \(exchange.ending()) inside frame \(number)")
    case .malformed(let problem, _), .unsupported(let problem, _, _):
      return .inputOutput("\(exchange.name) prints an invalid frame \(number): \(problem)")
    case .untimely, .unfit, .silentCommand, .inexpressible: return .inputOutput("\(exchange.name): \(error)")
    }
  }

  /// Waits for the command to end, which must not print anything more.
  package func finish() throws(StreamFailure) {
    if let reader, reader.hasReadAhead {
      throw .inputOutput("\(exchange.name) printed more frames than requested")
    }
    try exchange.finish()
  }
}
