import Glibc
import Testing

@testable import Audio

/// Loops jump at an end of the input, where few or no samples are left for a fade-out.
@Suite struct LoopTests {
  private static let rate = 8000
  /// One second of a tone that repeats without a seam.
  private static let sound = (0..<rate).map { 0.5 * cos(Double($0) * 0.05 * Double.pi) }

  private func play(_ rows: String, keepsPitch: Bool, block: Int = 1024) throws -> [Double] {
    try Playing(rate: Self.rate, block: block, keepsPitch: keepsPitch).play(Self.sound, map(rows))
  }

  /// Plays the whole input twice forward, twice backward, and forward then backward. Nothing may fade.
  @Test(arguments: [false, true]) func loopsHaveNoGap(keepsPitch: Bool) throws {
    let (sound, reversed) = (Self.sound, Array(Self.sound.reversed()))
    #expect(try play("0 0\n1 1\n0 1\n1 2\n", keepsPitch: keepsPitch) == sound + sound)
    #expect(try play("1 0\n0 1\n1 1\n0 2\n", keepsPitch: keepsPitch) == reversed + reversed)
    #expect(try play("0 0\n1 1\n0 2\n", keepsPitch: keepsPitch) == sound + reversed)
  }

  /// The input ends 40 samples after the cut, so that the cross-fade cannot last the usual 80 samples.
  @Test(arguments: [false, true]) func crossFadeLastsAsLongAsTheOldStretch(keepsPitch: Bool) throws {
    let rows = "0 0\n0.995 0.995\n0 0.995\n1 1.995\n"
    let found = try play(rows, keepsPitch: keepsPitch)
    for index in 0..<40 {
      let share = Fade(0..<40).share(at: index)
      let expected = Self.sound[7960 + index] * (1 - share) + Self.sound[index] * share
      #expect(abs(found[7960 + index] - expected) < 1e-6, "\(index)")
    }
    #expect(found[..<7960] == Self.sound[..<7960] && Array(found[8000...]) == Array(Self.sound[40...]))
    for block in [1, 7, 7970] { #expect(try play(rows, keepsPitch: keepsPitch, block: block) == found, "\(block)") }
  }

  /// Samples outside a shortened cross-fade are copied without dither, whatever the block size.
  @Test(arguments: [false, true]) func blocksChangeNoDither(keepsPitch: Bool) throws {
    let bytes = (0..<1600).map { UInt8($0 * $0 / 5 % 256) }
    let map = try map("0 0\n0.03 0.03\n0.06 0.03\n0 0.09\n0.1 0.19\n")
    let whole = try Playing(rate: 8000, sample: .s16le, keepsPitch: keepsPitch).run(bytes, map).bytes
    for block in [1, 7, 100] {
      let found = try Playing(rate: 8000, sample: .s16le, block: block, keepsPitch: keepsPitch).run(bytes, map).bytes
      #expect(found == whole, "\(block)")
    }
  }

  /// At double speed, the sound must also be as loud after the cut as before the cut.
  @Test(arguments: [false, true]) func fastLoopsHaveNoGap(keepsPitch: Bool) throws {
    let found = try play("0 0\n1 0.5\n0 0.5\n1 1\n", keepsPitch: keepsPitch)
    let peak = found[4020..<4060].map(abs).max() ?? 0
    #expect(peak > 0.45, "\(peak)")
  }
}
