/// Programs that run at once, each reading what others write.
///
/// It is a tree: whatever is made is read by one other, and what the last one makes is the result. So a pipeline is its
/// last stage, and a stage holds those it reads from.
package indirect enum Feed: Equatable, Sendable {
  /// What another program writes to its standard output.
  case stage(Stage)
  /// A text that is there before anything runs.
  case document(Document)
}

package struct Document: Equatable, Sendable {
  package let name: String
  /// Ends in a line feed.
  package let text: String
  /// A command that prints the same, for whoever would rather read that; nil where there is none.
  package let maker: [String]?

  package init(name: String, text: String, maker: [String]?) {
    self.name = name
    self.text = text
    self.maker = maker
  }
}

package struct Stage: Equatable, Sendable {
  /// As it is called in messages.
  package let name: String
  /// The words of its command line, in groups that belong on one line.
  package let phrases: [[Word]]
  /// What comes by standard input; nothing does where it is nil.
  package let input: Feed?
  /// Whether the input is to be read to its end even by a program that has enough before: else what writes it would
  /// fail for want of a reader.
  package let readsToTheEnd: Bool

  package enum Word: Equatable, Sendable {
    case text(String)
    /// The path of a file to be read from once, from start to end.
    case feed(Feed)
    /// The path of the file that the pipeline is to make.
    case result
    /// The path of the file that is to be told how far the work has come.
    case progress(String)
  }

  package init(_ name: String, _ phrases: [[Word]], input: Feed? = nil, readsToTheEnd: Bool = false) {
    self.name = name
    self.phrases = phrases.filter { !$0.isEmpty }
    self.input = input
    self.readsToTheEnd = readsToTheEnd
  }

  package var words: [Word] { phrases.flatMap { $0 } }
}

extension Stage.Word: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self = .text(text) }
}

extension [Stage.Word] {
  init(_ words: [String]) { self = words.map(Stage.Word.text) }
}

package struct Pipeline: Equatable, Sendable {
  package let last: Stage

  package init(_ last: Stage) { self.last = last }
}
