import Streams
import Values
import Warp

/// The cuts of a picture that stays encoded: what is copied, and what is encoded to match.
package struct FilmSplice: Sendable {
  private let splice: Splice
  /// The map that plays whole frames of the film.
  package let map: TimeMap
  private let reading: PacketReading
  /// Nil if nothing is encoded.
  private let encoder: MatchedEncoder?
  private let hasOpenGroups: Bool

  /// Whether a map needs frames that cannot be copied.
  ///
  /// - Parameter isTrimmed: whether the user has asked where the map begins and ends.
  package static func isNeeded(along map: TimeMap, _ wish: PictureWish, isTrimmed: Bool) -> Bool {
    let jumps = zip(map.stretches, map.stretches.dropFirst()).contains { !$0.isFollowed(by: $1) }
    // A map that begins late has cut the beginning, unless it also changes the speed.
    let cutsStart = !isTrimmed && map.sourceRange.start > 0.001 && map.scaleRange?.isNormalSpeed ?? false
    return wish.cutsExactly || jumps || cutsStart
  }

  /// Reads all packets of the film. Throws if frames cannot be matched.
  package init(
    _ film: FilmSurvey.Film, along map: TimeMap, _ job: FilmJob, isTrimmed: Bool, asking oracle: any Oracle
  ) throws {
    let advice = "leave --copy out"
    guard let reading = PacketReading(film) else {
      throw FilmError.usage("--copy needs a picture, and '\(job.output ?? "")' has none")
    }
    guard reading.isTimed, !film.startsHidden, !film.comesInFields else {
      throw FilmError.usage(
        "--copy can cut only where each frame has a timestamp, and '\(job.input)' is not so",
        advice: advice)
    }
    let reply = try oracle.ask(Questions(job: job).coded(reading.wholeWords, in: film.probe.container))
    let list = reply.value
    guard reply.status == 0, let tick = list.tick, !list.frames.isEmpty else {
      throw FilmError.input("ffmpeg cannot read the packets of '\(job.input)'", advice: advice)
    }
    for (obstacle, text) in Self.obstacles where list.obstacles.contains(obstacle) {
      throw FilmError.usage("--copy cannot cut '\(job.input)': \(text)", advice: advice)
    }
    let frames = try CodedFrames(list.frames, tick: tick)
    let parts = try frames.parts(along: map, in: film.span.length)
    if isTrimmed, !job.picture.cutsExactly { try Self.requireEntry(at: parts[0], of: frames) }
    splice = try Splice(parts, of: frames, timebase: film.resultKind.timebase(of: job.picture))
    self.map = try TimeMap(playing: parts)
    self.reading = reading
    hasOpenGroups = list.frames.contains { $0.entry == .recovery }
    guard let encoded = splice.firstEncoded else {
      encoder = nil
      return
    }
    let light = try Self.light(of: reading, job, asking: oracle)
    do throws(MatchedEncoder.Mismatch) {
      encoder = try MatchedEncoder(film, reading.stream, reading.facts, list, light)
    } catch {
      throw FilmError.usage(
        "--copy cannot cut '\(job.input)' between keyframes: \(error.reason)",
        advice: "\(advice), or cut at keyframes\(frames.keyFrames(around: encoded))")
    }
  }

  private static let obstacles = [
    ("changes", "its parameter sets change inside the video"),
    ("layers", "its frames have several layers"),
    ("dolby", "its frames have Dolby Vision metadata, which newly encoded frames would lack"),
  ]

  /// The brightness metadata of an HDR picture, which encoded frames must contain too.
  private static func light(
    of reading: PacketReading, _ job: FilmJob, asking oracle: any Oracle
  ) throws -> LightData {
    guard reading.facts.isPQ else { return LightData() }
    let frame = Questions(job: job).frame(of: reading.stream.index, packets: 24, knowing: reading.film.probe)
    return try oracle.ask(frame).value.firstFrame(of: reading.stream).light
  }

  /// Throws if decoding cannot begin where the user has asked for the start.
  private static func requireEntry(at part: SplicedPart, of frames: CodedFrames) throws(Refusal) {
    guard !frames.isEntry(part.frames.lowerBound) else { return }
    throw .usage(
      "the map starts between keyframes", at: "at \(BriefNumber.print(part.start)) s in the source",
      advice: "start at a keyframe\(frames.keyFrames(around: part.start)), or write --copy=exact")
  }

  /// The stage that joins copied and encoded packets.
  func joiner(_ progress: [String]) -> Stage {
    let table = Document(name: "splice", text: splice.text, maker: nil)
    let offset = reading.film.input.leadIn
    let source =
      (offset == 0 ? [] : ["--source-offset", NumberSyntax.print(offset)]) + ["--source", reading.command]
    func stage(_ name: String, _ option: String, _ options: [String], _ input: Feed?) -> Stage {
      let first: [Stage.Word] = [.text(option), .feed(.document(table))] + .init(options)
      return Stage(name, .video, [first, .init(source)], input: input)
    }
    let encoded = encoder.map { encoder in
      Stage(
        "cut encoder", .ffmpeg, [.init(encoder.words(splice.timebase, asStamped: reading.film.probe.asStamped))],
        input: .stage(stage("cut reader", "--splice-feed", [], nil)))
    }
    return stage("picture joiner", "--splice", progress, encoded.map { .stage($0) })
  }

  /// How much is encoded.
  var note: String {
    let (encoded, count) = (splice.encodedCount, splice.count)
    if encoded == 0 { return "all \(count) frames are copied" }
    if encoded == count { return "all \(count) frames are encoded again, as no keyframe can follow a cut" }
    let reason = hasOpenGroups ? "; groups of frames are open, so copying begins only at IDR frames" : ""
    return "\(encoded) of \(count) frames are encoded again, the others are copied\(reason)"
  }
}
