/// Halves the sample rate: removes the frequencies that half the rate cannot hold, and keeps every second sample. A
/// half-band filter is symmetric, and every second weight is 0 except the middle one, which is ½. One multiplication
/// therefore serves four input samples.
struct HalfBandFilter: Sendable {
  /// The weights at distances of 1, 3, 5 … samples from the middle.
  let weights: [Double]

  /// Creates a filter with the attenuation of `shape`, and at most its transition band. Frequencies in the transition
  /// band alias at the halved rate. Kernels for the lowest speeds of an octave pass these aliases, so `bandEdge` limits
  /// the width of the band.
  init(_ shape: KernelShape) {
    let transition = 0.5 - max(Self.bandEdge, shape.bandEdge)
    // Kaiser's estimate of a filter's length from its transition band and attenuation.
    let length = (shape.attenuation - 8) / (2.285 * 2 * .pi * transition)
    let count = Int((length / 4).rounded(.up)) + 1
    let window = shape.window
    let values = (0..<count).map { index in
      let x = Double(2 * index + 1)
      return normalizedSinc(x / 2) / 2 * window.value(at: x / Double(2 * count))
    }
    // The middle weight is ½, so each side must add up to ¼ for a sum of 1.
    let scale = 0.25 / values.reduce(0, +)
    weights = values.map { $0 * scale }
  }

  /// The highest frequency that passes, as a fraction of the halved rate, unless the kernel's `bandEdge` is higher.
  static let bandEdge = 0.455

  /// How many samples of the input the filter reaches to either side.
  var reach: Int { 2 * weights.count - 1 }

  /// The input samples needed for `range` of the output. Output sample m is centered on input sample 2m.
  func needed(for range: Range<Int>) -> Range<Int> {
    2 * range.lowerBound - reach..<2 * (range.upperBound - 1) + reach + 1
  }
}

extension HalfBandFilter {
  /// The magnitude to which input samples are limited, so that sums in filters and kernels do not overflow.
  static func limit<Element: SoundElement>(_: Element.Type) -> Element { .greatestFiniteMagnitude * 0x1p-8 }

  /// Computes the samples `range` of `below`, at half the rate of `above`. `below` must have room for `range`, and
  /// `above` must hold `needed(for: range)`.
  func apply<Above: SoundElement, Below: SoundElement>(
    to above: SlidingBuffer<Above>, for range: Range<Int>, into below: inout SlidingBuffer<Below>
  ) {
    let needed = needed(for: range)
    // Even and odd samples are separated, so that eight can be loaded at once. `room` is a multiple of eight.
    let room = (range.count + 7) / 8 * 8
    var even = [Below](repeating: 0, count: room)
    var odd = [Below](repeating: 0, count: room + 2 * weights.count)
    for channel in 0..<above.planes.channels {
      let plane = above.index(of: needed.lowerBound, channel: channel)
      let target = below.index(of: range.lowerBound, channel: channel)
      // The first sample needed has an odd index: it lies `reach` samples, an odd number, before the middle sample of
      // the first sum, whose index is even.
      for index in 0..<range.count + 2 * weights.count - 1 {
        odd[index] = Self.limited(above.planes.samples[plane + 2 * index])
      }
      for index in 0..<range.count {
        even[index] = Self.limited(above.planes.samples[plane + reach + 2 * index])
      }
      for start in stride(from: 0, to: range.count, by: 8) {
        let sums = sums(even, odd, at: start)
        for lane in 0..<min(8, range.count - start) {
          below.planes.samples[target + start + lane] = Below(lane < 4 ? sums.0[lane] : sums.1[lane - 4])
        }
      }
    }
  }

  @inline(__always)
  private static func limited<Above: SoundElement, Below: SoundElement>(_ sample: Above) -> Below {
    let limit = limit(Below.self).asDouble
    return Below(min(limit, max(-limit, sample.asDouble)))
  }

  private func sums<Element: SoundElement>(
    _ even: [Element], _ odd: [Element], at start: Int
  ) -> (SIMD4<Double>, SIMD4<Double>) {
    unsafe odd.withUnsafeBufferPointer { odd in
      unsafe even.withUnsafeBufferPointer { even in
        let middle = unsafe even.baseAddress! + start
        // The first sample with an odd index after the middle.
        let after = unsafe odd.baseAddress! + start + weights.count
        // Sums are in Double, because the rounding errors of each halving are passed on to all further halvings.
        var (early, late) = unsafe (Element.wideFour(middle) * 0.5, Element.wideFour(middle + 4) * 0.5)
        for index in weights.indices {
          let before = unsafe after - 1 - index
          unsafe early += (Element.wideFour(before) + Element.wideFour(after + index)) * weights[index]
          unsafe late += (Element.wideFour(before + 4) + Element.wideFour(after + index + 4)) * weights[index]
        }
        return (early, late)
      }
    }
  }
}
