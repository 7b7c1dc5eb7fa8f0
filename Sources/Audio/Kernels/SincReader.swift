/// Interpolates in one octave with the tables of a kernel.
struct SincReader: Sendable {
  private var bank: KernelBank
  /// The weights for one point.
  private var row: [Float]

  init(_ shape: KernelShape) {
    bank = KernelBank(shape)
    row = [Float](repeating: 0, count: 2 * bank.reach)
  }

  /// How many samples are read to either side of a point.
  var reach: Int { bank.reach }

  /// Computes the sound at the points of `group` and puts it into `sound`, from index `start` on.
  ///
  /// - Parameters:
  ///   - shares: for each of `points` the share of the next wider table in its blend.
  ///   - buffer: the octave of the group's band. It has to hold the reach of every point.
  mutating func read<Input: SoundElement, Output: SoundElement>(
    _ points: [ControlPoint], _ shares: [Float], _ group: PointGroup, of buffer: SlidingBuffer<Input>,
    into sound: inout Planes<Output>, at start: Int
  ) {
    let (band, isBlended) = (group.band, group.isBlended)
    bank.prepare(band.table)
    if isBlended { bank.prepare(band.table + 1) }
    let narrow = bank[band.table]
    let wide = isBlended ? bank[band.table + 1] : narrow
    let count = 2 * wide.halfWidth
    precondition(
      buffer.holds(group.span.lowerBound + 1 - count / 2..<group.span.upperBound + count / 2),
      "the buffer does not hold the reach of all points")
    precondition(start >= 0 && start + group.points.count <= sound.capacity, "there is no room for so many points")
    let (channels, inputPlane, outputPlane) = (sound.channels, buffer.planes.capacity, sound.capacity)
    unsafe buffer.planes.samples.withUnsafeBufferPointer { samples in
      unsafe sound.samples.withUnsafeMutableBufferPointer { sound in
        unsafe row.withUnsafeMutableBufferPointer { row in
          unsafe narrow.withRows(count: count) { narrow in
            unsafe wide.withRows(count: count) { wide in
              var output = unsafe sound.baseAddress! + start
              let samples = unsafe samples.baseAddress! - buffer.base
              let row = row.baseAddress!
              for number in group.points {
                let (index, fraction) = Self.position(points[number], octave: band.octave)
                let first = unsafe samples + (index + 1 - count / 2)
                if isBlended {
                  unsafe WeightedSum.blend(
                    narrow.pair(at: fraction), wide.pair(at: fraction), share: shares[number], count: count,
                    into: row)
                  unsafe Self.weigh(row, first, inputPlane, count, channels, output, outputPlane)
                } else if fraction == 0, band == .first {
                  // At speeds up to 1 a point on a sample is that sample, to the last bit.
                  for channel in 0..<channels {
                    unsafe output[channel * outputPlane] = Output(samples[channel * inputPlane + index])
                  }
                } else if channels == 2 {
                  let sums = unsafe WeightedSum.sums(narrow.pair(at: fraction), first, first + inputPlane, count: count)
                  unsafe output[0] = Output(sums.0)
                  unsafe output[outputPlane] = Output(sums.1)
                } else {
                  unsafe WeightedSum.blend(narrow.pair(at: fraction), count: count, into: row)
                  unsafe Self.weigh(row, first, inputPlane, count, channels, output, outputPlane)
                }
                unsafe output += 1
              }
            }
          }
        }
      }
    }
  }

  /// The position of a point in samples of an octave.
  @inline(__always)
  private static func position(_ point: ControlPoint, octave: Int) -> (index: Int, fraction: Double) {
    if octave == 0 { return (point.index, point.fraction) }
    let below = Double(point.index & ((1 << octave) - 1))
    return (point.index >> octave, (below + point.fraction) / Double(1 << octave))
  }

  @inline(__always)
  private static func weigh<Input: SoundElement, Output: SoundElement>(
    _ row: UnsafePointer<Float>, _ first: UnsafePointer<Input>, _ inputPlane: Int, _ count: Int, _ channels: Int,
    _ output: UnsafeMutablePointer<Output>, _ outputPlane: Int
  ) {
    var channel = 0
    while channel + 2 <= channels {
      let left = unsafe first + channel * inputPlane
      let sums = unsafe WeightedSum.sums(row, left, left + inputPlane, count: count)
      unsafe output[channel * outputPlane] = Output(sums.0)
      unsafe output[(channel + 1) * outputPlane] = Output(sums.1)
      channel += 2
    }
    if channel < channels {
      let sum = unsafe WeightedSum.sum(row, first + channel * inputPlane, count: count)
      unsafe output[channel * outputPlane] = Output(sum)
    }
  }
}
