import Commands
import Streams
import Tool
import Values
import Video
import Warp

/// The work on packets for cuts without encoding.
package struct PacketCutting {
  private enum Work {
    case list
    case feed(String)
    case splice(String)
  }

  private let work: Work
  private let arguments: Arguments

  /// Nil if no such work is asked for.
  init?(_ arguments: Arguments) throws {
    self.arguments = arguments
    let named = [VideoCommand.listPackets, VideoCommand.splice, VideoCommand.spliceFeed]
    guard let option = named.first(where: arguments.contains) else { return nil }
    let isList = option == VideoCommand.listPackets
    let other = isList ? [] : [VideoCommand.source, .progress, .noProgress] + SourceOptions.all
    if let stray = arguments.occurrences.first(where: { $0.option != option && !other.contains($0.option) })?.option {
      throw Failure(.usage, "--\(option.name) does not retime; leave --\(stray.name) out")
    }
    if !isList, !arguments.contains(VideoCommand.source) {
      throw Failure(.usage, "--\(option.name) needs --source, a command that prints the encoded video as NUT")
    }
    let file = isList ? "" : arguments.value(of: option) ?? ""
    work = isList ? .list : option == VideoCommand.splice ? .splice(file) : .feed(file)
  }

  func run() throws {
    if !isList { try Terminal.current.refuseBinaryOutput() }
    let sink = FileSink(.output)
    sink.widenPipe()
    switch work {
    case .list:
      try Terminal.current.refuseTypedInput(to: VideoCommand.command)
      var list = PacketList(try PacketReader(FileSource(.input)), to: sink)
      try list.run()
      try list.finish()
    case .feed(let file):
      var feed = try SpliceFeed(try splice(file), from: source(), to: sink)
      try feed.run()
      try feed.finish()
    case .splice(let file): try splice(try splice(file), to: sink)
    }
  }

  private var isList: Bool { if case .list = work { true } else { false } }

  private func splice(_ splice: Splice, to sink: consuming FileSink) throws {
    let end = splice.timebase.seconds(Int64(splice.end))
    var progress = Progress(
      total: end, isShown: arguments.wantsProgress(on: .current),
      columns: Terminal.current.columns)
    var splicer = try PacketSplicer(
      splice, from: source(), encoded: splice.encodedCount > 0 ? FileSource(.input) : nil, to: sink)
    try splicer.run { progress.advance(to: splice.timebase.seconds($0)) }
    try splicer.finish()
    progress.finish(at: end)
  }

  private func source() throws -> SourceCommand {
    SourceCommand(
      arguments.value(of: VideoCommand.source) ?? "", try SourceOptions(arguments, isUsed: true))
  }

  private func splice(_ file: String) throws -> Splice {
    let source = try FileSource(path: file)
    let name = source.name
    do { return try Splice(parsing: String(decoding: try WholeText.read(source), as: UTF8.self)) } catch let refusal
      as Refusal
    {
      throw refusal.within(name)
    }
  }
}
