import Audio
import Commands
import Streams
import Tool
import Values
import Warp

/// Prints the map from one recording to another recording of the same scene. Retimes nothing.
package struct AlignRun {
  private let path: String
  private let options: AudioOptions
  private let memory: Int

  init(to path: String, _ arguments: Arguments) throws {
    if let stray = AudioCommand.retimingOptions.first(where: arguments.contains) {
      throw Refusal.usage("--\(stray.name) and --align do not go together", advice: "leave one of the two out")
    }
    guard !InputFile.isStandardInput(path) else {
      throw Refusal.usage(
        "standard input cannot be both recordings", advice: "write --align FILE or --align <(ffmpeg … -f wav -)")
    }
    self.path = path
    options = try AudioOptions(arguments)
    memory = arguments.contains(.memory) ? options.memory : Self.usualMemory
  }

  /// In bytes. Samples at 8 kHz take 2 MiB per minute of both recordings. Beyond this limit, they go to a temporary
  /// file.
  private static let usualMemory = 96 << 20

  func run(writingTo output: inout FileSink) throws {
    try Terminal.current.refuseTypedInput(to: AudioCommand.command)
    let (reference, cut) = try reference()
    let (other, otherCut) = try digest(of: options.standardInput())
    let outcome = try Alignment(of: other, to: reference, from: options.start ?? 0)
      .outcome(memory: memory / 2) { () throws(StreamFailure) in TemporaryFile() }
    guard case .map(let map) = outcome else { throw otherCut ?? cut ?? failure(outcome) }
    let title = ([MapTable.title] + map.passages.map(Self.comment)).joined(separator: "\n")
    var listing = ListingWriter(.tsv, columns: MapTable.Column.allCases.map(\.rawValue), title: title)
    for row in map.rows { listing.add(row.source, row.warped, row.scale) }
    try output.write(listing.finish().span)
    if let cut = otherCut ?? cut { throw cut }
  }

  /// States how sure a passage is.
  private static func comment(_ passage: AlignedMap.Passage) -> String {
    let ends = [passage.source.lowerBound, passage.source.upperBound].map { DecimalText.print($0, decimals: 3) }
    let agreement = passage.agreement
    return "# \(ends[0])..\(ends[1]): alike in \(agreement.fitting) of \(agreement.tried) seconds compared"
  }

  private func failure(_ outcome: Alignment.Outcome) -> Failure {
    if outcome == .severalPlaces {
      return Failure(
        .input,
        "the sound repeats itself and fits '\(path)' at several places; give recordings of its beginning or its end")
    }
    return Failure(
      .input, "the sound and '\(path)' have nothing in common; give two recordings of the same scene")
  }

  /// Reads the recording in the file of `--align`. Also returns the error to report if it is truncated.
  private func reference() throws -> (SoundDigest, Failure?) {
    let source = try FileSource(path: path)
    source.widenPipe()
    do {
      let (digest, cut) = try digest(of: SoundInput.open(source, declared: nil, from: 0).intoFeed())
      return (
        digest,
        cut.map { _ in Failure(.input, "'\(path)' is truncated; check why the program that wrote it stopped") }
      )
    } catch let error as AudioError {
      let problem =
        switch error {
        case .empty: "'\(path)' is empty"
        case .undeclared: "'\(path)' is neither WAV nor NUT"
        case .stream(let failure): throw failure
        default: "'\(path)': \(error)"
        }
      throw Failure(.input, "\(problem); decode its sound with ffmpeg -f wav")
    }
  }

  private func digest(of feed: any SoundFeed) throws -> (SoundDigest, Failure?) {
    let digest = try SoundDigest(of: feed, memory: memory / 2, spill: TemporaryFile())
    try feed.skipRest()
    return (digest, feed.truncation.map(Failure.init))
  }
}
