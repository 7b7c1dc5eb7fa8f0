import Streams

/// What the plan says to `scripts/warp`: a word by which the script knows it, and more words, whose meaning depends on it.
package struct PlanRecord: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// INPUT OUTPUT OVERWRITES IS_DRY: the files to be checked before anything runs. OUTPUT is empty where nothing is kept;
    /// OVERWRITES is 1 if it may exist already, IS_DRY if it is not going to be written.
    case files
    /// NAME WORD…: a command that is to be run, and the name of its answer. The plan is asked for again then.
    case question
    /// WORD…: a command that is to be run in place of the script.
    case show
    /// FILE: where names and numbers of processes are written.
    case stages
    /// FILE MICROSECONDS: where progress is written, and how long what is made will be.
    case progress
    /// TEXT: what is said at the end, once the result is there, with exit status 4.
    case ending
    /// TEXT: what is put behind a piece once it is whole.
    case label
    /// PATH…: what is removed once the result is there.
    case remove
    /// ID TEXT: a text to be read once, less its last line feed.
    case document
    /// NAME INPUT OUTPUT DRAINS WORD…: a program. INPUT and OUTPUT are the IDs of what it reads and writes by its standard
    /// streams, empty for none; DRAINS is 1 if what reads INPUT has to read it to its end. Records of what it reads come before.
    case stage
  }

  package let kind: Kind
  let rest: [String]

  package init(_ kind: Kind, _ rest: [String]) {
    self.kind = kind
    self.rest = rest
  }

  package var words: [String] { [kind.rawValue] + rest }

  package static func files(input: String, output: String?, overwrites: Bool, isDry: Bool) -> PlanRecord {
    PlanRecord(.files, [input, output ?? "", mark(overwrites), mark(isDry)])
  }

  package static func question(_ question: Question) -> PlanRecord {
    PlanRecord(.question, [question.name] + question.words)
  }

  package static func progress(_ file: String, microseconds: String) -> PlanRecord {
    PlanRecord(.progress, [file, microseconds])
  }

  static func stage(_ stage: Stage, input: String?, output: String?, words: [String]) -> PlanRecord {
    PlanRecord(.stage, [stage.name, input ?? "", output ?? "", mark(stage.readsToTheEnd)] + words)
  }

  private static func mark(_ isTrue: Bool) -> String { isTrue ? "1" : "" }
}

/// Records as bytes: the word `records`, by which `scripts/warp` tells them from text to be shown, then of each record the
/// number of its words and the words. A zero byte ends each word, since file names may hold any other byte.
package struct Records {
  private(set) var bytes: [UInt8] = []

  package init() { add("records") }

  package mutating func add(_ record: PlanRecord) {
    add("\(record.words.count)")
    for word in record.words { add(word) }
  }

  private mutating func add(_ word: String) { bytes += ByteText.bytes(word) + [0] }

  package func write<Sink: ByteSink & ~Copyable>(to output: inout Sink) throws(StreamFailure) {
    try output.write(bytes.span)
  }
}
