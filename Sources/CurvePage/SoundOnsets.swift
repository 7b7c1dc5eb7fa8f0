/// Finds onsets, where the energy of a sound rises suddenly. Keyframes on the page snap to them.
///
/// The page needs only millisecond accuracy; `OnsetMeter` of Audio is exact, and slower.
struct SoundOnsets {
  /// The onsets, in seconds from the first sample.
  private(set) var times: [Double] = []
  /// The last onset, in samples.
  private var last: Int?
  /// The energies of up to `memory` previous hops, the newest last.
  private var energies: [Double] = []
  /// The current hop: its first sample, and the absolute values of its samples.
  private var start = 0
  private var hop: [Int] = []

  static let samplesPerSecond = 8000.0
  static let most = 20_000
  private static let hopLength = 80
  /// In hops: the length of the past that a rise is compared with, and the minimum distance of two onsets.
  private static let (memory, rest) = (10, 10)
  /// The factor by which energy rises at an onset, and the least energy of an onset: that of an amplitude of 4 in 128.
  private static let (rise, floor) = (4.0, 16.0)

  mutating func take(_ sample: UInt8) {
    hop.append(abs(Int(sample) - 128))
    guard hop.count == Self.hopLength else { return }
    let energy = hop.reduce(0.0) { $0 + Double($1 * $1) } / Double(hop.count)
    let before = energies.reduce(0, +) / Double(max(1, energies.count))
    let loudest = energies.suffix(3).max() ?? 0
    if energy > Self.floor, energy > Self.rise * before, energy > Self.rise / 2 * loudest, isRested { addOnset() }
    if energies.count == Self.memory { energies.removeFirst() }
    energies.append(energy)
    start += hop.count
    hop.removeAll(keepingCapacity: true)
  }

  private var isRested: Bool {
    times.count < Self.most && (last.map { start - $0 >= Self.rest * Self.hopLength } ?? true)
  }

  /// Adds an onset at the first sample of the hop that is half as large as the largest.
  private mutating func addOnset() {
    let largest = hop.max() ?? 0
    let first = hop.firstIndex { 2 * $0 >= largest } ?? 0
    last = start + first
    times.append(Double(start + first) / Self.samplesPerSecond)
  }
}
