import Values

/// Programs that run at the same time and read each other's output.
///
/// They form a tree: one program reads the output of each other program, and the last program makes the result.
/// Therefore a pipeline is its last stage, and each stage contains the stages it reads from.
package struct Pipeline: Equatable, Sendable {
  package let last: Stage

  package init(_ last: Stage) { self.last = last }
}

/// An input of a stage.
package indirect enum Feed: Equatable, Sendable {
  /// The standard output of another program.
  case stage(Stage)
  /// A text that is known before the pipeline runs.
  case document(Document)
  /// Bytes that are known before the pipeline runs, for a program that needs their number before it reads them.
  case saved(SavedFile)
}

package struct SavedFile: Equatable, Sendable {
  package let name: String
  package let bytes: [UInt8]
  /// A command that prints the bytes, for a printed pipeline.
  package let maker: [String]
}

package struct Document: Equatable, Sendable {
  package let name: String
  /// Ends in a line feed.
  package let text: String
  /// A command that prints the text, for a printed pipeline; nil if there is none.
  package let maker: [String]?

  package init(name: String, text: String, maker: [String]?) {
    self.name = name
    self.text = text
    self.maker = maker
  }
}

package struct Stage: Equatable, Sendable {
  /// The name in messages.
  package let name: String
  /// The words of the command line. A printed pipeline has one line per group.
  package let phrases: [[Word]]
  /// The content of standard input; nil if there is none.
  package let input: Feed?

  package enum Word: Equatable, Sendable {
    case text(String)
    /// The path of a file that the program reads once, from start to end.
    case feed(Feed)
    /// The path of the result.
    case result
    /// The path of a file with sound and subtitles. If a result is made in pieces, the file is made with the first.
    case rest
    /// The path of the file to which the program writes its progress.
    case progress(String)
  }

  package init(_ name: String, _ phrases: [[Word]], input: Feed? = nil) {
    self.name = name
    self.phrases = phrases.filter { !$0.isEmpty }
    self.input = input
  }

  package var words: [Word] { phrases.flatMap { $0 } }

  /// The programs that belong to warp. Their exit statuses have a meaning, and their messages need no addition.
  package static let filters = ["warp-map", "warp-video", "warp-audio"]

  package static func isFilter(_ program: String) -> Bool {
    filters.contains(FileName(program).name)
  }

  package var isFilter: Bool { if case .text(let program)? = words.first { Self.isFilter(program) } else { false } }

  /// The inputs in the order in which they are started: standard input comes last.
  var feeds: [Feed] {
    words.compactMap { if case .feed(let feed) = $0 { feed } else { nil } } + [input].compactMap(\.self)
  }
}

extension Stage.Word: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self = .text(text) }
}

extension [Stage.Word] {
  package init(_ words: [String]) { self = words.map(Stage.Word.text) }
}
