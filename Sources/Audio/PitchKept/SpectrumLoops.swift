/// The loops over the samples and bins of a frame, on pointers. They take most of the time that libavutil does not
/// take. The caller must ensure that `count` elements can be read or written at each pointer.
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

  /// Multiplies `count` samples, in reverse order, by a window.
  static func windowBackward(
    _ samples: UnsafePointer<Float>, _ window: UnsafePointer<Float>, count: Int, into frame: UnsafeMutablePointer<Float>
  ) {
    for index in 0..<count {
      let sample = unsafe min(loudest, max(-loudest, samples[count &- 1 &- index]))
      unsafe frame[index] = sample * window[index]
    }
  }

  /// Adds the squared magnitude of each bin to `power`.
  static func addPower(_ bins: UnsafePointer<Bin>, count: Int, to power: UnsafeMutablePointer<Float>) {
    for index in 0..<count {
      let square = unsafe bins[index] * bins[index]
      unsafe power[index] += square.x + square.y
    }
  }

  /// Adds to `turns` each bin of `target` times the conjugate of the bin of `source`. The angle of the product is the
  /// phase of the first minus the phase of the second.
  static func addTurn(
    from source: UnsafePointer<Bin>, to target: UnsafePointer<Bin>, count: Int, into turns: UnsafeMutablePointer<Bin>
  ) {
    for index in 0..<count {
      let (from, to) = unsafe (source[index], target[index])
      unsafe turns[index] += Bin(to.x * from.x + to.y * from.y, to.y * from.x - to.x * from.y)
    }
  }

  /// Multiplies bins by one complex number. If its magnitude is 1, their phases are rotated by its angle.
  static func rotate(
    _ bins: UnsafePointer<Bin>, by rotation: Bin, count: Int, into rotated: UnsafeMutablePointer<Bin>
  ) {
    let crossed = Bin(-rotation.y, rotation.x)
    for index in 0..<count {
      let bin = unsafe bins[index]
      unsafe rotated[index] = rotation * bin.x + crossed * bin.y
    }
  }

  /// Adds a frame, multiplied by a window, to the sound.
  static func overlap(
    _ frame: UnsafePointer<Float>, _ window: UnsafePointer<Float>, count: Int, onto sound: UnsafeMutablePointer<Float>
  ) {
    for index in 0..<count { unsafe sound[index] += frame[index] * window[index] }
  }
}
