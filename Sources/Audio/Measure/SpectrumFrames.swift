/// Cuts a sound into overlapping frames, 100 a second, and transforms each of them.
struct SpectrumFrames {
  /// The number of frames per second.
  static let rate = 100

  private let rate: Int
  private let window: [Float]
  /// The samples of the window before the time of its frame.
  private let lead: Int
  /// The samples of silence that follow the sound, for the windows of the last frames.
  private let trail: Int
  private let transform: FourierTransform

  /// Samples that are still needed for the next frames.
  private var samples: [Float] = []
  /// The position of the first of `samples` in the whole sound.
  private var firstSample = 0
  private var frameCount = 0

  /// - Parameter size: the length of the transform, a power of two that is at least as long as the window.
  init(rate: Int, window: [Float], size: Int, lead: Int, trail: Int) {
    (self.rate, self.window, self.lead, self.trail) = (rate, window, lead, trail)
    transform = FourierTransform(length: size)
  }

  /// Takes the next samples. Calls `body` for each complete frame, with its transform and with its own samples up to
  /// the time of the next frame, as far as there are any.
  mutating func take(_ new: ArraySlice<Float>, _ body: (FourierTransform, ArraySlice<Float>) -> Void) {
    samples += new
    let end = firstSample + samples.count
    while start(of: frameCount) + window.count <= end {
      let start = start(of: frameCount) - firstSample
      transform(from: start)
      let own = max(0, start + lead)
      body(transform, samples[own..<max(own, min(samples.count, own + rate / Self.rate))])
      frameCount += 1
    }
    let passed = max(0, min(samples.count, start(of: frameCount) - firstSample))
    samples.removeFirst(passed)
    firstSample += passed
  }

  mutating func end(_ body: (FourierTransform, ArraySlice<Float>) -> Void) {
    take(ArraySlice(repeating: 0, count: trail), body)
  }

  private func start(of frame: Int) -> Int { frame * rate / Self.rate - lead }

  /// - Parameter start: the position of the frame in `samples`; may be negative.
  private func transform(from start: Int) {
    let skipped = min(window.count, max(0, -start))
    for index in 0..<skipped { unsafe transform.samples[index] = 0 }
    for index in skipped..<window.count { unsafe transform.samples[index] = samples[start + index] * window[index] }
    for index in window.count..<transform.length { unsafe transform.samples[index] = 0 }
    transform.forward()
  }
}
