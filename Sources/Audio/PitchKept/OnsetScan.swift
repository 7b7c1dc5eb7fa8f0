import Streams

/// Listens ahead along a leg for onsets.
struct OnsetScan: Sendable {
  private var detector: OnsetDetector
  private let size: FrameSize
  private let leg: Leg
  /// The place on the way up to which it has listened.
  private var position: Int
  private var piece = 0
  private var sound: Planes<Float>
  private var strengths: [Float]
  /// Differences are taken over this many samples: at high rates over more, so that what is listened to is the same.
  private let step: Int

  init(_ leg: Leg, from place: Int, _ size: FrameSize, channels: Int) {
    self.size = size
    self.leg = leg
    detector = OnsetDetector(size)
    step = max(1, size.length / 4096)
    position = place - OnsetDetector.memory * size.onsetBlock
    sound = Planes(channels: channels, capacity: size.hop + 2 * step)
    strengths = Array(repeating: 0, count: size.hop)
  }

  /// How far beyond a place has to be listened to know of all onsets up to it.
  private var foresight: Int { (OnsetDetector.patience + 2) * size.onsetBlock }

  /// In lengths of a frame.
  private static let farthest = 9

  /// Listens on until all onsets up to `place` are known, and notes them in `course`.
  mutating func reach(
    _ place: Int, along way: LegCourse, noting course: inout HeldCourse, from supply: inout SoundSupply
  ) throws(StreamFailure) {
    let goal = place + foresight
    if goal - position > Self.farthest * size.length {
      // So fast is the way here, more than eight times the speed of the source, that there is no keeping onsets apart.
      detector = OnsetDetector(size)
      position = goal - size.length
    }
    while position < goal {
      try listen(from: &supply)
      for start in stride(from: 0, to: size.hop, by: size.onsetBlock) {
        let end = start + size.onsetBlock
        guard let distance = detector.take(strengths[start..<end]) else { continue }
        let onset = position + end - distance
        if let output = way.output(at: onset, searchingFrom: &piece) {
          course.note(Onset(place: onset, output: output))
        }
      }
      position += size.hop
    }
  }

  /// Takes the strengths of the next hop's samples.
  private mutating func listen(
    from supply: inout SoundSupply
  ) throws(StreamFailure) {
    let start = position - 2 * step
    let end = position + size.hop
    let range = leg.direction == .backward ? 1 - end..<1 - start : start..<end
    try supply.load(range, into: &sound, at: 0)
    for index in strengths.indices { strengths[index] = 0 }
    for channel in 0..<sound.channels { addStrengths(of: channel) }
  }

  /// The second difference is the same from either side, but for where it stands.
  private mutating func addStrengths(of channel: Int) {
    let start = channel * sound.capacity
    let isBackward = leg.direction == .backward
    unsafe sound.samples.withUnsafeBufferPointer { samples in
      unsafe strengths.withUnsafeMutableBufferPointer { strengths in
        for index in 0..<size.hop {
          let first = isBackward ? size.hop &- 1 &- index : index
          let place = start &+ first
          let difference = unsafe samples[place] - 2 * samples[place &+ step] + samples[place &+ 2 &* step]
          unsafe strengths[index] += min(difference * difference, SpectrumLoops.loudest)
        }
      }
    }
  }
}
