import Values

/// What the packets of the picture say about its rate.
extension TrackTimes {
  /// Whether each packet of an interlaced picture is a field. Then it lasts half as long as a frame.
  var comesInFields: Bool {
    guard let picture = tracks.picture, picture.picture?.fields != nil, let rate = picture.picture?.averageRate else {
      return false
    }
    let packets = packets(of: picture)
    let lasting = picture.seconds(packets.end.subtracting(packets.lastShown))
    return lasting > 0 && lasting * rate.value < 0.75
  }

  /// The facts about the picture, with the rate that its timestamps reveal if it differs from the file's, or if frames
  /// are faster.
  var pictureFacts: PictureFacts? {
    guard let stream = tracks.picture, var facts = stream.picture else { return nil }
    let packets = packets(of: stream)
    // ffmpeg counts the packets at the rate of the file, but since version 7 it may state 25 fps.
    if kind.needsCounting, let rate = countedRate(stream, packets) {
      (facts.averageRate, facts.fittingRate) = (rate, rate)
    }
    // ffmpeg plays frames without timestamps at the stated rate, and nothing else tells their rate.
    if packets.first == nil {
      facts.averageRate = facts.averageRate ?? facts.fittingRate
      facts.fittingRate = facts.averageRate
    }
    guard kind.rate != .all else { return facts }
    let (first, last) = (packets.firstStamps.map(stream.seconds), packets.lastStamps.map(stream.seconds))
    let tick = stream.timeBase.value
    if kind.rate == .firstOrMean { facts = facts.fitting(StampedRate(first, last: last, tick: tick)) }
    return facts.fitting(
      FasterFrames(first: first, last: last, tick: tick), lasting: stream.durationTicks.map(stream.seconds))
  }

  private func countedRate(_ stream: ProbedStream, _ packets: PacketSpan) -> FrameRate? {
    let (unit, step) = (stream.timeBase, Int64(packets.end.subtracting(packets.lastShown)))
    guard step > 0, let steps = Rational(1, step) else { return nil }
    return Rational(unit.denominator, unit.numerator)?.multiplied(by: steps).flatMap(FrameRate.init)
  }
}
