import Glibc

/// Sums the power of Fourier bins in overlapping bands as wide as those of human hearing.
struct BandFilters {
  let count: Int
  /// The first Fourier bin of each interval between two band edges, and the end of the last interval.
  private let firstBins: [Int]
  /// The position of each bin in its interval: 0 at the lower edge, 1 at the upper edge.
  private let shares: [Float]

  /// - Parameters:
  ///   - rate: the sample rate of the transformed sound.
  ///   - size: the length of the transform.
  init(count: Int, from low: Double, to high: Double, rate: Int, size: Int) {
    self.count = count
    let (low, high) = (Self.mel(low), Self.mel(high))
    let edges = (0..<count + 2).map { edge in
      Self.frequency(low + (high - low) * Double(edge) / Double(count + 1)) * Double(size) / Double(rate)
    }
    firstBins = edges.map { min(size / 2, max(0, Int($0.rounded(.up)))) }
    var shares = [Float](repeating: 0, count: size / 2 + 1)
    for interval in 0...count where firstBins[interval] < firstBins[interval + 1] {
      for bin in firstBins[interval]..<firstBins[interval + 1] {
        shares[bin] = Float((Double(bin) - edges[interval]) / (edges[interval + 1] - edges[interval]))
      }
    }
    self.shares = shares
  }

  private static func mel(_ frequency: Double) -> Double { log(1 + frequency / 700) }
  private static func frequency(_ mel: Double) -> Double { 700 * (exp(mel) - 1) }

  /// The sum in each band of the power that `power` gives for each bin.
  @inline(__always)
  func sums(_ power: (Int) -> Float) -> ArraySlice<Float> {
    // The first and last sums are for frequencies below and above all bands.
    var sums = [Float](repeating: 0, count: count + 2)
    for interval in 0...count where firstBins[interval] < firstBins[interval + 1] {
      var (sum, rising): (Float, Float) = (0, 0)
      for bin in firstBins[interval]..<firstBins[interval + 1] {
        let power = power(bin)
        sum += power
        rising += power * shares[bin]
      }
      sums[interval + 1] += rising
      sums[interval] += sum - rising
    }
    return sums[1...count]
  }
}
