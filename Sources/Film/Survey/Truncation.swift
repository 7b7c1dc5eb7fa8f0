import Warp

/// A file that says it lasts longer than it does: seconds.
package struct Truncation: Equatable, Sendable {
  package let said: Double
  package let found: Double

  package func text(naming name: String) -> String {
    let (said, found) = BriefNumber.print(said, besides: found)
    return "'\(name)' is truncated: it should last \(said) s, but ends at \(found) s"
  }
}

extension TrackTimes {
  /// What is missing at the end of a file that has been cut off, as far as it tells how long it was.
  var truncation: Truncation? {
    guard joint == nil, let (said, found) = saidAndFoundEnds, let said, let found, said - found > ClipSpan.tolerance
    else { return nil }
    let start = probe.container.start ?? 0
    return Truncation(said: said - start, found: found - start)
  }

  /// When the file ends by what it says, and when by its packets. Nil where the last packets were found by a seek that may have
  /// missed some, and where the file says nothing.
  private var saidAndFoundEnds: (said: Double?, found: Double?)? {
    let own = end(of: measure)
    switch kind.length {
    case .bytes: return (own.flatMap(saidEnd(ofSoundEnding:)), own)
    case .atBitRate: return lacksSaidBytes ? (saidEnd(of: measure), own) : nil
    case .nothing: return nil
    case .countAndBytes:
      guard hasAll else { return nil }
      // Chunks of no bytes that stand before a late sound are counted, and have no packets.
      let counted = missingBytes ?? 0 > 0 ? tracks.timed : [tracks.picture].compactMap(\.self)
      return (counted.compactMap(saidEnd).max(), counted.compactMap(end).max())
    case .count, .ofEachTrack, .ofAll:
      guard hasAll else { return nil }
      if let said = saidEnd(of: measure) { return (said, own) }
      return (leastEnd, probe.streams.compactMap(end).max())
    }
  }

  /// How many bytes more a RIFF file says it has than it has.
  private var missingBytes: Int? {
    guard let bytes = header?.fileBytes, let size = probe.container.size, size > 0 else { return nil }
    return bytes.subtracting(size)
  }

  /// When the sound of a WAV ends by the number of bytes that the file says it has. Nil where other chunks stand behind the
  /// sound, as it is not the sound that lacks the bytes then.
  private func saidEnd(ofSoundEnding found: Double) -> Double? {
    guard let missingBytes, let rate = measure.bitRate, rate > 0 else { return nil }
    let bytesOfSound = (found - (probe.container.start ?? 0)) * Double(rate) / 8
    guard Double(probe.container.size ?? 0) - bytesOfSound < Self.mostBeforeSound else { return nil }
    return found + Double(missingBytes) * 8 / Double(rate)
  }

  /// Bytes: the header of a WAV and what else stands before the sound have fewer.
  private static let mostBeforeSound = 65536.0

  /// Whether an MP3 has fewer bytes than the length in its header takes at its bit rate. Where it has as many or more, or no
  /// such header, the length may be ffprobe's guess from the number of bytes. Such a header mostly says the encoder's delay
  /// too, so that the sound starts later than 0; a file that starts at 0 is taken for one without. The hundredth is for
  /// rounding of the rate.
  private var lacksSaidBytes: Bool {
    guard probe.container.start ?? 0 > 0, let rate = measure.bitRate, let ticks = measure.durationTicks else {
      return false
    }
    return measure.seconds(ticks) * Double(rate) / 8 > 1.01 * Double(probe.container.size ?? .max)
  }
}
