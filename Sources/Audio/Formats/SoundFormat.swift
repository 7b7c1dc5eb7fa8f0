import Values

/// The format of a sound: the sample format, the number of channels, and the sample frames per second.
package struct SoundFormat: Equatable, Sendable {
  package static let channelCounts = 1...64
  package static let rates = 1...768_000

  package let sample: SampleFormat
  package let channels: Int
  package let rate: Int

  package init(_ sample: SampleFormat, channels: Int, rate: Int) throws(Refusal) {
    try Self.check(channels, in: Self.channelCounts, "channels")
    try Self.check(rate, in: Self.rates, "samples per second")
    self.init(unchecked: sample, channels: channels, rate: rate)
  }

  private init(unchecked sample: SampleFormat, channels: Int, rate: Int) {
    self.sample = sample
    self.channels = channels
    self.rate = rate
  }

  package func with(_ sample: SampleFormat) -> SoundFormat {
    SoundFormat(unchecked: sample, channels: channels, rate: rate)
  }

  /// The bytes of a sample frame: one sample of each channel.
  package var frameBytes: Int { channels * sample.bytesPerSample }

  private static func check(_ number: Int, in range: ClosedRange<Int>, _ unit: String) throws(Refusal) {
    guard range.contains(number) else {
      throw .usage("\(number) \(unit), but only \(range.lowerBound) to \(range.upperBound) are supported")
    }
  }
}

/// The container of samples: raw, which needs a declared sample format, or WAV or NUT, which state the format.
package enum SoundContainer: Equatable, Sendable {
  case raw(SampleFormat)
  case wav
  /// NUT: packets with timestamps.
  case nut
}

/// The format of the input, as the user declares it.
package enum SoundDeclaration: Equatable, Sendable {
  case raw(SoundFormat)
  case wav
  case nut
}
