/// Programs that run at once, each reading what others write.
///
/// They form a tree: the output of each program is read by one other, and the output of the last is the result. So a
/// pipeline is its last stage, and a stage holds those it reads from.
package struct Pipeline: Equatable, Sendable {
  package let last: Stage

  package init(_ last: Stage) { self.last = last }
}

/// Something a stage reads.
package indirect enum Feed: Equatable, Sendable {
  /// What another program writes to its standard output.
  case stage(Stage)
  /// A text that is known before anything runs.
  case document(Document)
  /// Bytes that are known before anything runs, for a program that asks how many they are before it reads them.
  case saved(SavedFile)
}

package struct SavedFile: Equatable, Sendable {
  package let name: String
  package let bytes: [UInt8]
  /// A command that prints the same bytes, to stand in a printed pipeline.
  package let maker: [String]
}

package struct Document: Equatable, Sendable {
  package let name: String
  /// Ends in a line feed.
  package let text: String
  /// A command that prints the same text, to stand in a printed pipeline in its place; nil where there is none.
  package let maker: [String]?

  package init(name: String, text: String, maker: [String]?) {
    self.name = name
    self.text = text
    self.maker = maker
  }
}

package struct Stage: Equatable, Sendable {
  /// What messages call it.
  package let name: String
  /// The words of its command line; each group is printed on a line of its own.
  package let phrases: [[Word]]
  /// What standard input brings; nil where it brings nothing.
  package let input: Feed?

  package enum Word: Equatable, Sendable {
    case text(String)
    /// The path of a file that the program reads once, from start to end.
    case feed(Feed)
    /// The path of the file that the pipeline is to make.
    case result
    /// The path of a file beside it, for what is made with the first of several pieces.
    case rest
    /// The path of the file to which the program writes how far the work has come.
    case progress(String)
  }

  package init(_ name: String, _ phrases: [[Word]], input: Feed? = nil) {
    self.name = name
    self.phrases = phrases.filter { !$0.isEmpty }
    self.input = input
  }

  package var words: [Word] { phrases.flatMap { $0 } }

  /// The programs that are ours. Their exit statuses have a meaning, and their messages say enough.
  package static let filters = ["warp-map", "warp-video", "warp-audio"]

  package static func isFilter(_ program: String) -> Bool {
    filters.contains(program.split(separator: "/").last.map(String.init) ?? "")
  }

  package var isFilter: Bool { if case .text(let program)? = words.first { Self.isFilter(program) } else { false } }

  /// What it reads, in the order in which it is started: standard input comes last.
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
