import Streams

/// Measures how fast each part of a speech can be played, from a sound as it comes in.
package struct SpeechMeasurement {
  private let feed: any SoundFeed
  private let decoder: SampleDecoder
  private var bands: BandMeter
  private var meter = SpeechMeter()
  private var lines: SpeedLines
  private var bytes: [UInt8]
  private var planes: Planes<Float>
  private var mixed: [Float] = []

  /// - Parameter start: the source time of the first sample, in seconds.
  package init(_ feed: any SoundFeed, from start: Double) {
    self.feed = feed
    decoder = SampleDecoder(feed.format)
    bands = BandMeter(rate: feed.format.rate)
    lines = SpeedLines(from: start)
    // About 40 ms.
    let length = max(64, feed.format.rate / 25)
    bytes = [UInt8](repeating: 0, count: length * feed.format.frameBytes)
    planes = Planes(channels: feed.format.channels, capacity: length)
  }

  /// Reads the sound to its end, and writes a line for each keyframe as soon as it is known.
  package mutating func run<Sink: ByteSink & ~Copyable>(to sink: inout Sink) throws(StreamFailure) {
    let feed = feed
    try feed.begin(0..<Int.max)
    while true {
      var room = bytes.mutableSpan
      let count = try feed.read(into: &room)
      mix(count)
      measure(isLast: count < planes.capacity)
      try sink.write(lines.takeText().span)
      if count < planes.capacity { break }
      // Whoever waits for the lines gets them before the next wait.
      if !feed.has(planes.capacity) { try sink.flush() }
    }
  }

  private mutating func measure(isLast: Bool) {
    var frames: [Float] = []
    var worths: [Double] = []
    bands.take(mixed[...], into: &frames)
    if isLast { bands.end(into: &frames) }
    meter.take(frames, into: &worths)
    if isLast { meter.end(into: &worths) }
    for worth in worths { lines.take(worth) }
    if isLast { lines.end() }
  }

  /// The error to report if the input ended too early.
  package var truncation: AudioError? { feed.truncation }

  /// The mean of all channels, within what cannot overflow when it is squared.
  private mutating func mix(_ count: Int) {
    let (decoder, capacity, bytes) = (decoder, planes.capacity, bytes)
    var room = planes.samples.mutableSpan
    _ = decoder.decode(bytes.span, frames: count, into: &room, stride: capacity, at: 0)
    mixed.removeAll(keepingCapacity: true)
    let share = 1 / Float(planes.channels)
    for index in 0..<count {
      var sum: Float = 0
      for channel in 0..<planes.channels { sum += planes.samples[channel * planes.capacity + index] * share }
      mixed.append(min(Self.most, max(-Self.most, sum)))
    }
  }

  private static let most: Float = 1000
}
