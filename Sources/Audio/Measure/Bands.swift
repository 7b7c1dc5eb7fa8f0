/// The power, or another figure, of each band of a frame. Lanes after the last band are 0.
///
/// Loops over lanes go by pointers: a vector whose lanes are subscripted is copied at each access.
typealias Bands = SIMD32<Float>

extension Bands {
  /// The lesser in each lane.
  @inline(__always)
  func lesser(_ other: Bands) -> Bands {
    Bands(byLanesOf: self, other) { $1 < $0 ? $1 : $0 }
  }

  @inline(__always)
  init(byLanesOf one: Bands, _ other: Bands, _ body: (Float, Float) -> Float) {
    var result = Bands.zero
    unsafe withUnsafeBytes(of: one) { one in
      unsafe withUnsafeBytes(of: other) { other in
        unsafe withUnsafeMutableBytes(of: &result) { result in
          let (one, other) = unsafe (one.bindMemory(to: Float.self), other.bindMemory(to: Float.self))
          let result = unsafe result.bindMemory(to: Float.self)
          for lane in 0..<BandMeter.count { unsafe result[lane] = body(one[lane], other[lane]) }
        }
      }
    }
    self = result
  }

  /// The bands of a list that has room for two more at its end.
  @inline(__always)
  init(_ list: [Float]) {
    self = .zero
    unsafe withUnsafeMutableBytes(of: &self) { lanes in
      let lanes = unsafe lanes.bindMemory(to: Float.self)
      for lane in 0..<Swift.min(32, list.count) { unsafe lanes[lane] = list[lane] }
    }
  }

  /// Calls `body` with the lanes.
  @inline(__always)
  func forEachBand(_ body: (Int, Float) -> Void) {
    unsafe withUnsafeBytes(of: self) { lanes in
      let lanes = unsafe lanes.bindMemory(to: Float.self)
      for band in 0..<BandMeter.count { unsafe body(band, lanes[band]) }
    }
  }

  @inline(__always)
  var magnitudes: Bands {
    unsafe unsafeBitCast(unsafeBitCast(self, to: SIMD32<UInt32>.self) & 0x7FFF_FFFF, to: Bands.self)
  }

  /// What is above 0, and 0 in the other lanes.
  @inline(__always)
  var positive: Bands { (self + magnitudes) * 0.5 }

  @inline(__always)
  var total: Float {
    let sixteen = lowHalf + highHalf
    let eight = sixteen.lowHalf + sixteen.highHalf
    let four = eight.lowHalf + eight.highHalf
    return four[0] + four[1] + (four[2] + four[3])
  }
}
