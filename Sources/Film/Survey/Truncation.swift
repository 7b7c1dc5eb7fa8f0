import Values

/// A file that is shorter than its header states, in seconds.
package struct Truncation: Equatable, Sendable {
  package let said: Double
  package let found: Double

  package func text(naming name: String) -> String {
    let (said, found) = BriefNumber.print(said, besides: found)
    return "'\(name)' is truncated: it should last \(said) s, but ends at \(found) s"
  }
}

extension TrackTimes {
  /// The missing end of a truncated file, if its header states the length.
  var truncation: Truncation? {
    guard joint == nil, let (said, found) = saidAndFoundEnds, let said, let found, said - found > ClipSpan.tolerance
    else { return nil }
    let start = probe.container.start ?? 0
    return Truncation(said: said - start, found: found - start)
  }

  /// The end that the file states, and the end by its packets. Nil if a seek may have missed some of the last packets,
  /// and if the file states nothing.
  private var saidAndFoundEnds: (said: Double?, found: Double?)? {
    let own = end(of: measure)
    switch kind.length {
    case .bytes: return (own.flatMap(saidEnd(ofSoundEnding:)), own)
    case .atBitRate: return lacksSaidBytes ? (saidEnd(of: measure), own) : nil
    case .nothing: return nil
    case .countAndBytes:
      guard hasAll else { return nil }
      // The header counts empty chunks of a late sound, which have no packets. Sounds matter only if bytes are missing.
      let counted = missingBytes ?? 0 > 0 ? tracks.timed : [tracks.picture].compactMap(\.self)
      return (counted.compactMap(saidEnd).max(), counted.compactMap(end).max())
    case .count, .ofEachTrack, .ofAll:
      guard hasAll, !hasAllIndexed else { return nil }
      if let said = saidEnd(of: measure) { return (min(said, saidEndFromZero ?? said), own) }
      return (leastEnd, probe.streams.compactMap(end).max())
    }
  }

  /// Whether all packets exist that the file's index names. Some of them may not be shown.
  private var hasAllIndexed: Bool {
    kind.indexesPackets && measure.saidCount.map { $0 > 0 && packets(of: measure).wholeCount >= $0 } == true
  }

  /// The end that the file states, if its length counts from 0 and not from the start of the track. Fragments from the
  /// middle of an mp4 have such lengths, and FLV with reordered frames.
  private var saidEndFromZero: Double? {
    (measure.startTicks ?? 0) > 0 ? measure.durationTicks.map(measure.seconds) : nil
  }

  /// The number of bytes that a RIFF file lacks compared with its header.
  private var missingBytes: Int? {
    guard let bytes = header?.fileBytes, let size = probe.container.size, size > 0 else { return nil }
    return bytes.subtracting(size)
  }

  /// The end of a WAV's sound according to the byte count in its header. Nil if other chunks follow the sound, because
  /// the missing bytes may belong to them.
  private func saidEnd(ofSoundEnding found: Double) -> Double? {
    guard let missingBytes, let rate = measure.bitRate, rate > 0 else { return nil }
    let bytesOfSound = (found - (probe.container.start ?? 0)) * Double(rate) / 8
    guard Double(probe.container.size ?? 0) - bytesOfSound < Self.mostBeforeSound else { return nil }
    return found + Double(missingBytes) * 8 / Double(rate)
  }

  /// In bytes: more than a WAV header and other chunks before the sound have.
  private static let mostBeforeSound = 65536.0

  /// Whether an MP3 has fewer bytes than the length in its header needs at its bit rate. With more bytes, or without
  /// such a header, the length may be ffprobe's guess from the file size. Such a header usually includes the encoder
  /// delay, so that the sound starts after 0. A file that starts at 0 counts as having no header. One percent is
  /// allowed for the rounding of the rate.
  private var lacksSaidBytes: Bool {
    guard probe.container.start ?? 0 > 0, let rate = measure.bitRate, let ticks = measure.durationTicks else {
      return false
    }
    return measure.seconds(ticks) * Double(rate) / 8 > 1.01 * Double(probe.container.size ?? .max)
  }
}
