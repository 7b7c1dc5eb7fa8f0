import Commands
import Film
import NUT
import Streams
import Tool
import Values

/// Finds and checks the pieces of a result, which are files beside OUTPUT.
struct PieceFiles {
  let plan: PiecePlan
  let overwrites: Bool

  private var output: String { plan.run.output }

  /// Returns the pieces to join. Pieces of several divisions may exist; returns the first division that is complete.
  func joined() throws -> [ResultPiece] {
    let file = FileName(output)
    let names = try InputFile.names(in: file.front.isEmpty ? "." : file.front)
    let found = names.compactMap { ResultPiece(file: $0, of: file.name) }
    let counts = Set(found.map(\.count)).sorted()
    guard !counts.isEmpty else {
      throw Failure(.input, "'\(output)' has no pieces to join; make the pieces with --piece 1/N to --piece N/N")
    }
    let due = plan.label
    // If no division is complete, the error is about the one with the most valid pieces.
    var (complaint, mostFitting) = ([String](), 0)
    for count in counts {
      let pieces = ResultPiece.all(of: count)
      let problems = try pieces.compactMap { piece in
        try problem(piece, due).map { "'\(piece.path(beside: output))' \($0)" }
      }
      if problems.isEmpty { return pieces }
      if count - problems.count >= mostFitting { (complaint, mostFitting) = (problems, count - problems.count) }
    }
    throw Failure(
      .input, complaint.joined(separator: "; ") + "; make \(complaint.count == 1 ? "it" : "them") again with --piece")
  }

  /// Whether the piece to make already exists.
  func isDone() throws -> Bool {
    guard let piece = plan.piece else { return false }
    let path = piece.path(beside: output)
    guard InputFile.exists(path) else { return false }
    guard let found = try label(path) else {
      note("'\(path)' is truncated; warp-film makes it again")
      return false
    }
    if let difference = plan.label.difference(from: found.text) {
      guard overwrites else { throw Failure(.usage, "'\(path)' \(difference); use -y to make it again") }
      return false
    }
    guard found.piece == piece, try restProblem(piece, found) == nil else { return false }
    note("'\(path)' exists already and is kept")
    return true
  }

  /// Returns the problem of a piece; nil if the piece is valid.
  ///
  /// - Parameter due: the label that the piece must have.
  private func problem(_ piece: ResultPiece, _ due: PieceText) throws -> String? {
    let path = piece.path(beside: output)
    guard InputFile.exists(path) else { return "is missing" }
    guard let found = try label(path) else { return "is truncated" }
    guard found.piece == piece else { return "contains piece \(found.piece.number) of \(found.piece.count)" }
    return try due.difference(from: found.text) ?? restProblem(piece, found)
  }

  /// Returns the problem of the file with sound and subtitles, which belongs to the first piece.
  private func restProblem(_ piece: ResultPiece, _ found: PieceText.Read) throws -> String? {
    guard piece.number == 1, plan.hasRest else { return nil }
    let path = piece.restPath(beside: output)
    guard InputFile.exists(path) else { return "lacks its sound file '\(path)'" }
    return try InputFile.size(path) == found.restBytes ? nil : "does not match its sound file '\(path)'"
  }

  private func label(_ path: String) throws -> PieceText.Read? {
    PieceLabel.text(endOf: try InputFile.tail(PieceLabel.searched, of: path)).flatMap(PieceText.read)
  }

  private func note(_ text: String) { Diagnostics(tool: WarpCommand.command.name).note(text) }

  /// Returns the label for the end of the new piece. A piece with a label is complete.
  ///
  /// - Parameter restSize: the size of the file with sound and subtitles in bytes; nil if there is none.
  func label(of piece: ResultPiece, restSize: Int?) throws(Failure) -> [UInt8] {
    let text = plan.label.text(of: piece, restSize: restSize)
    guard text.utf8.count <= PieceLabel.longest else {
      throw Failure(.usage, "the arguments are too long for --piece; use shorter options and file names")
    }
    return PieceLabel.bytes(text)
  }

  /// The second file of the piece, with sound and subtitles; nil if there is none.
  var rest: String? { plan.hasRest ? plan.piece.flatMap { $0.number == 1 ? $0.restPath(beside: output) : nil } : nil }

  /// The files of joined pieces.
  func paths(of pieces: [ResultPiece]) -> [String] {
    pieces.map { $0.path(beside: output) } + (plan.hasRest ? pieces.prefix(1).map { $0.restPath(beside: output) } : [])
  }
}
