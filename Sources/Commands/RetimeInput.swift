import Streams
import Tool
import Values
import Warp

/// The start of a run of warp-video or warp-audio: reads the map from the file of `--map`, and opens standard input.
package struct RetimeInput: Sendable {
  private let command: Command
  private let map: Option
  /// The word for the retimed input in messages.
  private let material: String

  package static let film = RetimeInput(command: VideoCommand.command, map: VideoCommand.map, material: "video")
  package static let sound = RetimeInput(command: AudioCommand.command, map: AudioCommand.map, material: "sound")

  /// Reads the whole map. First refuses a terminal as standard output, because the map may come from a slow pipe.
  ///
  /// - Parameter readsStandardInput: whether standard input is the film or sound, and therefore cannot be the map.
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

  /// Opens standard input without reading from it. Refuses a terminal.
  ///
  /// - Parameter readsAgain: whether parts of the input may be needed a second time.
  package func open(readsAgain: Bool) throws -> RetimedStream {
    try Terminal.current.refuseTypedInput(to: command)
    return RetimedStream(readsAgain: readsAgain)
  }
}

/// Standard input, opened to be retimed.
package struct RetimedStream {
  package let source: FileSource
  /// The same file for reads at any offset; nil if not requested, or if standard input is not a regular file.
  package let file: SeekableInput?

  /// Creates `file` before the first read, because its `start` is the current offset of the stream.
  fileprivate init(readsAgain: Bool) {
    source = FileSource(.input)
    source.widenPipe()
    file = readsAgain ? source.seekable() : nil
  }
}

/// The command of `--source`.
package struct SourceCommand: ClipCommand {
  private let command: String
  /// Compute the arguments `$1`, `$2` and `$3`; nil for a command without arguments.
  private let options: SourceOptions?

  package init(_ command: String, _ options: SourceOptions? = nil) { (self.command, self.options) = (command, options) }

  package var printsMore: Bool { options?.printsMore ?? false }

  /// Passes the part as the variables FROM and LENGTH too.
  package func run(from: Double, for length: Double) throws(StreamFailure) -> any ByteSource {
    try CommandSource(
      command, options?.words(from: from, for: length) ?? [],
      adding: ["FROM": DecimalText.print(from, decimals: 9), "LENGTH": DecimalText.print(length, decimals: 9)])
  }
}
