import Commands
import Film
import Streams
import Tool
import Warp

/// The error and advice for too many or too few files on the command line.
struct OperandFault {
  private let arguments: Arguments
  private let files: [String]

  init(_ arguments: Arguments) {
    self.arguments = arguments
    files = arguments.operands
  }

  /// The error of a command that makes a result, which needs two files.
  var ofPair: Failure {
    let synopsis = "\(WarpCommand.command.name) \(WarpCommand.command.synopsis.first ?? "")"
    if let eaten { return Failure(.usage, eaten) }
    switch files.count {
    case 0: return Failure(.usage, "INPUT and OUTPUT are missing; usage: \(synopsis)")
    case 1 where InputFile.kind(of: files[0]) == nil && ["help", "usage"].contains(files[0]):
      return Failure(.usage, "write warp-film --help")
    case 1:
      return Failure(.usage, "OUTPUT is missing; write it last, as in warp-film in.mp4 out.mp4, or add --preview")
    default:
      let several = "\(files.count) files are given instead of INPUT and OUTPUT"
      return strayWord.map { Failure(.usage, $0) } ?? Failure(.usage, "\(several); usage: \(synopsis)")
    }
  }

  /// The error of a plot, a list or a preview, which needs one file.
  ///
  /// - Parameter option: the option that selects the output.
  func ofOne(for option: Option) -> Failure {
    if option == MapCommand.rate, !arguments.contains(MapCommand.to.option) {
      return Failure(.usage, "--rate needs --to rubberband; for a frame rate, write --fps 30; for a speed, --speed 2x")
    }
    if option == MapCommand.error, !arguments.contains(MapCommand.to.option) {
      return Failure(.usage, "--error needs --to")
    }
    if files.isEmpty, let eaten { return Failure(.usage, eaten) }
    switch files.count {
    case 0: return Failure(.usage, "INPUT is missing; add the name of a video to --\(option.name)")
    case 2 where option == WarpCommand.plot.option && InputFile.kind(of: files[0]) == nil:
      return Failure(.usage, "file '\(files[0])' does not exist; for another plot, write --plot text, svg or html")
    // A name of a film, or of an existing file, should not get the text.
    case 2
    where InputFile.kind(of: files[1]) == nil && !FilmJob.isWritten(files[1])
      && ![WarpCommand.preview, WarpCommand.edit].contains(option):
      let target = ShellWords.quotedForBash([files[1]])
      return Failure(.usage, "--\(option.name) prints its result and takes no OUTPUT; write > \(target)")
    case 2: return Failure(.usage, "--\(option.name) takes INPUT and no OUTPUT; leave '\(files[1])' out")
    default: return Failure(.usage, "--\(option.name) takes one INPUT and no OUTPUT, not \(files.count) files")
    }
  }

  /// The error if an option has taken a file as its value because the value is missing.
  private var eaten: String? {
    guard files.count < 2 else { return nil }
    for occurrence in arguments.occurrences where occurrence.option.completion != .file {
      guard let value = occurrence.value, let placeholder = occurrence.option.placeholder,
        InputFile.isRegular(value)
      else { continue }
      let name = occurrence.option.name
      return "--\(name) took '\(value)' as its value; write --\(name) \(placeholder) before the file"
    }
    return nil
  }

  /// Advice on the first word that is not a file, if its meaning can be guessed.
  private var strayWord: String? {
    let bare = arguments.occurrences.first {
      $0.value == nil && $0.option.isValueOptional && $0.option.completion == .file
    }
    if files.count == 3, let bare {
      let (name, file) = (bare.option.name, ShellWords.quotedForBash([files[0]]))
      return "--\(name) takes its file after =; write --\(name)=\(file)"
    }
    for word in files where InputFile.kind(of: word) == nil {
      if let advice = advice(on: word) { return "'\(word)' is neither a file nor an option; \(advice)" }
    }
    if arguments.contains(WarpCommand.inputFps) {
      return "put the pattern of numbered pictures in quotes, as in 'png/*.png'"
    }
    for (word, next) in zip(files, files.dropFirst()) where InputFile.kind(of: "\(word) \(next)") != nil {
      return "\(files.count) files are given, not INPUT and OUTPUT; put '\(word) \(next)' in quotes"
    }
    guard let last = files.last, files.dropLast().allSatisfy({ InputFile.kind(of: $0) != nil }) else { return nil }
    if InputFile.kind(of: last) == nil, FilmJob.isWritten(last) {
      return "several INPUTs need a directory after them; warp-film does not join files, except numbered pictures: "
        + "--input-fps 25 'png/*.png'"
    }
    let directory = ShellWords.quotedForBash([last])
    return InputFile.kind(of: last) == nil
      ? "several INPUTs need a directory, and '\(last)' does not exist; first type mkdir \(directory)"
      : "several INPUTs need a directory after them, and '\(last)' is a file; write warp-film … *.mp4 directory/"
  }

  private func advice(on word: String) -> String? {
    if word.contains("=") || word.hasSuffix(",") {
      let option = arguments.occurrences.last { $0.value != nil }?.option.name ?? MapCommand.speed.name
      return "put the whole value of --\(option) in quotes, as in --speed '0=1x, 2s=0.5x'"
    }
    if let value = arguments.value(of: WarpCommand.encode), value.hasPrefix("-"), !value.contains(" ") {
      return "put the whole value of --encode in quotes: --encode '\(value) \(word)'"
    }
    if let value = arguments.value(of: MapCommand.then), value.hasPrefix("-"), !value.contains(" ") {
      return "put the whole value of --then in quotes: --then '\(value) \(word)'"
    }
    if (try? SpeedSyntax.speed(word)) != nil { return "write --speed \(word)" }
    if word.contains("..") { return "write --trim \(word)" }
    if WarpCommand.command.options.contains(where: { $0.name == word }) { return "write --\(word)" }
    return WarpCommand.command.strangers.first { $0.names.contains(word) }?.advice(for: nil)
  }
}
