/// A pipeline as records, for a program that starts it: of documents and stages, those that are read from before those that
/// read them.
///
/// A word of a stage is a sign and a text: `=text`, the text itself; `<ID`, the path of a document; `|ID`, ffmpeg's name of the
/// descriptor that brings what another stage writes; `>`, the path of the result, and `>END`, the same with an ending; `@`,
/// ffmpeg's name of the descriptor for progress.
package struct PipelineRecords {
  package private(set) var records: [PlanRecord] = []
  private var count = 0

  package init(_ pipeline: Pipeline) { add(pipeline.last, output: nil) }

  private mutating func add(_ stage: Stage, output: String?) {
    let words = stage.words.map { add($0) }
    let input = stage.input.map { add($0) }
    records.append(.stage(stage, input: input, output: output, words: words))
  }

  private mutating func add(_ word: Stage.Word) -> String {
    switch word {
    case .text(let text): "=\(text)"
    case .feed(.document(let document)): "<\(add(.document(document)))"
    // A descriptor, not a path: to open a FIFO whose writer has already ended would wait for another writer, for ever.
    case .feed(.stage(let stage)): "|\(add(.stage(stage)))"
    case .result: ">"
    case .rest: ">\(ResultPiece.restEnding)"
    case .progress: "@"
    }
  }

  /// Adds the records of a feed, and returns the ID by which others name it.
  private mutating func add(_ feed: Feed) -> String {
    count += 1
    let id = "\(count)"
    switch feed {
    case .document(let document):
      records.append(PlanRecord(.document, [id, String(document.text.unicodeScalars.dropLast())]))
    case .stage(let stage): add(stage, output: id)
    }
    return id
  }
}
