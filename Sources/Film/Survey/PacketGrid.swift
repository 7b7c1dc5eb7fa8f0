/// The samples at which the packets of a sound begin. After a seek, they reveal a sample's position in the file.
package struct PacketGrid: Equatable, Sendable {
  /// The first sample of the first packet and the number of samples per packet, if the file's ticks are too long to
  /// distinguish samples. Nil if timestamps are exact. The spacing comes from the first and last packets. All packets
  /// must have the same length, or the last packets would begin elsewhere.
  package let spacing: (first: Int, samples: Int)?
  /// Whether the decoder generates random noise, as for AAC, where the encoder has replaced noise by its level. After a
  /// seek the noise has the same level, but different samples.
  package let isRandom: Bool

  package static func == (one: PacketGrid, other: PacketGrid) -> Bool {
    one.spacing ?? (0, 0) == other.spacing ?? (0, 0) && one.isRandom == other.isRandom
  }

  /// Nil to decode the sound from its start: if the first sample of a packet is unknown, or if a decoder that starts in
  /// the middle gives different samples.
  ///
  /// - Parameters:
  ///   - stamps: the timestamps of the first packets, in the stream's ticks.
  ///   - lastStamps: the timestamps of the last packets; empty if they are unknown.
  init?(_ stamps: [Int], _ lastStamps: [Int], of stream: ProbedStream, in container: ContainerKind) {
    guard Self.isSoughtWell(stream.codec, in: container) else { return nil }
    isRandom = stream.codec == "aac"
    guard let rate = stream.sound?.rate, (1...10_000_000).contains(rate), let first = stamps.first,
      let last = stamps.last
    else { return nil }
    let ticksPerSample = 1 / (stream.timeBase.value * Double(rate))
    // If ticks are samples, timestamps are exact. Otherwise their error is half a tick, less than a third of a sample.
    if ticksPerSample >= 1.8 || abs(ticksPerSample - 1) < 1e-9 {
      spacing = nil
      return
    }
    func sample(_ stamp: Int) -> Double { Double(stamp) / ticksPerSample }
    guard stamps.count >= 50, !lastStamps.isEmpty, first >= 0, last > first, sample(last) < 1e15 else { return nil }
    let length = (sample(last - first) / Double(stamps.count - 1)).rounded()
    guard length >= 1, length < 1e6 else { return nil }
    // Whether a packet begins more than a tick away from where the packet with this number should begin.
    func isOff(_ stamp: Int, _ number: Double) -> Bool {
      abs(sample(stamp.subtracting(first)) - number * length) > 1.01 / ticksPerSample
    }
    let isEven = !stamps.enumerated().contains { isOff($0.element, Double($0.offset)) }
    let staysEven = !lastStamps.contains { isOff($0, (sample($0.subtracting(first)) / length).rounded()) }
    guard isEven, staysEven else { return nil }
    spacing = (Int(sample(first).rounded()), Int(length))
  }

  /// Whether the codec's decoder remembers only a few packets, and a seek finds the same timestamps as reading from the
  /// start. Codecs such as AC-3 and MPEG layer II add noise that continues across packets.
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
