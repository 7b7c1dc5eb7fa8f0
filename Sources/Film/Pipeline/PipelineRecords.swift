import Streams

/// A pipeline as records, for a program that starts it: each a list of words, those that are read from before those
/// that read them.
///
///     document ID TEXT                        a text to be read once, less its last line feed
///     stage NAME INPUT OUTPUT DRAINS WORD…    a program; INPUT and OUTPUT are the IDs of what it reads and writes by its
///                                             standard streams, empty for none; DRAINS is 1 if what reads INPUT has to
///                                             read it to its end
///
/// A WORD is a sign and a text: `=text`, the text itself; `<ID`, the path of a document; `|ID`, ffmpeg's name of the
/// descriptor that brings what another stage writes; `>`, the path of the result, and `>END`, the same with an ending; `@`, ffmpeg's name of the descriptor
/// for progress.
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
    case .document(let document): records.append(["document", id, String(document.text.dropLast())])
    case .stage(let stage): add(stage, output: id)
    }
    return id
  }
}

/// Records as bytes for `scripts/warp`: the word `records`, by which it tells them from text to be shown, then of each
/// record the number of its words and the words. A zero byte ends each word, since file names may hold any other byte.
package struct Records {
  private(set) var bytes: [UInt8] = []

  package init() { add("records") }

  package mutating func add(_ record: [String]) {
    add("\(record.count)")
    for word in record { add(word) }
  }

  private mutating func add(_ word: String) { bytes += ByteText.bytes(word) + [0] }

  package func write<Sink: ByteSink & ~Copyable>(to output: inout Sink) throws(StreamFailure) {
    try output.write(bytes.span)
  }
}
