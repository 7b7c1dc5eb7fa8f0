/// A pipeline as records, for a program that starts it: each a list of words, those that are read from before those
/// that read them.
///
///     document ID TEXT                        a text to be read once, less its last line feed
///     stage NAME INPUT OUTPUT DRAINS WORD…    a program; INPUT and OUTPUT are the IDs of what it reads and writes by its
///                                             standard streams, empty for none; DRAINS is 1 if what reads INPUT has to
///                                             read it to its end
///
/// A WORD is a sign and what it says: `=text`, itself; `<ID`, the path of a document; `|ID`, ffmpeg's name of the descriptor
/// by which comes what another stage writes; `>`, the path of the result; `@`, ffmpeg's name of the descriptor for progress.
package struct PipelineRecords {
  package private(set) var records: [[String]] = []
  private var count = 0

  package init(_ pipeline: Pipeline) { add(pipeline.last, output: nil) }

  private mutating func add(_ stage: Stage, output: String?) {
    let words = stage.words.map { add($0) }
    let input = stage.input.map { add($0) }
    records.append(["stage", stage.name, input ?? "", output ?? "", stage.readsToTheEnd ? "1" : ""] + words)
  }

  private mutating func add(_ word: Stage.Word) -> String {
    switch word {
    case .text(let text): "=\(text)"
    case .feed(.document(let document)): "<\(add(.document(document)))"
    // No path: a FIFO whose writer has ended already would not be opened again.
    case .feed(.stage(let stage)): "|\(add(.stage(stage)))"
    case .result: ">"
    case .progress: "@"
    }
  }

  /// The ID under which something can be read.
  private mutating func add(_ feed: Feed) -> String {
    count += 1
    let id = "\(count)"
    switch feed {
    case .document(let document): records.append(["document", id, String(document.text.dropLast())])
    case .stage(let stage): add(stage, output: id)
    }
    return id
  }
}
