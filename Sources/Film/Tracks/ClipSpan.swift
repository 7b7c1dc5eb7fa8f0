import Warp

/// From when to when a clip lasts on its file's own clock.
package struct ClipSpan: Equatable, Sendable {
  /// Seconds. Source time counts from here.
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
  /// In kinds of file with an index the first packets and the last tell it all, if they agree with what the file says of
  /// itself. In others, and where they do not, every packet is looked at.
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

  /// - Parameter rate: how many frames there are a second where they are counted; nil for sound.
  package init(
    _ answers: Answers, _ stream: ProbedStream, rate: FrameRate?, of job: FilmJob
  ) throws(FilmError) {
    let all = answers.span(of: stream.index, by: Question.packets) ?? answers.span(of: stream.index)
    // Both ends are read one after the other, and overlap in a short clip: what goes back there says nothing.
    guard stream.seconds(all?.largestFall ?? 0) <= 1 else {
      throw .input(
        "the time in '\(job.input)' starts again in the middle",
        advice: "make it one film with ffmpeg's -f concat first")
    }
    let packets = all ?? answers.span(of: stream.index, by: Question.ends) ?? PacketSpan()
    // What has no rate is counted in packets of a second: an odd clip, but one with an end.
    func counted(_ count: Int) -> Double { rate?.start(ofFrame: count) ?? Double(count) }
    guard let first = packets.first else {
      guard packets.count > 0 else { throw .input("'\(job.input)' has no frames") }
      self.init(start: 0, length: counted(packets.count), isStampless: true)
      return
    }
    var start = first
    // Sound begins where it can be heard: decoders of some kinds have to be run in.
    if stream.kind == .sound, let heard = stream.startTicks, heard > start, heard < packets.end { start = heard }
    // The difference in ticks: that of two times would be off by a bit, and a clip of one second no second long.
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
