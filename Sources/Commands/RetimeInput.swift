import Streams
import Tool
import Warp

/// How a run of warp-video or warp-audio begins: the map is read from the file of `--map`, and what is to be retimed
/// comes by standard input.
package struct RetimeInput: Sendable {
  private let command: Command
  private let map: Option
  /// What is retimed, as messages call it.
  private let material: String

  package static let film = RetimeInput(command: VideoCommand.command, map: VideoCommand.map, material: "film")
  package static let sound = RetimeInput(command: AudioCommand.command, map: AudioCommand.map, material: "sound")

  /// The map, read to its end. Refuses a terminal as standard output first, so that nothing is waited for in vain.
  ///
  /// - Parameter readsStandardInput: whether what is retimed comes by standard input, which then cannot bring the map.
  package func map(_ arguments: Arguments, readsStandardInput: Bool = true) throws -> TimeMap {
    let path = try path(arguments, readsStandardInput: readsStandardInput)
    try Terminal.current.refuseBinaryOutput()
    return try MapFiles.map(path)
  }

  func path(_ arguments: Arguments, readsStandardInput: Bool) throws(Refusal) -> String {
    guard let path = arguments.value(of: map) else {
      throw .usage("--map is missing", advice: "write --map FILE with a table from warp-map")
    }
    guard !readsStandardInput || !InputFile.isStandardInput(path) else {
      throw .usage(
        "standard input cannot be both the \(material) and the map", advice: "write --map FILE or --map <(warp-map …)")
    }
    return path
  }

  /// Standard input, not read from yet. Refuses a terminal.
  ///
  /// - Parameter readsAgain: whether parts of the input may be needed a second time.
  package func open(readsAgain: Bool) throws -> RetimedStream {
    try Terminal.current.refuseTypedInput(to: command)
    return RetimedStream(readsAgain: readsAgain)
  }
}

/// Standard input, opened for what is to be retimed.
package struct RetimedStream: ~Copyable {
  private let source: FileSource
  /// The same file, to be read at any offset; nil where that was not asked for or standard input is not a regular file.
  package let file: SeekableInput?

  /// The file is asked for before the first read: its `start` is where the stream stands now.
  fileprivate init(readsAgain: Bool) {
    source = FileSource(.input)
    source.widenPipe()
    file = readsAgain ? source.seekable() : nil
  }

  package consuming func intoSource() -> FileSource { source }
}

/// The command of `--source`, run for a part of what is to be retimed.
extension CommandSource {
  /// - Parameters:
  ///   - from: where what the command prints is to begin, in seconds: its variable FROM.
  ///   - length: for how many seconds it is to go on: its variable LENGTH.
  ///   - options: from which its arguments follow; nil for none.
  package init(
    _ command: String, printingFrom from: Double, for length: Double, _ options: SourceOptions? = nil
  ) throws(StreamFailure) {
    try self.init(
      command, options?.words(from: from, for: length) ?? [],
      adding: ["FROM": DecimalText.print(from, decimals: 9), "LENGTH": DecimalText.print(length, decimals: 9)])
  }

  /// Ends a run: one that has printed all reports how it went, one that goes on beyond its part is killed.
  package static func close(_ source: consuming CommandSource, _ hasEnded: Bool) throws(StreamFailure) {
    if hasEnded { try source.finish() } else { source.kill() }
  }
}
