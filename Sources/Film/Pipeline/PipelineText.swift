import Streams

/// A pipeline as text to paste into bash.
package struct PipelineText {
  private let pipeline: Pipeline
  private let result: String

  /// - Parameter result: the path of the result.
  package init(_ pipeline: Pipeline, result: String) {
    self.pipeline = pipeline
    self.result = result
  }

  package var text: String {
    let functions = makers.map { "  \($0.name)() { \(ShellWords.quotedForBash($0.words)); }\n" }.joined()
    return "(\n\(functions)\(saving)  \(text(of: pipeline.last, indent: 2))\n)\n"
  }

  /// Commands that save files in a temporary directory, which is removed when the pipeline ends.
  private var saving: String {
    let files = pipeline.last.savedFiles
    guard !files.isEmpty else { return "" }
    return "  saved=$(mktemp -d) && trap 'rm -r \"$saved\"' EXIT || exit\n"
      + files.map { "  \(ShellWords.quotedForBash($0.maker)) >\(path(of: $0))\n" }.joined()
  }

  private func path(of file: SavedFile) -> String { "\"$saved/\(file.name)\"" }

  /// The documents that a command can print, without duplicates. They are printed as shell functions.
  private var makers: [(name: String, words: [String])] {
    var makers: [(name: String, words: [String])] = []
    for document in pipeline.last.documents {
      guard let words = document.maker, !makers.contains(where: { $0.name == document.name }) else { continue }
      makers.append((document.name, words))
    }
    return makers
  }

  private func text(of stage: Stage, indent: Int) -> String {
    let blanks = String(repeating: " ", count: indent)
    let phrases = stage.phrases.map { phrase in phrase.map { text(of: $0, indent: indent + 2) }.joined(separator: " ") }
    let command = phrases.joined(separator: " \\\n\(blanks)  ")
    switch stage.input {
    case .stage(let before): return "\(text(of: before, indent: indent)) |\n\(blanks)\(command)"
    case .document(let document): return "\(print(document)) |\n\(blanks)\(command)"
    case .saved, nil: return command
    }
  }

  private func text(of word: Stage.Word, indent: Int) -> String {
    switch word {
    case .text(let text), .progress(let text): ShellWords.quotedForBash(text)
    case .result: ShellWords.quotedForBash(result)
    case .rest: ShellWords.quotedForBash(result + ResultPiece.restEnding)
    case .feed(.stage(let stage)): "<(\(text(of: stage, indent: indent + 2)))"
    case .feed(.document(let document)): "<(\(print(document)))"
    case .feed(.saved(let file)): path(of: file)
    }
  }

  private func print(_ document: Document) -> String {
    document.maker == nil ? "printf '%s' \(ShellWords.quotedForBash(document.text))" : document.name
  }
}

extension Stage {
  /// The documents of this stage and of the stages before it, in the order in which they are printed.
  fileprivate var documents: [Document] {
    let feeds = [input].compactMap(\.self) + words.compactMap { if case .feed(let feed) = $0 { feed } else { nil } }
    return feeds.flatMap { feed in
      switch feed {
      case .document(let document): [document]
      case .stage(let stage): stage.documents
      case .saved: [] as [Document]
      }
    }
  }

  /// The saved files that this stage reads.
  fileprivate var savedFiles: [SavedFile] {
    phrases.joined().compactMap { if case .feed(.saved(let file)) = $0 { file } else { nil } }
  }
}
