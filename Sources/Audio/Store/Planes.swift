/// The number type of computed sound: Float or Double. Full scale is −1 to 1.
package protocol SoundElement: BinaryFloatingPoint, SIMDScalar, Codable, Sendable {
  var asDouble: Double { get }

  /// The number nearest to `value`, which must not be NaN. Values beyond the largest finite number become that number.
  init(limiting value: Double)

  /// The four samples from `samples` on, in Float.
  static func four(_ samples: UnsafePointer<Self>) -> SIMD4<Float>

  /// The four samples from `samples` on, in Double.
  static func wideFour(_ samples: UnsafePointer<Self>) -> SIMD4<Double>
}

extension Float: SoundElement {
  package var asDouble: Double { Double(self) }

  @inline(__always)
  package init(limiting value: Double) {
    let largest = Double(Float.greatestFiniteMagnitude)
    self.init(min(largest, max(-largest, value)))
  }

  @inline(__always)
  package static func four(_ samples: UnsafePointer<Float>) -> SIMD4<Float> {
    unsafe UnsafeRawPointer(samples).loadUnaligned(as: SIMD4<Float>.self)
  }

  @inline(__always)
  package static func wideFour(_ samples: UnsafePointer<Float>) -> SIMD4<Double> { unsafe four(samples).widened }
}

extension Double: SoundElement {
  package var asDouble: Double { self }

  @inline(__always)
  package init(limiting value: Double) {
    self = min(.greatestFiniteMagnitude, max(-.greatestFiniteMagnitude, value))
  }

  @inline(__always)
  package static func four(_ samples: UnsafePointer<Double>) -> SIMD4<Float> {
    let wide = unsafe wideFour(samples)
    return SIMD4(Float(wide[0]), Float(wide[1]), Float(wide[2]), Float(wide[3]))
  }

  @inline(__always)
  package static func wideFour(_ samples: UnsafePointer<Double>) -> SIMD4<Double> {
    unsafe UnsafeRawPointer(samples).loadUnaligned(as: SIMD4<Double>.self)
  }
}

extension SIMD4<Float> {
  /// The vector in Double. `SIMD4<Double>(self)` would be a function call.
  @inline(__always)
  var widened: SIMD4<Double> { SIMD4<Double>(Double(self[0]), Double(self[1]), Double(self[2]), Double(self[3])) }
}

/// Sound with a plane for each channel, in one array: sample i of channel c is at index c · capacity + i.
package struct Planes<Element: SoundElement>: Sendable {
  package let channels: Int
  /// The number of samples that fit into each plane.
  package private(set) var capacity: Int
  package var samples: [Element]

  package init(channels: Int, capacity: Int) {
    self.channels = channels
    self.capacity = capacity
    samples = [Element](repeating: 0, count: channels * capacity)
  }

  /// Gives every plane room for `count` samples. Planes that must grow become silent; others keep their samples.
  mutating func makeRoom(for count: Int) {
    if count > capacity { self = Planes(channels: channels, capacity: count) }
  }

  /// Moves the samples of `range` in every plane to `start`. Makes the planes `wanted` samples long if they are
  /// shorter. `range` and its new place may overlap. All other samples are undefined afterwards.
  mutating func move(_ range: Range<Int>, to start: Int, capacity wanted: Int) {
    precondition(range.lowerBound >= 0 && range.upperBound <= capacity, "samples beyond a plane are moved")
    precondition(start >= 0 && start + range.count <= max(wanted, capacity), "samples are moved beyond a plane")
    if wanted > capacity {
      var larger = Planes(channels: channels, capacity: wanted)
      for channel in 0..<channels {
        let (from, to) = (channel * capacity + range.lowerBound, channel * wanted + start)
        larger.samples[to..<to + range.count] = samples[from..<from + range.count]
      }
      self = larger
    } else if start != range.lowerBound {
      let (channels, capacity) = (channels, capacity)
      unsafe samples.withUnsafeMutableBufferPointer { samples in
        for channel in 0..<channels {
          let plane = unsafe samples.baseAddress! + channel * capacity
          unsafe (plane + start).update(from: plane + range.lowerBound, count: range.count)
        }
      }
    }
  }

  mutating func silence(_ range: Range<Int>) {
    for channel in 0..<channels {
      for index in range { samples[channel * capacity + index] = 0 }
    }
  }
}
