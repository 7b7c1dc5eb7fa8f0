import Glibc

/// A range of playback speeds, 1/12 octave wide, with the kernel table and the sample rate for its slowest speed.
struct Band: Equatable, Sendable {
  /// How many times the sample rate of the source is halved before interpolation.
  let octave: Int
  /// The index of the table in the `KernelBank`.
  let table: Int

  static let tablesInOctave = 12

  /// How many times wider the kernel of each table is than at speed 1. The last entry, 2, is the end of the octave.
  static let widenings = (0...tablesInOctave).map { exp2(Double($0) / Double(tablesInOctave)) }

  static let first = Band(octave: 0, table: 0)

  /// The number of halvings at the fastest speeds. Speeds above 2¹⁴, which plays a day in 5 s, use the kernel for 2¹⁴.
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

/// Finds the bands of successive speeds. Each search starts from the band found last, because speeds change little.
struct BandFinder: Sendable {
  private(set) var band = Band.first
  private var start = 1.0
  private var end = Band.first.next.speed

  /// Finds the band for `width`, the speed that decides which frequencies are removed. Returns how much of the next
  /// band's kernel is blended in: 0 at the slowest speed of the band, and at all speeds up to 1.
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

  /// Returns how much wider the kernels for the speed `width` are than at speed 1. The narrower of two blended kernels
  /// would pass frequencies that are too high, so both kernels are widened by another 1/24 octave. Just above speed 1,
  /// 2 · `width` − 1 avoids a sudden widening.
  static func widening(for width: Double) -> Double { min(lead * width, 2 * width - 1) }

  private static let lead = exp2(0.5 / Double(Band.tablesInOctave))

  private mutating func enter(_ band: Band) {
    self.band = band
    start = band.speed
    end = band.isDeepest ? .infinity : band.next.speed
  }
}
