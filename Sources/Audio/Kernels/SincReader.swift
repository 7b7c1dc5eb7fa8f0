/// Interpolates the source, at its own or at a halved sample rate, with the tables of a kernel.
struct SincReader<Table: KernelTable>: Sendable {
  private var bank: KernelBank<Table>
  /// Memory for the weights of one point (`StoredWeights`).
  private var row: [Float]
  private var wideRow: [Double]

  init(_ shape: KernelShape) {
    bank = KernelBank(shape)
    row = [Float](repeating: 0, count: 2 * bank.reach)
    wideRow = [Double](repeating: 0, count: 2 * bank.reach)
  }

  /// How many samples are read to either side of a point.
  var reach: Int { bank.reach }

  /// Computes the sound at the points of `group` into `sound`, from index `start` on.
  ///
  /// - Parameters:
  ///   - shares: the share of the wider of two kernels in the blend, for each of `points`.
  ///   - buffer: the samples at the sample rate of the group, including all samples within reach of the points.
  ///   - isLoud: whether samples may be so large that sums of them overflow in Float.
  mutating func read<Input: SoundElement, Output: SoundElement>(
    _ points: [ControlPoint], _ shares: [Float], _ group: PointGroup, of buffer: SlidingBuffer<Input>, isLoud: Bool,
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
    let octave = band.octave
    unsafe buffer.planes.samples.withUnsafeBufferPointer { samples in
      unsafe sound.samples.withUnsafeMutableBufferPointer { sound in
        unsafe row.withUnsafeMutableBufferPointer { row in
          unsafe wideRow.withUnsafeMutableBufferPointer { wideRow in
            unsafe narrow.withRows(count: count) { narrow in
              unsafe wide.withRows(count: count) { wide in
                var output = unsafe sound.baseAddress! + start
                let samples = unsafe samples.baseAddress! - buffer.base
                let (row, wideRow) = (row.baseAddress!, wideRow.baseAddress!)
                for number in group.points {
                  let (index, fraction) = Self.position(points[number], octave: octave)
                  let first = unsafe samples + (index + 1 - count / 2)
                  if isBlended {
                    let blended = unsafe BlendedWeights(
                      narrow: narrow.weights(at: fraction), wide: wide.weights(at: fraction), share: shares[number])
                    let weights = unsafe StoredWeights<Table.Rows.Weights>(blended, count: count, in: row, wideRow)
                    unsafe Self.weigh(weights, count, first, inputPlane, channels, output, outputPlane)
                  } else if fraction == 0, band == .first {
                    // At speeds up to 1, a point on a sample gives exactly that sample.
                    for channel in 0..<channels {
                      unsafe output[channel * outputPlane] = Output(samples[channel * inputPlane + index])
                    }
                  } else if channels <= 2 {
                    unsafe Self.weigh(
                      narrow.weights(at: fraction), count, first, inputPlane, channels, output, outputPlane)
                  } else {
                    let weights = unsafe StoredWeights<Table.Rows.Weights>(
                      narrow.weights(at: fraction), count: count, in: row, wideRow)
                    unsafe Self.weigh(weights, count, first, inputPlane, channels, output, outputPlane)
                  }
                  unsafe output += 1
                }
              }
            }
          }
        }
      }
    }
    if isLoud { readLoud(points, shares, group, of: buffer, into: &sound, at: start) }
  }

  /// Computes again, in Double, the points at which sums in Float have overflowed.
  private func readLoud<Input: SoundElement, Output: SoundElement>(
    _ points: [ControlPoint], _ shares: [Float], _ group: PointGroup, of buffer: SlidingBuffer<Input>,
    into sound: inout Planes<Output>, at start: Int
  ) {
    let narrow = bank[group.band.table]
    let wide = group.isBlended ? bank[group.band.table + 1] : narrow
    let count = 2 * wide.halfWidth
    for (output, number) in group.points.enumerated() {
      let (index, fraction) = Self.position(points[number], octave: group.band.octave)
      for channel in 0..<sound.channels {
        let target = channel * sound.capacity + start + output
        if sound.samples[target].isFinite { continue }
        let first = buffer.index(of: index + 1 - count / 2, channel: channel)
        precondition(first >= 0 && first + count <= buffer.planes.samples.count, "the buffer does not hold the reach")
        unsafe buffer.planes.samples.withUnsafeBufferPointer { samples in
          unsafe narrow.withRows(count: count) { narrow in
            unsafe wide.withRows(count: count) { wide in
              let weights = unsafe BlendedWeights(
                narrow: narrow.weights(at: fraction), wide: wide.weights(at: fraction),
                share: group.isBlended ? shares[number] : 0)
              sound.samples[target] = unsafe Output(
                WeightedSum.longSum(weights, samples.baseAddress! + first, count: count))
            }
          }
        }
      }
    }
  }

  /// Converts a point's position to samples at a sample rate that was halved `octave` times.
  @inline(__always)
  private static func position(_ point: ControlPoint, octave: Int) -> (index: Int, fraction: Double) {
    if octave == 0 { return (point.index, point.fraction) }
    let below = Double(point.index & ((1 << octave) - 1))
    return (point.index >> octave, (below + point.fraction) / Double(1 << octave))
  }

  @inline(__always)
  private static func weigh<Weights: KernelWeights, Input: SoundElement, Output: SoundElement>(
    _ weights: Weights, _ count: Int, _ first: UnsafePointer<Input>, _ inputPlane: Int, _ channels: Int,
    _ output: UnsafeMutablePointer<Output>, _ outputPlane: Int
  ) {
    var channel = 0
    while channel + 2 <= channels {
      let left = unsafe first + channel * inputPlane
      let sums = unsafe WeightedSum.sums(weights, left, left + inputPlane, count: count)
      unsafe output[channel * outputPlane] = Output(sums.0)
      unsafe output[(channel + 1) * outputPlane] = Output(sums.1)
      channel += 2
    }
    if channel < channels {
      let sum = unsafe WeightedSum.sum(weights, first + channel * inputPlane, count: count)
      unsafe output[channel * outputPlane] = Output(sum)
    }
  }
}
