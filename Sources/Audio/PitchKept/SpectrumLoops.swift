/// The inner loops over the samples and bins of a frame, on pointers. Apart from libavutil's transforms, they take most
/// of the time. The caller must ensure that `count` elements can be read or written at each pointer.
enum SpectrumLoops {
  typealias Bin = FourierTransform.Bin

  /// The limit for samples, 240 dB above full scale, so that their energy fits into a Float.
  static let loudest: Float = 1e12

  static func window(
    _ samples: UnsafePointer<Float>, _ window: UnsafePointer<Float>, count: Int, into frame: UnsafeMutablePointer<Float>
  ) {
    for index in 0..<count {
      let sample = unsafe min(loudest, max(-loudest, samples[index]))
      unsafe frame[index] = sample * window[index]
    }
  }

  static func windowBackward(
    _ samples: UnsafePointer<Float>, _ window: UnsafePointer<Float>, count: Int, into frame: UnsafeMutablePointer<Float>
  ) {
    for index in 0..<count {
      let sample = unsafe min(loudest, max(-loudest, samples[count &- 1 &- index]))
      unsafe frame[index] = sample * window[index]
    }
  }

  static func addPower(_ bins: UnsafePointer<Bin>, count: Int, to power: UnsafeMutablePointer<Float>) {
    for index in 0..<count {
      let square = unsafe bins[index] * bins[index]
      unsafe power[index] += square.x + square.y
    }
  }

  /// Adds to `turns` each bin of `target` times the conjugate of the bin of `source`. The angle of each product is the
  /// phase of the target bin minus that of the source bin.
  static func addTurn(
    from source: UnsafePointer<Bin>, to target: UnsafePointer<Bin>, count: Int, into turns: UnsafeMutablePointer<Bin>
  ) {
    for index in 0..<count {
      let (from, to) = unsafe (source[index], target[index])
      unsafe turns[index] += Bin(to.x * from.x + to.y * from.y, to.y * from.x - to.x * from.y)
    }
  }

  /// Multiplies all bins by `rotation`. If `rotation` has magnitude 1, this rotates their phases by its angle.
  static func rotate(
    _ bins: UnsafePointer<Bin>, by rotation: Bin, count: Int, into rotated: UnsafeMutablePointer<Bin>
  ) {
    let crossed = Bin(-rotation.y, rotation.x)
    for index in 0..<count {
      let bin = unsafe bins[index]
      unsafe rotated[index] = rotation * bin.x + crossed * bin.y
    }
  }

  static func overlap(
    _ frame: UnsafePointer<Float>, _ window: UnsafePointer<Float>, count: Int, onto sound: UnsafeMutablePointer<Float>
  ) {
    for index in 0..<count { unsafe sound[index] += frame[index] * window[index] }
  }
}
