import Warp

/// Finds out what a plan has to know of a film. Each step asks what the steps before it have left open.
package struct FilmSurvey {
  package struct Film: Equatable, Sendable {
    package let probe: Probe
    /// The kind of the input file.
    let kind: ContainerKind
    package let tracks: TrackChoice
    package let span: ClipSpan
    /// Seconds of sound before the clip starts.
    package let soundBefore: Double
    /// Not nil where the film's times have to be made to go on.
    package let joint: Joint?
    /// Not nil where the end of the file is missing.
    package let truncation: Truncation?
    /// For each sound track that can be sought to the sample, where its packets begin; by the index of the stream.
    package let grids: [Int: PacketGrid]
    /// In which order the fields of the picture are shown; nil where it has none.
    package let fields: FieldOrder?
    /// Whether some packets of the picture lack timestamps.
    package let lacksStamps: Bool
    /// Whether the first packets of the picture are decoded and not shown.
    package let startsHidden: Bool
    /// By how many ticks a packet of the picture is decoded later than it is shown, at most; 0 as it should be.
    let decodesLate: Int
    /// The rate that keeps the look of the picture; nil without one.
    package let rate: FrameRate?
    /// Nil where the result is shown and not kept.
    package let encoding: Encoding?
    /// When its frames are shown, in source time; empty where that is not needed.
    package let stamps: [Double]
    /// Silences and stills that were searched for.
    package let found: [FoundPart]
    /// How fast each part of the sound can be played; empty where that was not asked for.
    package let speech: SpeechPaces
    /// How much the picture has changed up to each frame; empty where that was not asked for.
    package let motion: [EvenCurve.Point]
    /// The map onto the clock of another recording; nil where that was not asked for.
    package let alignment: TimeMap?
    /// What becomes of a picture that stays encoded; nil where it does not, or the kind of file is not known.
    let copying: CopyTrial?
    /// Covers that are attached to the result.
    let coverFiles: [CoverFile]

    /// Whether its frames have times of their own.
    package var isUneven: Bool { tracks.picture?.picture.map(ClipRate.isUneven) ?? false }

    /// What a map has to know of the film.
    package var clip: Clip { Clip(duration: span.length, frameRate: rate) }
  }

  private let job: FilmJob
  let oracle: any Oracle
  let questions: Questions

  package static func film(for job: FilmJob, asking oracle: any Oracle) throws -> Film {
    try FilmSurvey(job: job, oracle: oracle, questions: Questions(job: job)).film()
  }

  private func film() throws -> Film {
    let look = try look()
    let encoding: Encoding? = if job.output == nil { nil } else { try Encoding(job, encoder: look.encoder) }
    if questions.encoder != nil, look.encoder == nil {
      throw FilmError.usage("ffmpeg has no encoder '\(job.codec ?? "")' (--codec)", advice: "see ffmpeg -encoders")
    }
    let isSoundOnly = encoding?.isSoundOnly == true
    // ffprobe reports the rate and channels of the last MPEG audio packet it has read; those of the first are wanted.
    let probe = try atStart(look, TrackChoice(look.probe, job, encoding))
    let choice = try TrackChoice(probe, job, encoding)
    guard let measure = isSoundOnly ? choice.sounds.first ?? choice.picture : choice.picture ?? choice.sounds.first
    else {
      throw unreadable
    }
    let times = try times(look.times(probe, choice, measure, job), of: isSoundOnly ? nil : choice.picture)
    var tracks = times.tracks
    // From here on the picture has the rate that its stamps tell.
    let facts = times.pictureFacts
    tracks.picture?.picture = facts
    let fields = facts.flatMap { facts in
      facts.fields ?? (facts.mayHaveFields ? tracks.picture.map(times.probe.firstFrame)?.fields : nil)
    }
    let isDoubled = job.deinterlacing == .field && fields != nil
    let rate = facts.map(ClipRate.rate).map { isDoubled ? $0.doubled : $0 }
    let span = try times.clip(rate: rate, isSoundOnly: isSoundOnly)
    let stamps = try tracks.picture.map { try self.stamps(of: $0, times, span) } ?? []
    let search = FilmSearch(tracks, times, span, of: job)
    return Film(
      probe: times.probe, kind: times.kind, tracks: tracks, span: span, soundBefore: times.soundBefore(span),
      joint: times.joint, truncation: times.truncation, grids: times.grids, fields: fields,
      lacksStamps: times.lacksStamps, startsHidden: times.startsHidden, decodesLate: times.decodesLate, rate: rate,
      encoding: encoding, stamps: stamps,
      found: try search.parts(asking: oracle), speech: try search.speech(asking: oracle),
      motion: try search.motion(asking: oracle), alignment: try search.alignment(asking: oracle),
      copying: try copying(of: tracks.picture, into: encoding),
      coverFiles: try coverFiles(of: times.probe, in: encoding?.kind))
  }

  private var unreadable: FilmError {
    .input("ffmpeg cannot read '\(job.input)' as video or sound", advice: "to see why, run ffprobe on the file")
  }
}

/// What is known of a file once it has been looked at for the first time.
private struct FirstLook {
  var probe = Probe()
  /// The first packets and the last, where they came along.
  var ends: Reply<PacketSpans>?
  /// What is said of the encoder that is asked for.
  var encoder: EncoderFacts?

  func times(_ probe: Probe, _ tracks: TrackChoice, _ measure: ProbedStream, _ job: FilmJob) -> TrackTimes {
    let kind = ContainerKind.named(probe.container.names, among: job.kinds.inputs)
    return TrackTimes(probe: probe, kind: kind, tracks: tracks, measure: measure, job: job, ends: ends)
  }
}

/// The steps.
extension FilmSurvey {
  /// Reads container and tracks. If the file's name promises a kind that can be sought, reads the last packets with
  /// them. Asks about the encoder at the same time.
  private func look() throws -> FirstLook {
    var look = FirstLook()
    if let all = questions.probeAndEnds {
      let reply = try withEncoder(all, &look)
      look.probe = reply.value.probe
      look.ends = Reply(value: reply.value.packets, status: reply.status)
      // ffprobe prints nothing about a file in which the seek fails. Its tracks are asked for alone; `measure` tries
      // the seek once more.
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

  /// The tracks as they are at the start of the file, if what is known may be that of its end.
  private func atStart(_ look: FirstLook, _ tracks: TrackChoice) throws -> Probe {
    guard let ends = look.ends, look.probe.streams.contains(where: \.isMPEGSound) else { return look.probe }
    // A frame that is wanted for its stamp has to be asked for by itself, and the first answer counts.
    let hasFrames = tracks.picture.map { needsFrame($0) && !ends.value[$0.index].lacksStamps } ?? false
    return try oracle.ask(questions.start(hasFrames: hasFrames, knowing: look.probe)).value
  }

  /// Measures the tracks.
  ///
  /// - Parameter picture: whose first frame may be needed; nil for sound alone.
  private func times(_ unknown: TrackTimes, of picture: ProbedStream?) throws -> TrackTimes {
    var (times, probe) = (unknown, unknown.probe)
    // ffprobe is asked for the first frame together with the packets if it will most likely be needed.
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
    if times.kind.hasRIFFHeader { times.header = RIFFHeader(try oracle.ask(questions.header).value.bytes) }
    times.leaveOutEmptyPictures()
    if !isAsked, picture != nil, let left = times.tracks.picture, let question = frameQuestion(left, times) {
      times.probe = try oracle.ask(question).value
    }
    return times
  }

  /// In kinds of file in which the last packets are found by seeking, they and the first are enough, if the end they
  /// give agrees with the one the file gives, or the seek has counted them; in large files of which any part can be
  /// read, samples of the packets. In other kinds, and where the two ends do not agree, every packet is looked at;
  /// where times start again in the middle, once more as ffmpeg corrects them.
  private func measure(
    _ times: inout TrackTimes, _ ask: (TypedQuestion<PacketSpans>) throws -> Reply<PacketSpans>
  ) throws {
    let file = times.probe.container
    if let parts = FileSamples(of: FilmJob.path(job.input), file, times.kind) {
      times.packets = .samples(try ask(questions.samples(parts)).value)
      if times.samplesAreTrue { return }
    } else if times.findsItsEnd {
      let ends = questions.ends(of: times.probe.streams.count, last: times.lastSecond)
      times.packets = .ends(try times.ends ?? ask(ends))
      if times.endsAreTrue { return }
    }
    times.packets = .all(try ask(questions.packets(in: file)).value)
    guard times.startsAgain, times.kind.streams == .startingAgain else { return }
    let joint = Joint(times.tracks)
    times.packets = .joined(try ask(questions.joined(joint, in: file)).value, joint)
  }

  /// Has ffmpeg put the first packet of a picture into a file of the kind of OUTPUT. What stands beside the packets,
  /// and not in them, may be lost on the way.
  private func copying(of picture: ProbedStream?, into encoding: Encoding?) throws -> CopyTrial? {
    guard job.copies, let picture, let muxer = encoding?.kind.muxer else { return nil }
    let trial = questions.trial(of: picture.index, in: muxer)
    guard picture.hasLightBeside else { return CopyTrial(of: picture, try oracle.ask(trial), losesLight: false) }
    let (packet, frame) = try oracle.ask(trial, questions.copiedFrame(of: picture.index))
    return CopyTrial(of: picture, packet, losesLight: frame.value.firstFrame(ofStream: 0).light.isEmpty)
  }

  /// The question about the first frame, if it is the only one that knows something.
  private func frameQuestion(_ picture: ProbedStream, _ times: TrackTimes) -> TypedQuestion<Probe>? {
    let lacksStamps = times.joint == nil && times.lacksStamps
    guard lacksStamps || !times.probe.firstFrame(of: picture).hasCome && needsFrame(picture) else { return nil }
    // A frame without a stamp of its own has that of the packet that the decoder was given last, and it is given
    // several before the first frame comes.
    return questions.frame(
      of: picture.index, packets: lacksStamps ? Self.packetsToFrame : 1, knowing: times.probe)
  }

  /// After so many packets of a picture its first frame has come, however many the decoder keeps.
  private static let packetsToFrame = 24

  /// Whether what is not known of a picture is said in its first frame.
  private func needsFrame(_ picture: ProbedStream) -> Bool {
    !job.copies && (picture.picture.map { $0.isPQ || $0.mayHaveFields } ?? false)
  }

  /// When the frames are shown, where the result is made in pieces and frames may have times of their own: then which
  /// pieces have how many of them follows from those of the film.
  private func stamps(of picture: ProbedStream, _ times: TrackTimes, _ span: ClipSpan) throws -> [Double] {
    guard case .piece = job.part, let facts = picture.picture, times.joint == nil else { return [] }
    switch job.rate {
    case .variable: break
    case .fixed(let rate): guard rate == nil, ClipRate.isUneven(facts) else { return [] }
    }
    let ticks = try oracle.ask(questions.stamps(of: picture.index)).value.ticks
    return ticks.map { ProbedStream.seconds($0, of: picture.timeBase) - span.start }.sorted()
  }
}

/// Whether the kind of file of OUTPUT can hold a copied picture, tried with its first packet.
struct CopyTrial: Equatable, Sendable {
  let isTaken: Bool
  /// Whether HDR10 metadata is lost, because the file has it beside the packets and not in them.
  let losesLight: Bool

  /// Some codecs are written, and not known or not decoded when they are read.
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

  /// Whether the file says beside the packets what screen an HDR picture was graded on, or how bright it gets.
  fileprivate var hasLightBeside: Bool {
    ["Mastering display metadata", "Content light level metadata"].contains(where: sideData.contains)
  }

  /// Whether each packet has a rate and channels of its own.
  fileprivate var isMPEGSound: Bool { ["mp2", "mp3"].contains(codec) }
}
