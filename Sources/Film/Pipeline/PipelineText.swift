import Streams

/// A pipeline as text to paste into bash.
package struct PipelineText {
  private let pipeline: Pipeline
  private let result: String
  private let tools: RunSettings.Tools

  /// - Parameter result: the path of the result.
  package init(_ pipeline: Pipeline, result: String, tools: RunSettings.Tools) {
    (self.pipeline, self.result, self.tools) = (pipeline, result, tools)
  }

  package var text: String {
    "(\n\(functions)\(saving)  \(text(of: pipeline.last, indent: 2))\n)\n"
  }

  /// Commands that save files in a temporary directory, which is removed when the pipeline ends.
  private var saving: String {
    let files = pipeline.last.words.compactMap { if case .feed(.saved(let file)) = $0 { file } else { nil } }
    guard !files.isEmpty else { return "" }
    return "  saved=$(mktemp -d) && trap 'rm -r \"$saved\"' EXIT || exit\n"
      + files.map { "  \(command(.ffmpeg, $0.maker)) >\(path(of: $0))\n" }.joined()
  }

  private func command(_ program: Program, _ words: [String]) -> String {
    ShellWords.quotedForBash([tools.word(for: program)] + words)
  }

  private func path(of file: SavedFile) -> String { "\"$saved/\(file.name)\"" }

  /// Shell functions for the documents that warp-map can print, without duplicates.
  private var functions: String {
    var names: Set<String> = []
    return pipeline.last.documents.compactMap { document in
      guard let words = document.maker, names.insert(document.name).inserted else { return nil }
      return "  \(document.name)() { \(command(.map, words)); }\n"
    }.joined()
  }

  private func text(of stage: Stage, indent: Int) -> String {
    let blanks = String(repeating: " ", count: indent)
    let phrases = stage.phrases.map { phrase in phrase.map { text(of: $0, indent: indent + 2) }.joined(separator: " ") }
    let command = "\(command(stage.program, [])) \(phrases.joined(separator: " \\\n\(blanks)  "))"
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
}
