/// Where the tones of a frame are, and which bins belong to each.
struct SpectralPeaks: Sendable {
  /// Bins that are stronger than their neighbours.
  private(set) var bins: [Int] = []

  /// Finds the peaks of a spectrum. In silence, and where nothing stands out, the first bin is one.
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

  /// The bins that belong to a peak: up to halfway to its neighbours.
  func region(of number: Int, binCount: Int) -> Range<Int> {
    let start = number == 0 ? 0 : (bins[number - 1] + bins[number] + 1) / 2
    let end = number + 1 == bins.count ? binCount : (bins[number] + bins[number + 1] + 1) / 2
    return start..<end
  }
}
