import Warp

/// From when to when the tracks of a film last, as far as that has been answered.
struct TrackTimes {
  let answers: Answers
  let tracks: TrackChoice
  let job: FilmJob
  /// The track from which the clip has its times.
  let measure: ProbedStream

  init(_ answers: Answers, _ tracks: TrackChoice, of job: FilmJob, measure: ProbedStream) {
    self.answers = answers
    self.tracks = tracks
    self.job = job
    self.measure = measure
  }

  var container: ProbedContainer { answers.probe.container }

  /// Not nil where times start again in the middle, and ffmpeg can correct that.
  var joint: Joint? {
    guard startsAgain, Joint.isPossible(in: container), answers.areOfQuestions else { return nil }
    return Joint(tracks)
  }

  private var startsAgain: Bool { measure.seconds(allPackets(of: measure)?.largestFall ?? 0) > 1 }

  private func allPackets(of stream: ProbedStream) -> PacketSpan? {
    answers.span(of: stream.index, by: Question.packets) ?? answers.span(of: stream.index)
  }

  /// The packets by which a track is measured.
  func packets(of stream: ProbedStream) -> PacketSpan {
    if let joint { return answers.span(of: joint.position(of: stream), by: Question.joined) ?? PacketSpan() }
    return allPackets(of: stream) ?? answers.span(of: stream.index, by: Question.samples)
      ?? answers.span(of: stream.index, by: Question.ends) ?? PacketSpan()
  }

  private func seconds(_ ticks: Int, of stream: ProbedStream) -> Double {
    ProbedStream.seconds(ticks, of: joint?.timeBase(of: stream) ?? stream.timeBase)
  }
}

/// What has to be asked.
extension TrackTimes {
  /// Not nil where what is said of the tracks may not be true of their start: asked about the end too, ffprobe tells of the
  /// rate and the channels of the last packet of MPEG sound.
  var startQuestion: Question? {
    let isOfEnd = answers.statuses[Question.probe] == nil && answers.statuses[Question.start] == nil
    guard isOfEnd, answers.areOfQuestions, answers.probe.streams.contains(where: \.isMPEGSound) else { return nil }
    // A frame that is wanted for its stamp has to be asked for by itself, and the first answer counts.
    let hasFrames = tracks.picture.map { needsFrame($0) && !packets(of: $0).lacksStamps } ?? false
    return .start(hasFrames: hasFrames, of: job)
  }

  /// Nil once all is known.
  var question: Question? { questionOfTimes ?? (needsHeader ? .header(of: job) : nil) }

  private var needsHeader: Bool {
    container.isRIFF && answers.areOfQuestions && answers.statuses[Question.header] == nil
  }

  /// Nil once the times are known.
  ///
  /// In kinds of file in which the last packets are found by seeking, they and the first are enough, if the end they give
  /// agrees with the one the file gives, or the seek has counted them; in large files of which any part can be read,
  /// samples of the packets. In other kinds, and where the two ends do not agree, every packet is looked at; where times
  /// start again in the middle, once more as ffmpeg corrects them.
  private var questionOfTimes: Question? {
    if let joint { return answers.statuses[Question.joined] == nil ? .joined(joint, in: job) : nil }
    if allPackets(of: measure) != nil { return nil }
    if let samples {
      guard answers.statuses[Question.samples] != nil else { return .samples(samples) }
      return samplesAreTrue ? nil : .packets(in: job)
    }
    let last = lastSecond
    guard container.findsItsEnd || last != nil else { return .packets(in: job) }
    guard answers.statuses[Question.ends] != nil else {
      return .ends(of: answers.probe.streams.count, last: last, in: job)
    }
    return endsAreTrue ? nil : .packets(in: job)
  }

  /// A second of the file's clock from which on the last packets are asked for, where bytes are counted: beyond the end of
  /// such a file ffmpeg finds no packet, or reads all of them. Nil where a seek beyond the end has to do. Of compressed
  /// samples ffmpeg would count the bytes by a mean that is rounded.
  private var lastSecond: Int? {
    guard container.countsBytes, tracks.timed.allSatisfy({ $0.codec.hasPrefix("pcm_") }),
      let duration = container.duration, (0..<1e9).contains(duration), abs(container.start ?? 0) < 1e9
    else { return nil }
    return max(0, Int((container.start ?? 0) + duration) - 1)
  }

  private var samples: FileSamples? { FileSamples(of: FilmJob.path(job.input), container) }

  /// Whether the samples are those of a file whose times go on from its start to its end. Streams put end to end are seen
  /// if one that is not the last is longer than a five-hundredth of the file.
  private var samplesAreTrue: Bool {
    let startsLate = tracks.timed.contains { stream in
      let early = seconds(packets(of: stream).first ?? 0, of: stream) - seconds(stream.startTicks ?? 0, of: stream)
      return abs(early) > 1
    }
    let startsAgain = tracks.timed.contains { $0.seconds(packets(of: $0).largestFall) > 1 }
    // Of a track that ends long before the file the last packets have not been looked at.
    let endsEarly = tracks.timed.contains { (end(of: $0) ?? 0) < (containerEnd ?? .infinity) - 3 }
    return !startsLate && !startsAgain && !endsEarly && endsAreTrue
  }

  /// The question about the first frame, if it is the only one that knows something.
  func frameQuestion(_ picture: ProbedStream) -> Question? {
    let lacksStamps = joint == nil && packets(of: picture).lacksStamps
    let isKnown = answers.probe.firstFrame(of: picture).hasCome
    guard lacksStamps || !isKnown && needsFrame(picture) else { return nil }
    // A frame without a stamp of its own has that of the packet that the decoder was given last, and it is given
    // several before the first frame comes.
    return .frame(of: picture.index, packets: lacksStamps ? Self.packetsToFrame : 1, in: job)
  }

  /// The same, where it will most likely be asked: at the same time as for packets.
  func earlyFrameQuestion(_ picture: ProbedStream) -> Question? {
    container.leavesOutStamps ? .frame(of: picture.index, packets: Self.packetsToFrame, in: job) : nil
  }

  /// After so many packets of a picture its first frame has come, however many the decoder keeps.
  private static let packetsToFrame = 24

  /// Whether what is not known of a picture is said in its first frame.
  private func needsFrame(_ picture: ProbedStream) -> Bool {
    !job.copies && (picture.picture.map { $0.isPQ || $0.mayHaveFields } ?? false)
  }

  /// Whether the last packets that were found are the last ones of the file.
  private var endsAreTrue: Bool {
    guard packets(of: measure).first != nil else { return false }
    if container.countsPackets { return answers.statuses[Question.ends] == 0 && !packets(of: measure).lacksTimes }
    let end = end(of: measure) ?? 0
    for stream in tracks.timed {
      guard let said = saidEnd(of: stream), stream == measure || said > end + ClipSpan.tolerance else { continue }
      guard isNear(self.end(of: stream), said) else { return false }
    }
    if tracks.timed.allSatisfy({ saidEnd(of: $0) != nil }) { return true }
    // Packets are found by where the picture ends. Sound may end long before.
    let witnesses = measure.kind == .picture ? tracks.timed : [measure]
    return witnesses.contains { isNear(self.end(of: $0), containerEnd) || isNear(self.end(of: $0), leastEnd) }
  }

  private func isNear(_ end: Double?, _ said: Double?) -> Bool {
    guard let end, let said else { return false }
    return abs(end - said) < 0.3
  }

  /// When a track ends, by its packets.
  func end(of stream: ProbedStream) -> Double? {
    let packets = packets(of: stream)
    return packets.first == nil ? nil : seconds(packets.end, of: stream)
  }

  /// When the last frame is shown, in source time; nil without a picture.
  func lastFrame(of span: ClipSpan) -> Double? {
    tracks.picture.map { seconds(packets(of: $0).lastShown, of: $0) - span.start }
  }

  /// When it ends, by what the file says of it. Matroska says it of the whole file alone, and ffmpeg of each track then.
  func saidEnd(of stream: ProbedStream) -> Double? {
    guard !container.names.contains("matroska") else { return nil }
    return saidTicks(of: stream).map { stream.seconds(stream.startTicks ?? 0) + stream.seconds($0) }
  }

  /// How long it lasts by what the file says of it. Of AVI and CAF that are cut off ffmpeg shortens the length to what is
  /// there; the count, which is one of ticks there, it leaves as the header says. Where AVI does not know the count, as it was
  /// written to a pipe (1 << 30) or never finished, the length is a guess of ffmpeg's.
  private func saidTicks(of stream: ProbedStream) -> Int? {
    guard container.isAVI || container.names.contains("caf") else { return stream.durationTicks }
    let count = stream.saidCount.flatMap { 0 < $0 && $0 < 1 << 30 ? $0 : nil }
    return count.map { max($0, stream.durationTicks ?? 0) } ?? (container.isAVI ? nil : stream.durationTicks)
  }

  private var containerEnd: Double? { container.duration.map { (container.start ?? 0) + $0 } }

  /// The same where the file may say it from 0 on its clock: Matroska's length is counted from the first packet by mkvmerge, and
  /// from 0 by ffmpeg.
  var leastEnd: Double? {
    container.names.contains("matroska") ? container.duration.map { min($0, containerEnd ?? $0) } : containerEnd
  }
}

/// What follows from the answers.
extension TrackTimes {
  /// - Parameters:
  ///   - rate: how many frames there are a second, if they have no times; nil without a picture.
  ///   - isSoundOnly: whether the result has sound alone.
  func clip(rate: FrameRate?, isSoundOnly: Bool) throws(FilmError) -> ClipSpan {
    // Asked of all packets only: the two parts that `ends` brings overlap in a short clip, and there time goes back.
    guard joint != nil || !startsAgain else {
      throw .input(
        "the time in '\(job.input)' starts again in the middle",
        advice: "make it one film with ffmpeg's -f concat first")
    }
    if !isSoundOnly, let untoldTimes { throw untoldTimes }
    let span = try wholeSpan(rate: rate, isSoundOnly: isSoundOnly)
    // Stamps may be anything. What is computed from a time within this bound overflows nowhere.
    guard span.length <= TimeSyntax.longest else {
      throw .input(
        "'\(job.input)' lasts \(SecondsText.brief(span.length)) s by its stamps",
        advice: "times go up to \(NumberSyntax.print(TimeSyntax.longest)) s; give it other stamps with ffmpeg's setts")
    }
    return span
  }

  private func wholeSpan(rate: FrameRate?, isSoundOnly: Bool) throws(FilmError) -> ClipSpan {
    guard let picture = tracks.picture else { return try span(of: measure, rate: nil) }
    let shown = try span(of: picture, rate: rate)
    if isSoundOnly { return shown.lasting(as: try span(of: measure, rate: nil)) }
    return shown.held(until: tracks.sounds.compactMap(end).max() ?? 0)
  }

  /// How many seconds of sound there are before source time 0, which is not shown.
  func soundBefore(_ span: ClipSpan) -> Double {
    if span.isStampless || joint != nil || tracks.picture == nil { return 0 }
    return tracks.sounds.compactMap { sound in packets(of: sound).first.map { seconds($0, of: sound) } }
      .reduce(0) { max($0, span.start - $1) }
  }

  private func span(of stream: ProbedStream, rate: FrameRate?) throws(FilmError) -> ClipSpan {
    let packets = packets(of: stream)
    // Sound without times is as many seconds long as it has packets: wrong, but positive and finite.
    func counted(_ count: Int) -> Double { rate?.start(ofFrame: count) ?? Double(count) }
    guard let first = packets.first else {
      guard packets.count > 0 else { throw .input("'\(job.input)' has no frames") }
      return ClipSpan(start: 0, length: counted(packets.count), isStampless: true)
    }
    // Sound begins where ffprobe says the stream starts: the packets before that only fill the decoder.
    var start = first
    if joint == nil, stream.kind == .sound, let heard = stream.startTicks, heard > first, heard < packets.end {
      start = heard
    }
    // Subtracted in ticks: as a difference of two rounded times, a clip of one second would be a bit more or less than
    // 1.
    let length = seconds(packets.end.subtracting(start), of: stream)
    return ClipSpan(
      start: seconds(start, of: stream), length: length > 0 ? length : counted(1),
      endsLong: rate.map { packets.endsLong(besides: $0.start(ofFrame: 1) / stream.timeBase.value) } ?? false,
      delay: delay(of: stream, packets, from: first))
  }

  /// Frames whose packets do not say when they are shown come out of the decoder with the times of later packets.
  private func delay(of stream: ProbedStream, _ packets: PacketSpan, from first: Int) -> Double {
    guard packets.lacksStamps, stream.kind == .picture, joint == nil,
      let shown = answers.probe.firstFrame(of: stream).stamp, shown > first, shown < packets.end
    else { return 0 }
    return seconds(shown.subtracting(first), of: stream)
  }

  var lacksStamps: Bool { tracks.picture.map { packets(of: $0).lacksStamps } ?? false }
  var startsHidden: Bool { tracks.picture.map { packets(of: $0).startsHidden } ?? false }

  /// What is known of the picture, with the rate its stamps tell where Matroska says another, or frames come faster than it.
  var pictureFacts: PictureFacts? {
    let isMatroska = container.names.contains("matroska")
    guard let stream = tracks.picture, var facts = stream.picture, isMatroska || container.names.contains("mov") else {
      return tracks.picture?.picture
    }
    let packets = packets(of: stream)
    let (first, last) = (packets.firstStamps.map(stream.seconds), packets.lastStamps.map(stream.seconds))
    let tick = stream.timeBase.value
    if isMatroska { facts = facts.fitting(StampedRate(first, last: last, tick: tick)) }
    return facts.fitting(
      FasterFrames(first: first, last: last, tick: tick), lasting: stream.durationTicks.map(stream.seconds))
  }

  /// Of each sound track, where its packets begin, if they tell it to the sample.
  var grids: [Int: PacketGrid] {
    var grids: [Int: PacketGrid] = [:]
    for sound in tracks.sounds where joint == nil {
      let packets = packets(of: sound)
      // Of sound that ends long before the picture, the last packets may not have been found.
      let isWhole = allPackets(of: sound) != nil || isNear(end(of: sound), saidEnd(of: sound) ?? containerEnd)
      grids[sound.index] = PacketGrid(
        packets.firstStamps, isWhole ? packets.lastStamps : [], of: sound, in: container)
    }
    return grids
  }
}

extension ProbedStream {
  /// Each packet of which has a rate and channels of its own.
  fileprivate var isMPEGSound: Bool { ["mp2", "mp3"].contains(codec) }
}
