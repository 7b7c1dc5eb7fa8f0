/// What a run of `warp-film` makes.
package enum RunMode: Equatable, Sendable {
  /// The list of curves, which needs no film.
  case list
  /// The map of the film: a plot or a listing, or a page to edit it.
  case show(asPage: Bool)
  /// The page of the film, until it is closed.
  case edit
  /// The result, played and not kept.
  case preview
  case file(String)
  /// The result on standard output.
  case stream
  /// One of the pieces of a result.
  case piece(ResultPiece, PieceRun)
  /// A result from its pieces.
  case join(PieceRun)

  package static let standardOutput = "-"

  /// OUTPUT as typed, `-` for standard output. Nil if no result is kept.
  package var output: String? {
    switch self {
    case .list, .show, .edit, .preview: nil
    case .file(let output): output
    case .stream: Self.standardOutput
    case .piece(_, let run), .join(let run): run.output
    }
  }

  /// The file that is written: OUTPUT or a piece of it. Nil if none is.
  package var file: String? {
    if case .piece(let piece, let run) = self { return piece.path(beside: run.output) }
    return isStreamed ? nil : output
  }

  /// Whether the map is shown, which needs no decoder.
  var showsMap: Bool { if case .show = self { true } else { false } }

  /// Whether the result goes to standard output.
  package var isStreamed: Bool { self == .stream }

  /// Whether the run prints notes about the result. Only the first piece does, for all pieces.
  package var printsNotes: Bool {
    switch self {
    case .piece(let piece, _): piece.number == 1
    case .join: false
    case .list, .show, .edit, .preview, .file, .stream: true
    }
  }

  /// The piece that is made; nil for any other result.
  package var piece: ResultPiece? { if case .piece(let piece, _) = self { piece } else { nil } }

  /// The run that makes or joins pieces; nil for any other result.
  package var pieceRun: PieceRun? {
    switch self {
    case .piece(_, let run), .join(let run): run
    default: nil
    }
  }
}

/// What the commands for all pieces of a result have in common.
package struct PieceRun: Equatable, Sendable {
  /// OUTPUT as typed.
  package let output: String
  /// The arguments that the frames of the result depend on, quoted.
  package let words: String
  /// The release of warp.
  package let version: String

  package init(output: String, words: String, version: String) {
    (self.output, self.words, self.version) = (output, words, version)
  }
}
