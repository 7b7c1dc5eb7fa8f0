import Warp

/// The samples at which packets of a sound begin: after a seek the number of a sample in the file follows from it.
package struct PacketGrid: Equatable, Sendable {
  /// The sample with which the first packet begins, and how many samples each has, where the file's ticks are too long
  /// to tell them apart; nil where stamps are exact. It is taken from the first and the last packets: all of them are
  /// taken to be as long, since else the last would not begin where they do.
  package let spacing: (first: Int, samples: Int)?
  /// Whether the decoder makes noise of random numbers where the encoder has left noise out, as AAC's does: what it gives
  /// after a seek is as noisy and not the same.
  package let isRandom: Bool

  package static func == (one: PacketGrid, other: PacketGrid) -> Bool {
    one.spacing ?? (0, 0) == other.spacing ?? (0, 0) && one.isRandom == other.isRandom
  }

  /// Nil, so that the sound is decoded from its start, where neither stamps nor equal lengths tell with which sample a
  /// packet begins, or where a decoder that begins in the middle gives other samples than one that has come from the start.
  ///
  /// - Parameters:
  ///   - stamps: those of the first packets, in the stream's ticks.
  ///   - lastStamps: those of the last; none where these are not known.
  init?(_ stamps: [Int], _ lastStamps: [Int], of stream: ProbedStream, in container: ContainerKind) {
    guard Self.isSoughtWell(stream.codec, in: container) else { return nil }
    isRandom = stream.codec == "aac"
    guard let rate = stream.sound?.rate, (1...10_000_000).contains(rate), let first = stamps.first,
      let last = stamps.last
    else { return nil }
    let ticksPerSample = 1 / (stream.timeBase.value * Double(rate))
    // A stamp is not off at all where ticks are samples, or else by half a tick, which is less than a third of a sample.
    if ticksPerSample >= 1.8 || abs(ticksPerSample - 1) < 1e-9 {
      spacing = nil
      return
    }
    func sample(_ stamp: Int) -> Double { Double(stamp) / ticksPerSample }
    guard stamps.count >= 50, !lastStamps.isEmpty, first >= 0, last > first, sample(last) < 1e15 else { return nil }
    let length = (sample(last - first) / Double(stamps.count - 1)).rounded()
    guard length >= 1, length < 1e6 else { return nil }
    // Whether a packet begins more than a tick beside where the one with this number should.
    func isOff(_ stamp: Int, _ number: Double) -> Bool {
      abs(sample(stamp.subtracting(first)) - number * length) > 1.01 / ticksPerSample
    }
    let isEven = !stamps.enumerated().contains { isOff($0.element, Double($0.offset)) }
    let staysEven = !lastStamps.contains { isOff($0, (sample($0.subtracting(first)) / length).rounded()) }
    guard isEven, staysEven else { return nil }
    spacing = (Int(sample(first).rounded()), Int(length))
  }

  /// Codecs whose decoders remember no more than a few packets, in kinds of file in which a seek finds the stamps that
  /// reading from the start finds. AC-3 and MPEG layer II, for two, add noise that goes on from packet to packet.
  private static func isSoughtWell(_ codec: String, in container: ContainerKind) -> Bool {
    let isExact =
      ["aac", "mp3", "opus", "vorbis", "flac", "alac", "wavpack"].contains(codec) || codec.hasPrefix("pcm_")
    return switch container.seeks {
    case .toStamps, .toKeyFrames: isExact
    case .toStampsOfEvenPackets: isExact && codec != "vorbis"
    case .anywhere: false
    }
  }
}
