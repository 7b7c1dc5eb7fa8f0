import Glibc

/// Which tables serve a speed: one of an octave's, and how much of the next.
struct Band: Equatable, Sendable {
  /// How many octaves down.
  let octave: Int
  /// Of the tables of that octave.
  let table: Int

  static let first = Band(octave: 0, table: 0)

  /// Sound that goes by faster than this is treated as if it went this fast: it takes seconds for a day.
  static let deepestOctave = 14

  /// The slowest speed it is for.
  var speed: Double { ldexp(KernelBank.stretches[table], Int32(octave)) }

  var next: Band {
    table + 1 < KernelBank.tablesInOctave ? Band(octave: octave, table: table + 1) : Band(octave: octave + 1, table: 0)
  }

  var previous: Band {
    table > 0
      ? Band(octave: octave, table: table - 1) : Band(octave: octave - 1, table: KernelBank.tablesInOctave - 1)
  }

  var isDeepest: Bool { octave == Self.deepestOctave }
}

/// Finds the band of one speed after another; speeds change little from sample to sample.
struct BandFinder: Sendable {
  private(set) var band = Band.first
  private var start = 1.0
  private var end = Band.first.next.speed

  /// How much of the next band there is to be in it: 0 at the band's own speed and below the first.
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
    let width = Self.stretch(for: width)
    while width >= end, !band.isDeepest { enter(band.next) }
    while width < start { enter(band.previous) }
    return band.isDeepest ? 0 : (width - start) / (end - start)
  }

  /// Of two kernels that are blended the narrower lets through some of what the speed has no room for. So both are taken
  /// half a table wider than the speed, once it is past 1.
  static func stretch(for width: Double) -> Double { min(lead * width, 2 * width - 1) }

  private static let lead = exp2(0.5 / Double(KernelBank.tablesInOctave))

  private mutating func enter(_ band: Band) {
    self.band = band
    start = band.speed
    end = band.isDeepest ? .infinity : band.next.speed
  }
}
