import Streams
import Values

/// Measures a sound as it comes in, and describes it as text.
protocol SoundMeter {
  /// Takes the next samples: the first `count` of each plane.
  mutating func take(_ sound: Planes<Float>, count: Int)

  mutating func end()

  /// Returns the text that has been made since the last call.
  mutating func takeText() -> [UInt8]
}

/// Measures a sound from start to end, and writes the result as text.
package struct SoundMeasurement {
  private let feed: any SoundFeed
  private let decoder: SampleDecoder
  private var meter: any SoundMeter
  private var bytes: [UInt8]
  private var planes: Planes<Float>

  /// - Parameter start: the source time of the first sample, in seconds.
  package init(_ kind: Measurement, of feed: any SoundFeed, from start: Double) {
    self.feed = feed
    let format = feed.format
    decoder = SampleDecoder(format)
    meter =
      switch kind {
      case .speech: PaceMeter(rate: format.rate, from: start)
      case .voice: VoiceMeter(rate: format.rate, from: start)
      case .loudness: LoudnessMeter(format, from: start)
      case .onsets: OnsetMeter(rate: format.rate, from: start)
      }
    // About 40 ms of sound.
    let length = max(64, format.rate / 25)
    bytes = [UInt8](repeating: 0, count: length * format.frameBytes)
    planes = Planes(channels: format.channels, capacity: length)
  }

  /// Reads the sound to its end, and writes each line as soon as it is known.
  package mutating func run<Sink: ByteSink & ~Copyable>(to sink: inout Sink) throws(StreamFailure) {
    let feed = feed
    try feed.begin(0..<Int.max)
    while true {
      var room = bytes.mutableSpan
      let count = try feed.read(into: &room)
      decode(count)
      meter.take(planes, count: count)
      if count < planes.capacity { meter.end() }
      try sink.write(meter.takeText().span)
      if count < planes.capacity { break }
      // Lines are flushed before a wait for input, so that a program that reads them need not wait as well.
      if !feed.has(planes.capacity) { try sink.flush() }
    }
  }

  /// The error to report if the input ended too early.
  package var truncation: AudioError? { feed.truncation }

  private mutating func decode(_ count: Int) {
    let (decoder, capacity, bytes) = (decoder, planes.capacity, bytes)
    _ = decoder.decode(bytes.span, frames: count, into: &planes.samples, stride: capacity, at: 0)
    // Samples are limited to ±1000, so that their squares do not overflow.
    for index in planes.samples.indices {
      planes.samples[index] = min(Self.most, max(-Self.most, planes.samples[index]))
    }
  }

  private static let most: Float = 1000
}

extension Planes<Float> {
  /// The mean of all channels.
  func mixed(count: Int) -> [Float] {
    var mixed = [Float](repeating: 0, count: count)
    let share = 1 / Float(channels)
    for channel in 0..<channels {
      for index in 0..<count { mixed[index] += samples[channel * capacity + index] * share }
    }
    return mixed
  }
}
