/// Takes a sound down an octave: every second sample of it, without what half the rate cannot hold.
///
/// Half of a half-band filter's weights are 0, its middle one is ½, and it is symmetric, so one multiplication serves
/// four samples.
struct HalfBandFilter: Sendable {
  /// The weights 1, 3, 5… samples from the middle.
  let weights: [Double]

  /// Takes out as much as `shape` does.
  ///
  /// What passes between the edges folds back into the octave. Kernels only a little wider than their narrowest do not
  /// take it out again, so these edges lie closer together than theirs.
  init(_ shape: KernelShape) {
    let transition = 0.5 - max(Self.bandEdge, shape.bandEdge)
    // Kaiser's estimate of how long a window with this transition and attenuation is.
    let length = (shape.attenuation - 8) / (2.285 * 2 * .pi * transition)
    let count = Int((length / 4).rounded(.up)) + 1
    let window = shape.window
    let values = (0..<count).map { index in
      let x = Double(2 * index + 1)
      return normalizedSinc(x / 2) / 2 * window.value(at: x / Double(2 * count))
    }
    // With ½ in the middle and the same again on both sides, they add up to 1.
    let scale = 0.25 / values.reduce(0, +)
    weights = values.map { $0 * scale }
  }

  /// Where the band that is kept ends, as a part of the lower rate.
  static let bandEdge = 0.455

  /// How many samples of the input it reaches to either side.
  var reach: Int { 2 * weights.count - 1 }

  /// The input samples that are needed for `range` of the output: sample m lies on sample 2m of the input.
  func needed(for range: Range<Int>) -> Range<Int> {
    2 * range.lowerBound - reach..<2 * (range.upperBound - 1) + reach + 1
  }
}

extension HalfBandFilter {
  /// Makes `range` of the lower octave from the higher, which holds what is needed for it.
  func apply<Element: SoundElement>(
    to above: SlidingBuffer<Element>, for range: Range<Int>, into below: inout SlidingBuffer<Float>
  ) {
    let needed = needed(for: range)
    // Told apart, even and odd samples lie close together and are taken eight at a time; what is beyond the range is
    // room for the last eight.
    let room = (range.count + 7) / 8 * 8
    var even = [Float](repeating: 0, count: room)
    var odd = [Float](repeating: 0, count: room + 2 * weights.count)
    for channel in 0..<above.planes.channels {
      let plane = above.index(of: needed.lowerBound, channel: channel)
      let target = below.index(of: range.lowerBound, channel: channel)
      // The first sample needed is an odd one, `reach` before the first even one in the middle.
      for index in 0..<range.count + 2 * weights.count - 1 {
        odd[index] = Float(above.planes.samples[plane + 2 * index])
      }
      for index in 0..<range.count { even[index] = Float(above.planes.samples[plane + reach + 2 * index]) }
      for start in stride(from: 0, to: range.count, by: 8) {
        let sums = sums(even, odd, at: start)
        for lane in 0..<min(8, range.count - start) {
          below.planes.samples[target + start + lane] = sums[lane]
        }
      }
    }
  }

  private func sums(_ even: [Float], _ odd: [Float], at start: Int) -> SIMD8<Float> {
    unsafe odd.withUnsafeBufferPointer { odd in
      // The odd sample just after the middle.
      let after = unsafe odd.baseAddress! + start + weights.count
      let middle = unsafe even.withUnsafeBufferPointer { unsafe WeightedSum.lanes($0.baseAddress! + start) }
      // In Double: what is left out here is missing from everything below.
      var sum = SIMD8<Double>(middle) * 0.5
      for index in weights.indices {
        let pair =
          unsafe SIMD8<Double>(WeightedSum.lanes(after - 1 - index)) + SIMD8<Double>(WeightedSum.lanes(after + index))
        sum += pair * weights[index]
      }
      return SIMD8<Float>(sum)
    }
  }
}
