import Commands
import Film
import Streams
import Tool
import Values

/// Checks INPUT, OUTPUT and other files before the job begins.
struct JobFiles {
  private let input: String
  /// Whether INPUT is a pattern, whose files have been found.
  private let hasPictures: Bool
  /// The file that is written; nil if there is none.
  let output: String?
  let overwrites: Bool
  private let skips: Bool
  private let isDry: Bool
  /// Files that are read besides INPUT, each with the option that names it.
  private let others: [(option: Option, file: String)]

  init(_ job: FilmJob, _ arguments: Arguments) {
    (input, hasPictures) = (job.input, job.pictures != nil)
    output = job.mode.file
    // `PieceFiles` decides whether an existing piece is made again.
    overwrites = job.run.overwrites || job.mode.piece != nil
    skips = job.run.skipsExisting
    isDry = job.run.isDry
    others = (WarpCommand.recordings + [WarpCommand.asShot]).compactMap { option in
      arguments.value(of: option).map { (option, $0) }
    }
  }

  /// Whether there is nothing to do, because OUTPUT exists and `--skip-existing` is given.
  var areDone: Bool { skips && output.map(InputFile.isRegular) == true }

  /// Checks INPUT and the other files that are read.
  func checkRead() throws(Failure) {
    if !hasPictures { try checkInput() }
    for (option, file) in others { try check(file, of: option) }
  }

  private func checkInput() throws(Failure) {
    guard let kind = InputFile.kind(of: input) else { throw missingInput }
    if kind == .directory {
      let files = FileName(input).asOperand + (input.utf8.last == UInt8(ascii: "/") ? "*" : "/*")
      throw Failure(.usage, "INPUT '\(input)' is a directory; for all its files, write warp-film … \(files) directory/")
    }
    guard kind == .regular || kind == .block else {
      throw Failure(.usage, "INPUT '\(input)' is not a regular file, and warp-film reads INPUT more than once")
    }
    guard InputFile.isReadable(input) else {
      throw Failure(.inputOutput, "'\(input)' cannot be read; check its permissions")
    }
  }

  private func check(_ file: String, of option: Option) throws(Failure) {
    guard let kind = InputFile.kind(of: file) else {
      throw Failure(.inputOutput, "file '\(file)' does not exist (--\(option.name))")
    }
    guard kind == .regular else { throw Failure(.usage, "'\(file)' is not a regular file (--\(option.name))") }
    guard InputFile.isReadable(file) else {
      throw Failure(.inputOutput, "'\(file)' cannot be read (--\(option.name)); check its permissions")
    }
  }

  private var missingInput: Failure {
    if let address = input.split(separator: ":").first, input.hasPrefix("\(address)://") {
      return Failure(
        .inputOutput, "INPUT is a URL, not a file; first type ffmpeg -i '\(input)' -c copy in.mkv")
    }
    let isSwapped = output.map(InputFile.isRegular) == true
    return Failure(.inputOutput, "file '\(input)' does not exist\(isSwapped ? "; INPUT comes before OUTPUT" : "")")
  }

  /// Checks OUTPUT.
  func checkWritten() throws(Failure) {
    guard let output else { return }
    guard let target = ResultFile.target(of: output) else {
      throw Failure(.inputOutput, "'\(output)' is a symbolic link that leads to itself")
    }
    let kind = InputFile.kind(of: target)
    guard kind == nil || kind == .regular else {
      throw Failure(.usage, "OUTPUT '\(output)' exists and is not a regular file")
    }
    if isDry { return }
    guard kind == nil || overwrites else { throw Failure(.usage, "'\(output)' exists; use -y to overwrite it") }
    let directory = FileName(target).directory
    guard InputFile.kind(of: directory) == .directory else {
      throw Failure(.inputOutput, "the directory '\(directory)' of OUTPUT does not exist")
    }
    guard InputFile.isWritableDirectory(directory) else {
      throw Failure(.inputOutput, "the directory '\(directory)' of OUTPUT is not writable")
    }
  }
}
