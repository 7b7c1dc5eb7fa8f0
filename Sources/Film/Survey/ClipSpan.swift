import Warp

/// From when to when a clip lasts on its file's own clock, in seconds.
package struct ClipSpan: Equatable, Sendable {
  /// Source time counts from here.
  package let start: Double
  package let length: Double
  /// Whether frames have no times of their own and are counted.
  package let isStampless: Bool

  package init(start: Double, length: Double, isStampless: Bool = false) {
    self.start = start
    self.length = length
    self.isStampless = isStampless
  }

  /// What has to be asked before the span is known; nil once it is.
  ///
  /// In kinds of file with an index the first and the last packets are enough, if the end they give agrees with the one
  /// the file gives. In other kinds, and where the two do not agree, every packet is looked at.
  package static func question(_ answers: Answers, _ stream: ProbedStream, of job: FilmJob) -> Question? {
    if answers.span(of: stream.index) != nil || answers.span(of: stream.index, by: Question.packets) != nil {
      return nil
    }
    guard answers.probe.container.hasIndex else { return .packets(of: stream.index, in: job, from: "%") }
    guard let ends = answers.span(of: stream.index, by: Question.ends) else {
      return .ends(of: stream.index, in: job)
    }
    return isWhereTheFileEnds(ends, stream, answers.probe.container)
      ? nil : .packets(of: stream.index, in: job, from: "%")
  }

  /// - Parameter rate: how many frames there are a second if they have no times; nil for sound.
  package init(
    _ answers: Answers, _ stream: ProbedStream, rate: FrameRate?, of job: FilmJob
  ) throws(FilmError) {
    let all = answers.span(of: stream.index, by: Question.packets) ?? answers.span(of: stream.index)
    // Asked of all packets only: the two parts that `ends` brings overlap in a short clip, and there time goes back.
    guard stream.seconds(all?.largestFall ?? 0) <= 1 else {
      throw .input(
        "the time in '\(job.input)' starts again in the middle",
        advice: "make it one film with ffmpeg's -f concat first")
    }
    let packets = all ?? answers.span(of: stream.index, by: Question.ends) ?? PacketSpan()
    // Sound without times is as many seconds long as it has packets: wrong, but positive and finite.
    func counted(_ count: Int) -> Double { rate?.start(ofFrame: count) ?? Double(count) }
    guard let first = packets.first else {
      guard packets.count > 0 else { throw .input("'\(job.input)' has no frames") }
      self.init(start: 0, length: counted(packets.count), isStampless: true)
      return
    }
    var start = first
    // Sound begins where ffprobe says the stream starts: the packets before that only fill the decoder.
    if stream.kind == .sound, let heard = stream.startTicks, heard > start, heard < packets.end { start = heard }
    // Subtracted in ticks: as a difference of two rounded times, a clip of one second would be a bit more or less than
    // 1.
    let length = stream.seconds(packets.length(from: start))
    self.init(start: stream.seconds(start), length: length > 0 ? length : counted(1))
  }

  private static func isWhereTheFileEnds(
    _ ends: PacketSpan, _ stream: ProbedStream, _ container: ProbedContainer
  ) -> Bool {
    guard ends.first != nil else { return false }
    let said =
      stream.durationTicks.map { stream.seconds(stream.startTicks ?? 0) + stream.seconds($0) }
      ?? (container.start ?? 0) + (container.duration ?? 0)
    return abs(stream.seconds(ends.end) - said) < 0.3
  }
}

extension ProbedContainer {
  fileprivate var hasIndex: Bool { names.contains("mp4") || names.contains("matroska") }
}
