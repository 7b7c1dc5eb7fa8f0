import Glibc

/// The kernel table that serves a speed: one of the octave's twelve, and how many octaves down the source is taken
/// first.
struct Band: Equatable, Sendable {
  /// How many times the sample rate of the source is halved first.
  let octave: Int
  /// The number of the table in the `KernelBank`.
  let table: Int

  static let tablesInOctave = 12

  /// How much wider the kernel of each table is than at speed 1. The last entry, 2, is the end of the octave.
  static let widenings = (0...tablesInOctave).map { exp2(Double($0) / Double(tablesInOctave)) }

  static let first = Band(octave: 0, table: 0)

  /// The last octave. Higher speeds are read as if they were its lowest speed: 2¹⁴ plays a day in about five seconds.
  static let deepestOctave = 14

  /// The slowest speed that the band serves.
  var speed: Double { ldexp(Self.widenings[table], Int32(octave)) }

  var next: Band {
    table + 1 < Self.tablesInOctave ? Band(octave: octave, table: table + 1) : Band(octave: octave + 1, table: 0)
  }

  var previous: Band {
    table > 0
      ? Band(octave: octave, table: table - 1) : Band(octave: octave - 1, table: Self.tablesInOctave - 1)
  }

  var isDeepest: Bool { octave == Self.deepestOctave }
}

/// Finds the bands of a series of speeds. It starts from the band found last, because speeds change little from sample
/// to sample.
struct BandFinder: Sendable {
  private(set) var band = Band.first
  private var start = 1.0
  private var end = Band.first.next.speed

  /// Finds the band of `width`, a point's width. Returns the share of the next band's kernel in the blend: 0 at the
  /// slowest speed of the band, and at all speeds up to 1.
  @inline(__always)
  mutating func share(of width: Double) -> Double {
    if width <= 1, band == .first { return 0 }
    return shareOfFaster(width)
  }

  private mutating func shareOfFaster(_ width: Double) -> Double {
    if width <= 1 {
      enter(.first)
      return 0
    }
    let width = Self.widening(for: width)
    while width >= end, !band.isDeepest { enter(band.next) }
    while width < start { enter(band.previous) }
    return band.isDeepest ? 0 : (width - start) / (end - start)
  }

  /// How much wider the kernels for a width are than at speed 1. Of two blended kernels, the narrower one passes some
  /// frequencies that are too high for the speed. Both are therefore half a table wider than the speed requires. Just
  /// above speed 1, where that would be a step, the excess of the speed over 1 is doubled instead.
  static func widening(for width: Double) -> Double { min(lead * width, 2 * width - 1) }

  private static let lead = exp2(0.5 / Double(Band.tablesInOctave))

  private mutating func enter(_ band: Band) {
    self.band = band
    start = band.speed
    end = band.isDeepest ? .infinity : band.next.speed
  }
}
