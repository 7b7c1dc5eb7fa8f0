/// When sounds begin: where the energy of a sound rises suddenly, for marks to which keyframes snap.
///
/// A page needs them only to the millisecond and cheaply; `OnsetMeter` of Audio is exact, and slower.
struct SoundOnsets {
  /// Seconds from the first sample.
  private(set) var times: [Double] = []
  /// The sample at which the last of them is.
  private var last: Int?
  /// Of the last hops before the present one, the newest last.
  private var energies: [Double] = []
  /// The present hop: where it began, in samples, and its samples' distances from silence.
  private var start = 0
  private var hop: [Int] = []

  static let samplesPerSecond = 8000.0
  static let most = 20_000
  private static let hopLength = 80
  /// In hops: how long a rise is compared with what was before, and the least time between two onsets.
  private static let (memory, rest) = (10, 10)
  /// By how much energy rises, and the least of it: a sample of 4 in 128.
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

  /// The onset is at the first sample of the hop that is half as loud as the loudest.
  private mutating func addOnset() {
    let largest = hop.max() ?? 0
    let first = hop.firstIndex { 2 * $0 >= largest } ?? 0
    last = start + first
    times.append(Double(start + first) / Self.samplesPerSecond)
  }
}
