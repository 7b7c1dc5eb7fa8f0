import Commands
import Film
import Streams
import Tool
import Values

/// A part of a result, for the page: `warp-film` as a child, which makes the same frames as the rendering and encodes
/// them for a browser.
final class Preview {
  /// The number of ffmpeg programs that run at the same time: decoders, a mixer and the encoder.
  let programs: Int
  private let command: Child
  private var child: ChildSet.Member?
  /// Pipes from the child; nil before it starts and at their end.
  private var (output, errors): (PipeEnd?, PipeEnd?)
  private var said = SaidLines()
  /// Whether the program has ended, or could not be started.
  private var hasEnded = false
  /// Whether the page has got bytes, so that a failure can no longer be told.
  private(set) var hasBegun = false

  /// - Parameters:
  ///   - command: warp-film and the options of the result.
  ///   - isSilent: whether the result has no sound of INPUT.
  init(_ command: [String], of part: ResultPart, on input: String, hasPicture: Bool, isSilent: Bool) {
    let words = command + Self.encoding + ["--", input, RunMode.standardOutput]
    self.command = Child(words, input: 0, output: 0)
    self.part = part
    let mixers = [WarpCommand.music, WarpCommand.soundLevel, WarpCommand.mute].map { "--\($0.name)" }
    programs =
      1 + (hasPicture ? 1 : 0) + (isSilent ? 0 : 1) + (command.contains(mixers[0]) ? 1 : 0)
      + (mixers.contains(where: command.contains) ? 1 : 0)
  }

  private let part: ResultPart

  /// MP4 in fragments that every browser plays while they come. Its sound has two channels, and lacks the part that
  /// ffmpeg's AAC encoder puts before it, because fragments have no edit list.
  private static let encoding = [
    "--codec", "h264", "--preset", "veryfast", "--quality", "16", "--no-progress", "--encode",
    "-f mp4 -movflags +frag_keyframe+empty_moov+default_base_moof -pix_fmt yuv420p -bf 0 -g 15 "
      + "-vf pad=ceil(iw/2)*2:ceil(ih/2)*2 -ac 2 -b:a 192k -af aresample=48000,atrim=start_sample=1024",
  ]

  var isStarted: Bool { child != nil || hasEnded }

  func start(_ children: ChildSet) {
    do throws(StreamFailure) {
      let ((output, made), (errors, said)) = (try PipeEnd.pair(), try PipeEnd.pair())
      let null = try PipeEnd.null()
      var child = Child(command.words, input: null.number, output: made.number)
      child.error = said.number
      child.owners = [made, said, null]
      child.variables[ResultPart.variable] = part.text
      child.leadsGroup = true
      self.child = try children.start(child)
      output.makeNonblocking()
      errors.makeNonblocking()
      (self.output, self.errors) = (output, errors)
    } catch {
      said.take(ByteText.bytes(error.description + "\n"))
      hasEnded = true
    }
  }

  /// - Parameter hasRoom: whether output can be taken.
  func reading(_ hasRoom: Bool) -> [Int32] {
    [errors, hasRoom ? output : nil].compactMap { $0?.number }
  }

  /// Returns the bytes that have arrived.
  func step(_ ready: Set<Int32>, ended: [(child: ChildSet.Member, end: ProcessEnd)]) -> [UInt8] {
    if let end = errors, ready.contains(end.number) {
      if let block = try? end.read() { said.take(block) } else { errors = nil }
    }
    if ended.contains(where: { $0.child == child }) { hasEnded = true }
    guard let end = output, ready.contains(end.number) else { return [] }
    guard let block = try? end.read() else {
      output = nil
      return []
    }
    if !block.isEmpty { hasBegun = true }
    return block
  }

  /// Whether nothing more comes.
  var isOver: Bool { hasEnded && output == nil && errors == nil }

  /// Why there is nothing to play.
  var reason: String {
    said.end()
    return said.lines.isEmpty ? "warp-film ended without a message" : said.lines.suffix(3).joined(separator: "\n")
  }

  func close(_ children: ChildSet) {
    if let child { children.kill([child]) }
    (output, errors, hasEnded) = (nil, nil, true)
  }
}
