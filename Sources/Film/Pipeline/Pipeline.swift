/// Programs that run at the same time and read each other's output.
///
/// They form a tree: one program reads the output of each other program, and the last program makes the result.
/// Therefore a pipeline is its last stage, and each stage contains the stages it reads from.
package struct Pipeline: Equatable, Sendable {
  /// In the order in which they start: each after the stages that it reads from.
  private var stages: [Stage] = []
  /// For each stage, the stage that reads its output; nil for the last.
  private var readers: [Stage.ID?] = []

  package init(_ last: Stage) { _ = add(last) }

  private mutating func add(_ stage: Stage) -> Stage.ID {
    var writers: [Stage.ID] = []
    for case .stage(let writer) in stage.feeds { writers.append(add(writer)) }
    let id = Stage.ID(index: stages.count)
    stages.append(stage)
    readers.append(nil)
    for writer in writers { readers[writer.index] = id }
    return id
  }

  package var last: Stage { stages[stages.count - 1] }
  package var ids: [Stage.ID] { stages.indices.map(Stage.ID.init) }
  package subscript(id: Stage.ID) -> Stage { stages[id.index] }
  package func reader(of id: Stage.ID) -> Stage.ID? { readers[id.index] }
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
  /// The arguments with which ffmpeg prints the bytes, for a printed pipeline.
  package let maker: [String]
}

package struct Document: Equatable, Sendable {
  package let name: String
  /// Ends in a line feed.
  package let text: String
  /// The arguments with which warp-map prints the text, for a printed pipeline; nil if it cannot.
  package let maker: [String]?

  package init(name: String, text: String, maker: [String]?) {
    (self.name, self.text, self.maker) = (name, text, maker)
  }
}

package struct Stage: Equatable, Sendable {
  /// The position of a stage in its pipeline.
  package struct ID: Hashable, Sendable { package let index: Int }

  /// The name in messages. Several stages may have the same name.
  package let name: String
  package let program: Program
  /// The arguments of the program. A printed pipeline has one line per group.
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

  package init(_ name: String, _ program: Program, _ phrases: [[Word]], input: Feed? = nil) {
    (self.name, self.program) = (name, program)
    self.phrases = phrases.filter { !$0.isEmpty }
    self.input = input
  }

  /// A filter that follows a map.
  init(
    _ name: String, _ filter: Program, along map: Document, _ options: [String], _ parts: [String] = [],
    input: Feed? = nil
  ) {
    self.init(name, filter, [["--map", .feed(.document(map))] + .init(options), .init(parts)], input: input)
  }

  /// What a filter works on, such as `sound 2`: its name without the last word.
  package var track: String { String(name[..<(name.lastIndex(of: " ") ?? name.endIndex)]) }

  package var words: [Word] { phrases.flatMap { $0 } }

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
