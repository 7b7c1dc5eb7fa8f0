import Streams

/// The abrupt beginning of a sound: its source position, and the output sample that should play it. In backward play,
/// source positions are negated sample numbers.
struct Onset: Equatable, Sendable {
  let position: Int
  let output: Int
}

/// Searches the source ahead of the current frame for onsets, the abrupt beginnings of sounds.
struct OnsetScan: Sendable {
  private var detector: OnsetDetector
  private let size: FrameSize
  private let leg: Leg
  /// The source position up to which onsets have been searched for.
  private var position: Int
  private var piece = 0
  private var sound: Planes<Float>
  private var strengths: [Float]
  /// The distance, in samples, between the samples whose second differences are taken. It grows with the sample rate,
  /// so that the same frequencies count at every rate.
  private let step: Int

  init(_ leg: Leg, from start: Int, _ size: FrameSize, channels: Int) {
    self.size = size
    self.leg = leg
    detector = OnsetDetector(size)
    step = max(1, size.length / 4096)
    // The search begins before `start`, so that the history of the detector is full when the sound begins to play.
    position = start - OnsetDetector.memory * size.onsetBlock
    sound = Planes(channels: channels, capacity: size.hop + 2 * step)
    strengths = Array(repeating: 0, count: size.hop)
  }

  /// How far beyond an onset the detector must read before it can locate the onset, in samples.
  private var foresight: Int { (OnsetDetector.patience + 2) * size.onsetBlock }

  /// The largest number of samples that one call searches, as a multiple of the length of a long frame.
  private static let farthest = 9

  /// Searches until all onsets up to position `end` are known, and adds them to `held`.
  mutating func scan(
    upTo end: Int, along course: LegCourse, noting held: inout HeldCourse, from supply: inout SoundSupply
  ) throws(StreamFailure) {
    let goal = end + foresight
    if goal - position > Self.farthest * size.length {
      // At more than eight times source speed, onsets cannot be kept sharp. Only the samples of one long frame before
      // `goal` are searched.
      detector = OnsetDetector(size)
      position = goal - size.length
    }
    while position < goal {
      try readHop(from: &supply)
      for start in stride(from: 0, to: size.hop, by: size.onsetBlock) {
        let end = start + size.onsetBlock
        guard let distance = detector.take(strengths[start..<end]) else { continue }
        let onset = position + end - distance
        if let output = course.output(at: onset, searchingFrom: &piece) {
          held.note(Onset(position: onset, output: output))
        }
      }
      position += size.hop
    }
  }

  /// Reads `size.hop` samples from `position` on, and computes their squared second differences, summed over the
  /// channels.
  private mutating func readHop(
    from supply: inout SoundSupply
  ) throws(StreamFailure) {
    let start = position - 2 * step
    let end = position + size.hop
    let range = leg.direction == .backward ? 1 - end..<1 - start : start..<end
    try supply.load(range, into: &sound, at: 0)
    for index in strengths.indices { strengths[index] = 0 }
    for channel in 0..<sound.channels { addStrengths(of: channel) }
  }

  /// Second differences are the same in both directions, so only their order is reversed in backward play.
  private mutating func addStrengths(of channel: Int) {
    let start = channel * sound.capacity
    let isBackward = leg.direction == .backward
    unsafe sound.samples.withUnsafeBufferPointer { samples in
      unsafe strengths.withUnsafeMutableBufferPointer { strengths in
        for number in 0..<size.hop {
          let first = isBackward ? size.hop &- 1 &- number : number
          let index = start &+ first
          let difference = unsafe samples[index] - 2 * samples[index &+ step] + samples[index &+ 2 &* step]
          unsafe strengths[number] += min(difference * difference, SpectrumLoops.loudest)
        }
      }
    }
  }
}
