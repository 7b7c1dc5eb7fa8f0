import Cues
import Streams
import Tool
import Values
import Warp

/// The options that cut parts of the source out of any map, by time or by spoken words.
extension MapCommand {
  package static let keep = Option(
    "keep", value: "FILE|FROM..TO", repeatable: true, completion: .file,
    help: """
      Keep only these parts of the video: one part, or those that FILE lists as for --ranges. Several --keep add up.
      """)
  package static let cut = Option(
    "cut", value: "FILE|FROM..TO", repeatable: true, completion: .file,
    help: "Cut these parts out: one part, or those that FILE lists as for --ranges.")
  package static let words = Option(
    "words", value: "FILE", completion: .file,
    help: """
      FILE lists all words and their times: JSON of whisper, faster-whisper, WhisperX, whisper.cpp or vosk, or \
      subtitles with a time for each word. Needs --cut-words, --script or --to text, or a page (--plot html), on which \
      you click words to cut them.
      """)
  package static let cutWords = Option(
    "cut-words", value: "WORDS", repeatable: true,
    help: """
      Cut these words and phrases wherever somebody speaks them: 'um,uh,you know'. Case, accents and punctuation \
      around words do not matter. Needs --words.
      """)
  package static let script = Option(
    "script", value: "FILE", completion: .file,
    help: """
      Cut out what FILE no longer says: the transcript of --to text, from which you have deleted words or lines. Needs \
      --words.
      """)
  package static let margin = Option(
    "margin", value: "TIME",
    help: "With --words, keep at most this much of the pause beside a word that stays (default: 0.05 s).")

  /// Options that need the words of `--words`, which have times of the video.
  static let wordOptions = [words, cutWords, script]
  static let partOptions = [keep, cut] + wordOptions
  /// Options that cut by words.
  fileprivate static let wordUses = [cutWords, script]

  /// Whether `--margin` is also about words. The page uses it for the words that are clicked.
  static func usesMarginForWords(_ arguments: Arguments) -> Bool {
    arguments.occurrences.contains { $0.option == words }
  }

  /// Whether the map depends on the file of `--words`. If it does not, only a page or the transcript shows the words.
  package static func usesWords(_ arguments: Arguments) -> Bool {
    arguments.occurrences.contains { wordUses.contains($0.option) }
  }
}

/// Reads what `--keep`, `--cut`, `--cut-words` and `--script` leave out.
package struct KeptParts {
  private let arguments: Arguments
  /// The options on the command line. warp-map declares no searches, and `--then` no margin.
  private let asked: Set<Option>
  private let clip: Clip

  /// Checks the options and reads no file.
  init(_ arguments: Arguments, on clip: Clip) throws {
    (self.arguments, self.clip) = (arguments, clip)
    asked = Set(arguments.occurrences.map(\.option))
    if !asked.contains(MapCommand.words) {
      if let option = MapCommand.wordUses.first(where: asked.contains) {
        throw Refusal.usage("--\(option.name) needs --words", advice: "write --words FILE with a time for each word")
      }
    } else if !MapCommand.usesWords(arguments), try !Self.areShown(by: arguments, asked) {
      throw Refusal.usage("--words needs --cut-words, --script, --to text, or the page of --plot html")
    }
    let refined = WarpCommand.marginSearches + [MapCommand.words]
    if asked.contains(MapCommand.margin), !refined.contains(where: asked.contains) {
      throw Refusal.usage("--margin needs --words")
    }
  }

  /// Whether the words are printed, or shown on a page where people cut them.
  private static func areShown(by arguments: Arguments, _ asked: Set<Option>) throws -> Bool {
    if try MapCommand.to.choice(arguments) == .transcript || asked.contains(WarpCommand.edit) { return true }
    return try asked.contains(MapCommand.plot.option) && MapCommand.plot.choice(arguments) == .html
  }

  /// The map without what is left out, notes on options without effect, and the file of `--words`, which may be a pipe.
  func applied(to map: TimeMap) throws -> (map: TimeMap, notes: [String], transcript: Transcript?) {
    guard MapCommand.partOptions.contains(where: asked.contains) else { return (map, [], nil) }
    var (gone, notes): ([SourceParts.Part], [String]) = ([], [])
    let keeps = try parts(of: MapCommand.keep, &notes)
    if asked.contains(MapCommand.keep) { gone += SourceParts(keeps).rest.parts }
    gone += try parts(of: MapCommand.cut, &notes)
    let path = asked.contains(MapCommand.words) ? arguments.value(of: MapCommand.words) : nil
    let transcript = try path.map(SpokenFiles.transcript)
    gone += try spokenParts(transcript?.words ?? [], &notes)
    guard !gone.isEmpty else { return (map, notes, transcript) }
    let names = MapCommand.partOptions.filter { asked.contains($0) && $0 != MapCommand.words }.map { "--\($0.name)" }
    let left = try map.leaving(out: SourceParts(gone), asked: names.joined(separator: " with "))
    return (left, notes, transcript)
  }

  /// The value of `--margin` for words.
  package static func margin(_ arguments: Arguments, on clip: Clip) throws -> Double {
    try arguments.value(of: MapCommand.margin).map { try TimeSyntax.seconds($0, on: clip) } ?? 0.05
  }

  private func parts(of option: Option, _ notes: inout [String]) throws -> [SourceParts.Part] {
    var parts: [SourceParts.Part] = []
    for value in arguments.values(of: option) {
      guard !Self.isRange(value) else {
        let (start, end) = try ChangeSyntax.part(value, on: clip, at: "--\(option.name)")
        guard start < end ?? .infinity else {
          throw Refusal.usage(
            "'\(value)' is an empty part", at: "--\(option.name)", advice: "write FROM..TO with FROM before TO")
        }
        if let end, let last = clip.duration, end > last + 1e-6 {
          let (late, early) = BriefNumber.print(end, besides: last)
          notes.append("--\(option.name) ends at \(late) s, but the source ends at \(early) s")
        }
        parts.append(.init(from: start, to: end ?? .infinity))
        continue
      }
      if let part = RangeSyntax.corrected(value), InputFile.kind(of: value) == nil {
        throw Refusal.usage("'\(value)' is neither a file nor a part", at: "--\(option.name)", advice: part)
      }
      let listed = try MapFiles.plainRanges(value, on: clip, of: option)
      if listed.isEmpty { notes.append("'\(value)' lists no ranges (--\(option.name))") }
      guard let end = clip.duration else {
        parts += listed
        continue
      }
      let late = listed.filter { $0.start >= end }.count
      if late > 0 {
        notes.append("\(late) of \(listed.count) ranges of --\(option.name) begin after the end of the video")
      }
      parts += listed
    }
    return parts
  }

  /// Whether a value is a part such as `2s..5s`, and not a file. A single time counts as one, to be refused.
  static func isRange(_ value: String) -> Bool {
    !value.contains("/") && (RangeSyntax.ends(of: value[...]) != nil || (try? TimeSyntax.seconds(value)) != nil)
  }

  private func spokenParts(_ words: [Transcript.Word], _ notes: inout [String]) throws -> [SourceParts.Part] {
    guard MapCommand.usesWords(arguments) else { return [] }
    var removed = [Bool](repeating: false, count: words.count)
    if asked.contains(MapCommand.cutWords) {
      let phrases = arguments.values(of: MapCommand.cutWords).flatMap { $0.split(separator: ",").map(String.init) }
      guard !phrases.isEmpty else { throw Refusal.usage("--cut-words names no words") }
      let sought = WordCuts.removed(from: words, saying: phrases)
      notes += sought.unsaid.map { "'\($0)' is not said (--cut-words)" }
      removed = sought.removed
    }
    if let script = arguments.value(of: MapCommand.script) {
      let left = try SpokenFiles.removed(from: words, by: script)
      for index in words.indices where left[index] { removed[index] = true }
    }
    let parts = WordCuts.parts(of: words, without: removed, margin: try Self.margin(arguments, on: clip))
    notes += Self.notes(on: words.indices.filter { removed[$0] }.map { words[$0] }, cutting: parts, of: clip)
    return parts
  }

  /// Words that stay in the result although they are left out.
  private static func notes(
    on gone: [Transcript.Word], cutting parts: [SourceParts.Part], of clip: Clip
  ) -> [String] {
    func are(_ count: Int) -> String { "\(count) of \(gone.count) words" }
    var notes: [String] = []
    let end = clip.duration ?? .infinity
    let late = gone.filter { $0.start >= end }.count
    if late > 0 { notes.append("\(are(late)) to cut are said after the end of the video") }
    let covered = gone.filter { word in
      guard word.start < end else { return false }
      let middle = (word.start + word.end) / 2
      let index = parts.borderIndex { $0.end > middle }
      return index == parts.count || parts[index].start > middle
    }
    if !covered.isEmpty { notes.append("\(are(covered.count)) to cut stay, since words that stay are said meanwhile") }
    return notes
  }
}

/// Reads the files of words.
package enum SpokenFiles {
  /// Refuses a file that has no times of single words.
  package static func transcript(_ path: String) throws -> Transcript {
    let source = try FileSource(path: path)
    let name = source.name
    let text = try WholeText.read(source)
    guard let format = SpokenFormat.of(text), format != .table else {
      throw Failure(
        .input, "\(name) has no words; --words takes JSON of a speech recogniser, SRT or VTT")
    }
    let transcript: Transcript
    do throws(CueError) { transcript = try format.transcript(text) } catch {
      throw Failure(.input, error.message(naming: name))
    }
    guard !transcript.words.isEmpty else {
      throw Failure(
        .input,
        "\(name) has no times of single words; run whisper with --word_timestamps True, or whisper.cpp with -ojf")
    }
    return transcript
  }

  static func removed(from words: [Transcript.Word], by path: String) throws -> [Bool] {
    let source = try FileSource(path: path)
    let name = source.name
    let text = try WholeText.read(source)
    do throws(CueError) {
      return try ScriptAlignment.removed(from: words, by: String(decoding: text, as: UTF8.self))
    } catch {
      throw Failure(.usage, error.message(naming: name))
    }
  }
}
