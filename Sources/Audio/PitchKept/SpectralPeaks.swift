/// The peaks of a frame's spectrum, which stand for tones, and the bins that belong to each.
struct SpectralPeaks: Sendable {
  /// The peaks in rising order: bins that are stronger than their neighbours.
  private(set) var bins: [Int] = []

  /// Finds the peaks of a power spectrum. If there is none, as in silence, bin 0 counts as one.
  mutating func find(in power: [Float]) {
    bins.removeAll(keepingCapacity: true)
    unsafe power.withUnsafeBufferPointer { power in
      let last = power.count - 1
      if unsafe power[0] > power[1] { bins.append(0) }
      for bin in 1..<last {
        let value = unsafe power[bin]
        if unsafe value > power[bin &- 1], unsafe value >= power[bin &+ 1] { bins.append(bin) }
      }
      if unsafe power[last] > power[last - 1] { bins.append(last) }
    }
    if bins.isEmpty { bins.append(0) }
  }

  /// The bins that belong to the peak `number`: up to halfway to the next peak on either side.
  func region(of number: Int, binCount: Int) -> Range<Int> {
    let start = number == 0 ? 0 : (bins[number - 1] + bins[number] + 1) / 2
    let end = number + 1 == bins.count ? binCount : (bins[number] + bins[number + 1] + 1) / 2
    return start..<end
  }
}
