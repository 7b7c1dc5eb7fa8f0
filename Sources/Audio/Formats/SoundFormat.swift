import Warp

/// The format of a sound: that of its samples, how many channels, how many sample frames a second.
package struct SoundFormat: Equatable, Sendable {
  package static let channelCounts = 1...64
  package static let rates = 1...768_000

  package let sample: SampleFormat
  package let channels: Int
  /// Sample frames in a second.
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

  /// The same channels and rate with another format of samples.
  package func with(_ sample: SampleFormat) -> SoundFormat {
    SoundFormat(unchecked: sample, channels: channels, rate: rate)
  }

  /// The bytes of a sample frame, which is one sample of each channel.
  package var frameBytes: Int { channels * sample.bytesPerSample }

  private static func check(_ number: Int, in range: ClosedRange<Int>, _ unit: String) throws(Refusal) {
    guard range.contains(number) else {
      throw .usage("\(number) \(unit), but only \(range.lowerBound) to \(range.upperBound) are supported")
    }
  }
}

/// What samples come in: no container, so that their format has to be known, or WAV or NUT, which tell it.
package enum SoundContainer: Equatable, Sendable {
  case raw(SampleFormat)
  case wav
  /// Packets with stamps.
  case nut
}

/// What the user says the input is.
package enum SoundDeclaration: Equatable, Sendable {
  case raw(SoundFormat)
  case wav
  case nut
}
