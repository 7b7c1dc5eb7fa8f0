import Values

/// The start and end of a film's tracks, from the packets that have been read.
struct TrackTimes {
  var probe: Probe
  let kind: ContainerKind
  private(set) var tracks: TrackChoice
  /// The track that determines the times of the clip.
  private(set) var measure: ProbedStream
  let job: FilmJob
  /// The first and last packets, if they are known from the start.
  let ends: Reply<PacketSpans>?
  var packets = Packets.all(PacketSpans())
  /// What a decoder outputs of a file that has only sound; nil for other files.
  var heard: HeardSound?
  /// The RIFF header, if it was requested.
  var header: RIFFHeader?

  /// The packets that the tracks are measured by.
  enum Packets {
    /// The first and the last packets.
    case ends(Reply<PacketSpans>)
    /// Packets of parts of the file.
    case samples(PacketSpans)
    case all(PacketSpans)
    /// All packets, with continuous timestamps where those of the file restart.
    case joined(PacketSpans, Joint)
  }

  /// Not nil if timestamps restart and ffmpeg corrects them.
  var joint: Joint? { if case .joined(_, let joint) = packets { joint } else { nil } }

  /// Whether all packets of the file have been read. False for `joined`, whose times are not the file's.
  var hasAll: Bool { if case .all = packets { true } else { false } }

  /// Whether timestamps restart. False before all packets have been read.
  var startsAgain: Bool { hasAll && measure.seconds(packets(of: measure).largestFall) > 1 }

  func packets(of stream: ProbedStream) -> PacketSpan {
    switch packets {
    case .ends(let reply): reply.value[stream.index]
    case .samples(let spans), .all(let spans): spans[stream.index]
    case .joined(let spans, let joint): spans[joint.position(of: stream)]
    }
  }

  /// Drops pictures without packets, if there is sound. If such a picture was to be measured, all packets have been
  /// read, because none was found at the end.
  mutating func leaveOutEmptyPictures() {
    guard !tracks.sounds.isEmpty else { return }
    while let picture = tracks.picture, packets(of: picture).count == 0 {
      tracks.leaveOutPicture(for: probe.streams.filter { $0.kind == .picture })
    }
    if !tracks.timed.contains(measure), let next = tracks.timed.first { measure = next }
  }

  private func seconds(_ ticks: Int, of stream: ProbedStream) -> Double {
    ProbedStream.seconds(ticks, of: joint?.timeBase(of: stream) ?? stream.timeBase)
  }
}

/// Whether enough packets have been read.
extension TrackTimes {
  var findsItsEnd: Bool { [.bySeeking, .byCounting].contains(kind.lastPackets) || lastSecond != nil }

  /// A second on the file's clock from which to read the last packets, for numbered pictures and for formats that count
  /// bytes. Beyond the end of such a file, ffmpeg finds no packet, or reads all of them. Nil if a seek beyond the end
  /// works. For compressed samples, ffmpeg would estimate bytes from a rounded mean.
  var lastSecond: Int? {
    let file = probe.container
    let countsBytes = kind.countsBytes && tracks.timed.allSatisfy { $0.codec.hasPrefix("pcm_") }
    guard countsBytes || kind.lastPackets == .inLastSecond,
      let duration = file.duration, (0..<1e9).contains(duration), abs(file.start ?? 0) < 1e9
    else { return nil }
    return max(0, Int((file.start ?? 0) + duration) - 1)
  }

  /// Whether the samples come from a file with continuous timestamps. Concatenated streams are detected if one other
  /// than the last is longer than a five-hundredth of the file.
  var samplesAreTrue: Bool {
    let startsLate = tracks.timed.contains { stream in
      let early = seconds(packets(of: stream).first ?? 0, of: stream) - seconds(stream.startTicks ?? 0, of: stream)
      return abs(early) > 1
    }
    let goesBack = tracks.timed.contains { $0.seconds(packets(of: $0).largestFall) > 1 }
    // The last packets of a track that ends long before the file have not been read.
    let endsEarly = tracks.timed.contains { (end(of: $0) ?? 0) < (containerEnd ?? .infinity) - 3 }
    return !startsLate && !goesBack && !endsEarly && endsAreTrue
  }

  /// Whether the last packets found are the last packets of the file.
  var endsAreTrue: Bool {
    guard packets(of: measure).first != nil, !packets(of: measure).standsStill else { return false }
    if case .ends(let reply) = packets, kind.lastPackets == .byCounting {
      return reply.status == 0 && !packets(of: measure).lacksTimes
    }
    let end = end(of: measure) ?? 0
    for stream in tracks.timed {
      guard let said = saidEnd(of: stream), stream == measure || said > end + ClipSpan.tolerance else { continue }
      guard isNear(self.end(of: stream), said) else { return false }
    }
    if tracks.timed.allSatisfy({ saidEnd(of: $0) != nil }) { return true }
    // The seek finds packets near the end of the picture. Sound may end long before.
    let witnesses = measure.kind == .picture ? tracks.timed : [measure]
    return witnesses.contains { isNear(self.end(of: $0), containerEnd) || isNear(self.end(of: $0), leastEnd) }
  }

  private func isNear(_ end: Double?, _ said: Double?) -> Bool {
    guard let end, let said else { return false }
    return abs(end - said) < 0.3
  }

  /// The end of a track by its packets.
  func end(of stream: ProbedStream) -> Double? {
    let packets = packets(of: stream)
    return packets.first == nil ? nil : seconds(packets.end, of: stream)
  }

  /// A second on the file's clock from which a sound is decoded to hear its end. Nil for a short sound, and if a seek
  /// does not find the timestamps that packets have when the file is read from the start.
  var secondBeforeEnd: Int? {
    let seeks = [.bySeeking, .byCounting].contains(kind.lastPackets)
    guard seeks, !packets(of: measure).lacksTimes, let end = end(of: measure), (60..<1e9).contains(end) else {
      return nil
    }
    return Int(end) - 3
  }

  /// The presentation time of the last frame, in source time; nil without a picture.
  func lastFrame(of span: ClipSpan) -> Double? {
    tracks.picture.map { seconds(packets(of: $0).lastShown, of: $0) - span.start }
  }

  /// The end of a track that the file states. Nil if the file states only its total length, which ffprobe then reports
  /// for each track.
  func saidEnd(of stream: ProbedStream) -> Double? {
    guard kind.length != .ofAll else { return nil }
    return saidTicks(of: stream).map { stream.seconds(stream.startTicks ?? 0) + stream.seconds($0) }
  }

  /// The length that the file states. An unknown count, from a file written to a pipe, is 1 << 30.
  private func saidTicks(of stream: ProbedStream) -> Int? {
    guard [.count, .countAndBytes].contains(kind.length) else { return stream.durationTicks }
    let count = stream.saidCount.flatMap { 0 < $0 && $0 < 1 << 30 ? $0 : nil }
    return count.map { max($0, stream.durationTicks ?? 0) } ?? (kind.length == .count ? stream.durationTicks : nil)
  }

  private var containerEnd: Double? { probe.duration.map { (probe.container.start ?? 0) + $0 } }

  /// The end that the file states, or its earlier reading if the length may count from 0 on the file's clock.
  var leastEnd: Double? {
    kind.length == .ofAll ? probe.duration.map { min($0, containerEnd ?? $0) } : containerEnd
  }
}

/// Conclusions from the answers.
extension TrackTimes {
  /// - Parameters:
  ///   - rate: the frame rate for frames without timestamps; nil without a picture.
  ///   - isSoundOnly: whether the result is audio-only.
  func clip(rate: FrameRate?, isSoundOnly: Bool) throws(FilmError) -> ClipSpan {
    // Only all packets show this: the two parts of `ends` overlap in a short clip, where timestamps step back.
    guard !startsAgain else {
      throw .input(
        "the timestamps of '\(job.input)' restart in the middle",
        advice: "first join the parts with ffmpeg -f concat")
    }
    if !isSoundOnly, let untoldTimes { throw untoldTimes }
    let span = try wholeSpan(rate: rate, isSoundOnly: isSoundOnly)
    // Timestamps may be any number. Calculations within this limit cannot overflow.
    guard span.length <= TimeSyntax.longest else {
      throw .input(
        "'\(job.input)' lasts \(BriefNumber.print(span.length)) s by its timestamps, which is too long",
        advice: "correct the timestamps with ffmpeg -bsf setts")
    }
    return span
  }

  private func wholeSpan(rate: FrameRate?, isSoundOnly: Bool) throws(FilmError) -> ClipSpan {
    guard let picture = tracks.picture else { return try span(of: measure, rate: nil) }
    let shown = try span(of: picture, rate: rate)
    if isSoundOnly, !crowdedSounds.contains(measure.index) {
      return shown.lasting(as: try span(of: measure, rate: nil))
    }
    return shown.held(until: tracks.sounds.compactMap(end).max() ?? 0)
  }

  /// The seconds of sound before source time 0, which are dropped.
  func soundBefore(_ span: ClipSpan) -> Double {
    if span.isStampless || joint != nil || tracks.picture == nil { return 0 }
    return tracks.sounds.compactMap { sound in packets(of: sound).first.map { seconds($0, of: sound) } }
      .reduce(0) { max($0, span.start - $1) }
  }

  private func span(of stream: ProbedStream, rate: FrameRate?) throws(FilmError) -> ClipSpan {
    let packets = packets(of: stream)
    // Sound without timestamps gets one second per packet: wrong, but positive and finite.
    func counted(_ count: Int) -> Double { rate?.start(ofFrame: count) ?? Double(count) }
    guard let first = packets.first, !packets.standsStill else {
      guard packets.count > 0 else { throw .input("'\(job.input)' has no frames") }
      let heard = heard?.countedLength(of: stream)
      return ClipSpan(start: 0, length: heard ?? counted(packets.count), isStampless: true)
    }
    if let heard, case let start = heard.first ?? first, let length = length(of: stream, asHeard: heard, from: start) {
      return ClipSpan(start: seconds(start, of: stream), length: length)
    }
    // Sound begins where ffprobe reports the stream's start. Earlier packets only prepare the decoder.
    var start = first
    if joint == nil, stream.kind == .sound, let heard = stream.startTicks, heard > first, heard < packets.end {
      start = heard
    }
    // Subtracted in ticks. As the difference of two rounded times, a clip of one second would differ slightly from 1.
    let length = seconds(packets.end.subtracting(start), of: stream)
    return ClipSpan(
      start: seconds(start, of: stream), length: length > 0 ? length : counted(1),
      endsLong: rate.map { packets.endsLong(besides: $0.start(ofFrame: 1) / stream.timeBase.value) } ?? false,
      delay: delay(of: stream, packets, from: first))
  }

  /// The length of a sound by what its decoder outputs; nil if its packets tell it better.
  private func length(of stream: ProbedStream, asHeard heard: HeardSound, from start: Int) -> Double? {
    guard let timed = heard.timedLength(from: start, of: stream), let counted = heard.countedLength(of: stream) else {
      return nil
    }
    // Timestamps may be rounded, as in Matroska, or too dense for the samples, as in WMA.
    let areRounded = abs(timed - counted) <= 2 * stream.timeBase.value
    let isWhole = secondBeforeEnd == nil
    // The samples of another format, which follow in the same track, have another rate.
    if isWhole, !areRounded, kind.changesFormats { return nil }
    let heard = areRounded ? counted : max(timed, counted)
    return min(heard, unpaddedLength(of: stream) ?? heard)
  }

  /// The length that the file states for a sound track. A decoder may also output the padding in its last packet.
  private func unpaddedLength(of stream: ProbedStream) -> Double? {
    guard kind.length == .ofEachTrack, let ticks = stream.durationTicks, ticks > 0 else { return nil }
    let said = stream.seconds(ticks)
    // A truncated file states a longer one, and a wrong one may be much too short.
    return said > stream.seconds(packets(of: stream).lastShown.subtracting(stream.startTicks ?? 0)) ? said : nil
  }

  /// If packets lack presentation timestamps, the decoder gives their frames the timestamps of later packets.
  private func delay(of stream: ProbedStream, _ packets: PacketSpan, from first: Int) -> Double {
    guard packets.lacksStamps, stream.kind == .picture, joint == nil,
      let shown = probe.firstFrame(of: stream).stamp, shown > first, shown < packets.end
    else { return 0 }
    return seconds(shown.subtracting(first), of: stream)
  }

  var lacksStamps: Bool { tracks.picture.map { packets(of: $0).lacksStamps } ?? false }
  var decodesLate: Int { tracks.picture.map { packets(of: $0).decodesLate } ?? 0 }
  var startsHidden: Bool { tracks.picture.map { packets(of: $0).startsHidden } ?? false }

  /// The sound tracks whose timestamps are too dense for packets of this length, where a format counts times anyway.
  var crowdedSounds: Set<Int> {
    guard kind.stamps == .counted else { return [] }
    return Set(tracks.read.filter { $0.kind == .sound && packets(of: $0).isCrowded }.map(\.index))
  }

  /// The packet grid of each sound track whose packets begin at known samples.
  var grids: [Int: PacketGrid] {
    var grids: [Int: PacketGrid] = [:]
    for sound in tracks.sounds where joint == nil {
      let packets = packets(of: sound)
      // If sound ends long before the picture, its last packets may not have been found.
      let isWhole = hasAll || isNear(end(of: sound), saidEnd(of: sound) ?? containerEnd)
      grids[sound.index] = PacketGrid(
        packets.firstStamps, isWhole ? packets.lastStamps : [], of: sound, in: kind)
    }
    return grids
  }
}
