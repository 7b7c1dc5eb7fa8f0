/// The loops over the samples and bins of a frame, on plain memory: most of the time that is not libavutil's goes by
/// here.
///
/// Callers see to it that as much lies at each place.
enum SpectrumLoops {
  typealias Bin = FourierTransform.Bin

  /// Sound louder than this, 240 dB beyond full scale, is taken for this loud: its energy has to fit in a Float.
  static let loudest: Float = 1e12

  /// Takes `count` samples under a window.
  static func window(
    _ samples: UnsafePointer<Float>, _ window: UnsafePointer<Float>, count: Int, into frame: UnsafeMutablePointer<Float>
  ) {
    for index in 0..<count {
      let sample = unsafe min(loudest, max(-loudest, samples[index]))
      unsafe frame[index] = sample * window[index]
    }
  }

  /// Takes `count` samples under a window, the last first.
  static func windowBackward(
    _ samples: UnsafePointer<Float>, _ window: UnsafePointer<Float>, count: Int, into frame: UnsafeMutablePointer<Float>
  ) {
    for index in 0..<count {
      let sample = unsafe min(loudest, max(-loudest, samples[count &- 1 &- index]))
      unsafe frame[index] = sample * window[index]
    }
  }

  /// Adds to each sum how strong a bin is.
  static func addPower(_ bins: UnsafePointer<Bin>, count: Int, to power: UnsafeMutablePointer<Float>) {
    for index in 0..<count {
      let square = unsafe bins[index] * bins[index]
      unsafe power[index] += square.x + square.y
    }
  }

  /// Adds to each sum a bin times the conjugate of another: how far it is turned against the other.
  static func addTurn(
    from source: UnsafePointer<Bin>, to target: UnsafePointer<Bin>, count: Int, into turns: UnsafeMutablePointer<Bin>
  ) {
    for index in 0..<count {
      let (from, to) = unsafe (source[index], target[index])
      unsafe turns[index] += Bin(to.x * from.x + to.y * from.y, to.y * from.x - to.x * from.y)
    }
  }

  /// Turns bins by one angle.
  static func turn(_ bins: UnsafePointer<Bin>, by rotation: Bin, count: Int, into turned: UnsafeMutablePointer<Bin>) {
    let crossed = Bin(-rotation.y, rotation.x)
    for index in 0..<count {
      let bin = unsafe bins[index]
      unsafe turned[index] = rotation * bin.x + crossed * bin.y
    }
  }

  /// Adds a frame under a window to what is there.
  static func overlap(
    _ frame: UnsafePointer<Float>, _ window: UnsafePointer<Float>, count: Int, onto sound: UnsafeMutablePointer<Float>
  ) {
    for index in 0..<count { unsafe sound[index] += frame[index] * window[index] }
  }
}
