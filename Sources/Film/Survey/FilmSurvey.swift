import Found
import Values

/// Finds the facts about a film that a plan needs. Each step asks only what earlier steps have left open.
package struct FilmSurvey {
  package struct Film: Equatable, Sendable {
    package let probe: Probe
    package let input: FilmInput
    package let tracks: TrackChoice
    /// The seconds of sound before the clip starts.
    package let soundBefore: Double
    /// The packet grid of each sound track that can be seeked exactly, by stream index.
    package let grids: [Int: PacketGrid]
    /// The field order of the picture; nil if it is progressive.
    package let fields: FieldOrder?
    /// Whether some packets of the picture lack timestamps.
    package let lacksStamps: Bool
    /// Whether the first packets of the picture are decoded and not shown.
    package let startsHidden: Bool
    /// Whether each packet of the picture is a field.
    let comesInFields: Bool
    /// The largest number of ticks by which a packet of the picture is decoded after it is shown; normally 0.
    let decodesLate: Int
    /// The frame rate of the picture, for a variable rate one near its average. It is doubled if each field becomes a
    /// frame. Nil without a picture.
    package let rate: FrameRate?
    /// Nil if the result is played and not kept.
    package let encoding: Encoding?
    /// The timestamps of its frames, in source time; empty if they are not needed.
    package let stamps: [Double]
    package let evidence: Evidence
    /// The trial of copying the picture; nil if it is not copied, or if the output format is unknown.
    let copying: CopyTrial?
    /// The covers to attach to the result.
    let coverFiles: [CoverFile]

    /// Whether its frame rate is variable.
    package var isUneven: Bool { tracks.picture?.picture.map(ClipRate.isUneven) ?? false }

    /// Whether it is a still picture.
    var hasOneFrame: Bool { rate.map { span.length * $0.value < 1.5 } ?? false }
    /// The picture to retime; nil in an audio-only format.
    var picture: ProbedStream? { encoding?.isSoundOnly == true ? nil : tracks.picture }
    /// The format of OUTPUT; `.unknown` for a preview.
    var resultKind: FileKind { encoding?.kind ?? .unknown }

    package var span: ClipSpan { input.span }
    /// The input format.
    var kind: ContainerKind { input.kind }
    var joint: Joint? { input.joint }
    package var truncation: Truncation? { input.truncation }

    /// The facts about the film that a map needs.
    package var clip: Clip { Clip(duration: span.length, frameRate: rate, timecode: timecode) }
  }

  let job: FilmJob
  let oracle: any Oracle
  let questions: Questions

  package static func film(for job: FilmJob, asking oracle: any Oracle) throws -> Film {
    try FilmSurvey(job: job, oracle: oracle, questions: Questions(job: job)).film()
  }

  private func film() throws -> Film {
    let look = try look()
    let encoding: Encoding? = if job.output == nil { nil } else { try Encoding(job, encoder: look.encoder) }
    if questions.encoder != nil, look.encoder == nil {
      throw FilmError.usage(
        "ffmpeg has no encoder '\(job.encoding.codec ?? "")' (--codec)", advice: "see ffmpeg -encoders")
    }
    try requireCard(encoding)
    let isSoundOnly = encoding?.isSoundOnly == true
    // ffprobe reports the rate and channels of the last MPEG audio packet it read, but those of the first are needed.
    let probe = try atStart(look, TrackChoice(look.probe, job, encoding))
    let choice = try TrackChoice(probe, job, encoding)
    try requireDecoder(of: choice.picture)
    guard let measure = isSoundOnly ? choice.sounds.first ?? choice.picture : choice.picture ?? choice.sounds.first
    else {
      throw unreadable
    }
    let times = try times(look.times(probe, choice, measure, job), of: isSoundOnly ? nil : choice.picture)
    var tracks = times.tracks
    // From here on, the picture has the rate of its timestamps.
    let facts = times.pictureFacts
    tracks.picture?.picture = facts
    let fields = facts.flatMap { facts in
      facts.fields ?? (facts.mayHaveFields ? tracks.picture.map(times.probe.firstFrame)?.fields : nil)
    }
    let isDoubled = job.picture.deinterlacing == .field && fields != nil
    let rate = facts.map(ClipRate.rate).map { isDoubled ? $0.doubled : $0 }
    let span = try times.clip(rate: rate, isSoundOnly: isSoundOnly)
    let stamps = try tracks.picture.map { try self.stamps(of: $0, times, span) } ?? []
    let input = FilmInput(
      file: job.file, fileStart: times.probe.container.start ?? 0, kind: times.kind, span: span,
      joint: times.joint, truncation: times.truncation, crowdedSounds: times.crowdedSounds)
    let search = FilmSearch(tracks, input, lastFrame: times.lastFrame(of: span), of: job)
    return Film(
      probe: times.probe, input: input, tracks: tracks, soundBefore: times.soundBefore(span),
      grids: times.grids, fields: fields,
      lacksStamps: times.lacksStamps, startsHidden: times.startsHidden,
      comesInFields: times.comesInFields, decodesLate: times.decodesLate, rate: rate,
      encoding: encoding, stamps: stamps,
      evidence: try search.evidence(asking: oracle),
      copying: try copying(of: tracks.picture, into: encoding),
      coverFiles: try coverFiles(of: times.probe, in: encoding?.kind))
  }

  private var unreadable: FilmError {
    .input("ffmpeg cannot read '\(job.input)' as video or sound", advice: "to see why, run ffprobe on the file")
  }
}

/// The facts after the first question about a file.
private struct FirstLook {
  var probe = Probe()
  /// The first and last packets, if the same answer contains them.
  var ends: Reply<PacketSpans>?
  /// The facts about the requested encoder.
  var encoder: EncoderFacts?

  func times(_ probe: Probe, _ tracks: TrackChoice, _ measure: ProbedStream, _ job: FilmJob) -> TrackTimes {
    let kind = ContainerKind.named(probe.container.names, among: job.run.kinds.inputs)
    return TrackTimes(probe: probe, kind: kind, tracks: tracks, measure: measure, job: job, ends: ends)
  }
}

/// The steps.
extension FilmSurvey {
  /// Reads container and tracks. If the extension belongs to a seekable format, reads the last packets together with
  /// them. Asks about the encoder at the same time.
  private func look() throws -> FirstLook {
    var look = FirstLook()
    if let all = questions.probeAndEnds {
      let reply = try withEncoder(all, &look)
      look.probe = reply.value.probe
      look.ends = Reply(value: reply.value.packets, status: reply.status)
      // If the seek fails, ffprobe prints nothing about the file. Then the tracks are read without it, and `measure`
      // tries the seek again.
      if !look.probe.streams.isEmpty { return look }
      look.ends = nil
    }
    let reply =
      questions.probeAndEnds == nil ? try withEncoder(questions.probe, &look) : try oracle.ask(questions.probe)
    guard reply.status == 0 else { throw unreadable }
    look.probe = reply.value
    return look
  }

  private func withEncoder<Value>(_ question: TypedQuestion<Value>, _ look: inout FirstLook) throws -> Reply<Value> {
    guard let encoder = questions.encoder else { return try oracle.ask(question) }
    let (reply, encoders) = try oracle.ask(question, encoder)
    look.encoder = encoders.value.first
    return reply
  }

  /// The tracks at the start of the file. If ffprobe has also read its end, tracks of MPEG sound are requested again.
  private func atStart(_ look: FirstLook, _ tracks: TrackChoice) throws -> Probe {
    guard let ends = look.ends, look.probe.streams.contains(where: \.isMPEGSound) else { return look.probe }
    // A frame that is needed for its timestamp requires a separate question, because only the first answer counts.
    let hasFrames = tracks.picture.map { needsFrame($0) && !ends.value[$0.index].lacksStamps } ?? false
    return try oracle.ask(questions.start(hasFrames: hasFrames, knowing: look.probe)).value
  }

  /// Measures the tracks.
  ///
  /// - Parameter picture: the picture whose first frame may be needed; nil for an audio-only result.
  private func times(_ unknown: TrackTimes, of picture: ProbedStream?) throws -> TrackTimes {
    var (times, probe) = (unknown, unknown.probe)
    // The first frame is requested together with the packets if it will probably be needed.
    let early = times.kind.stamps == .ofSectors ? picture : nil
    var isAsked = false
    try measure(&times) { question in
      guard let stream = early, !isAsked else { return try oracle.ask(question) }
      isAsked = true
      let frame = questions.frame(of: stream.index, packets: Self.packetsToFrame, knowing: probe)
      let (packets, first) = try oracle.ask(question, frame)
      probe = first.value
      return packets
    }
    times.probe = probe
    if times.tracks.picture == nil, times.joint == nil, !times.measure.isExact {
      let question = questions.heard(times.measure.index, last: times.secondBeforeEnd, in: probe.container)
      times.heard = try oracle.ask(question).value
    }
    if times.kind.hasRIFFHeader { times.header = RIFFHeader(try oracle.ask(questions.header).value.bytes) }
    times.leaveOutEmptyPictures()
    if !isAsked, picture != nil, let left = times.tracks.picture, let question = frameQuestion(left, times) {
      times.probe = try oracle.ask(question).value
    }
    return times
  }

  /// Measures tracks by as few packets as possible. In seekable formats, the first and last packets are enough, if
  /// their end agrees with the file's header or the seek has counted the packets. In large files whose parts can be
  /// read separately, samples of the packets are enough. Otherwise every packet is read. If timestamps restart, the
  /// packets are read again with ffmpeg's correction.
  private func measure(
    _ times: inout TrackTimes, _ ask: (TypedQuestion<PacketSpans>) throws -> Reply<PacketSpans>
  ) throws {
    let file = times.probe.container
    if let parts = FileSamples(of: job.file.path, file, times.kind) {
      times.packets = .samples(try ask(questions.samples(parts)).value)
      if times.samplesAreTrue { return }
    } else if times.findsItsEnd {
      let ends = questions.ends(of: times.probe.streams.count, last: times.lastSecond)
      times.packets = .ends(try times.ends ?? ask(ends))
      if times.endsAreTrue { return }
    }
    times.packets = .all(try ask(questions.packets(in: file)).value)
    times.leaveOutEmptyPictures()
    guard times.startsAgain, times.kind.streams == .startingAgain else { return }
    let joint = Joint(times.tracks)
    times.packets = .joined(try ask(questions.joined(joint, in: file)).value, joint)
  }

  /// Tries to put the first packet of a picture into a file of the output format. Side data of the file, outside the
  /// packets, may be lost.
  private func copying(of picture: ProbedStream?, into encoding: Encoding?) throws -> CopyTrial? {
    guard job.picture.copies, let picture, let muxer = encoding?.kind.muxer else { return nil }
    let trial = questions.trial(of: picture.index, in: muxer)
    guard picture.hasLightBeside else { return CopyTrial(of: picture, try oracle.ask(trial), losesLight: false) }
    let (packet, frame) = try oracle.ask(trial, questions.copiedFrame(of: picture.index))
    return CopyTrial(of: picture, packet, losesLight: frame.value.firstFrame(ofStream: 0).light.isEmpty)
  }

  /// The question about the first frame, if only this frame contains a needed fact.
  private func frameQuestion(_ picture: ProbedStream, _ times: TrackTimes) -> TypedQuestion<Probe>? {
    let lacksStamps = times.joint == nil && times.lacksStamps
    guard lacksStamps || !times.probe.firstFrame(of: picture).hasCome && needsFrame(picture) else { return nil }
    // A frame without its own timestamp gets the one of the last packet given to the decoder, which gets several
    // packets before it outputs the first frame.
    return questions.frame(
      of: picture.index, packets: lacksStamps ? Self.packetsToFrame : 1, knowing: times.probe)
  }

  /// After this many packets, every decoder has output its first frame.
  private static let packetsToFrame = 24

  /// Whether only the first frame contains unknown facts about the picture.
  private func needsFrame(_ picture: ProbedStream) -> Bool {
    !job.picture.copies && (picture.picture.map { $0.isPQ || $0.mayHaveFields } ?? false)
  }

  /// The timestamps of the frames, if they are listed, or if the result is made in pieces and may have a variable rate.
  /// They determine the frames of each piece.
  private func stamps(of picture: ProbedStream, _ times: TrackTimes, _ span: ClipSpan) throws -> [Double] {
    guard job.listsFrames || job.mode.piece != nil, let facts = picture.picture, times.joint == nil else { return [] }
    switch job.picture.rate {
    case .variable: break
    case .fixed(let rate):
      guard job.listsFrames || rate == nil && ClipRate.isUneven(facts) else { return [] }
    }
    let ticks = try oracle.ask(questions.stamps(of: picture.index)).value.ticks
    return ticks.map { ProbedStream.seconds($0, of: picture.timeBase) - span.start }.sorted()
  }
}

/// Whether the output format can hold a copied picture, tested with the first packet.
struct CopyTrial: Equatable, Sendable {
  let isTaken: Bool
  /// Whether HDR10 metadata is lost, because the file stores it outside the packets.
  let losesLight: Bool

  /// Some codecs can be written, but are not recognised or decoded when they are read.
  init(of picture: ProbedStream, _ reply: Reply<Probe>, losesLight: Bool) {
    // Chapters may be in another track.
    let found = reply.value.streams.first ?? picture
    isTaken = reply.status == 0 && found.codec == picture.codec && (found.isDecoded || !picture.isDecoded)
    self.losesLight = losesLight
  }
}

extension ProbedStream {
  /// Whether ffprobe has decoded enough of a picture to know its format.
  fileprivate var isDecoded: Bool { !["", "unknown"].contains(picture?.pixelFormat) }

  /// Whether the file stores HDR metadata about display or brightness outside the packets.
  fileprivate var hasLightBeside: Bool {
    ["Mastering display metadata", "Content light level metadata"].contains(where: sideData.contains)
  }

  /// Whether the packets of a sound contain exactly the samples that their times state.
  fileprivate var isExact: Bool { codec.hasPrefix("pcm_") || codec == "flac" }

  /// Whether each packet has its own rate and channels.
  fileprivate var isMPEGSound: Bool { ["mp2", "mp3"].contains(codec) }
}
