import Audio
import Streams
import Values
import Video
import Warp

/// Targets that retime film and sound along mutated maps, and mutated film along a fixed map.
extension Target {
  private static let rows = ["\t", "\n", "inf inf 1\n", "1e-9", "-", "0\t0\t1\n", "0.5", "0.04", "1e9", "e-3"]

  static let retimers = [
    Target(name: "film", words: rows, cost: 5, run: retimeFilm),
    Target(name: "sound", words: rows, cost: 40, run: retimeSound),
    Target(
      name: "source", words: ["\u{7F}", "\0", "N"], seeds: FrameSeeds.nut, cost: 5, run: retimeTwice),
  ]

  @Sendable private static func retimeFilm(_ bytes: [UInt8]) throws {
    var choices = Choices(bytes)
    let plan = RetimedFilm(
      map: try MapLaws.map(reading: bytes), choice: choices.one(of: FilmRetimings.choices),
      rate: try choices.one(of: FilmRetimings.rates).map { try FrameRateSyntax.parse($0) }, container: .nut,
      crossfade: choices.one(of: [0, 0.05, 0.3, 1e6]))
    try plan.check(try choices.one(of: FilmRetimings.films.get()))
  }

  @Sendable private static func retimeSound(_ bytes: [UInt8]) throws {
    var choices = Choices(bytes)
    let crossfades = try Crossfades(MapLaws.map(reading: bytes), lasting: choices.one(of: [0, 0.05, 0.3, 1e6]))
    let plan = SoundPlan(crossfades, rate: SoundRetimings.rate)
    let kernel = choices.one(of: [Kernel.linear, .fast, .high])
    try RetimedSound(plan: plan, kernel: kernel, keepsPitch: choices.whole(below: 8) == 0)
      .check(try SoundRetimings.sound.get())
  }

  /// Retimes the output of a command that runs again for every pass over a clip. In half of the cases, its later runs
  /// print something else.
  @Sendable private static func retimeTwice(_ bytes: [UInt8]) throws {
    var choices = Choices(bytes)
    var later = bytes
    if choices.whole(below: 2) == 0, !bytes.isEmpty { later[choices.whole(below: bytes.count)] ^= 1 }
    let rate = try choices.one(of: FilmRetimings.rates).map { try FrameRateSyntax.parse($0) }
    let map = try MapLaws.map(reading: Array("0.2 0\n0 0.2\n0.3 0.5\n".utf8))
    try RetimedFilm(
      map: map, choice: choices.one(of: FilmRetimings.choices), rate: rate, container: .nut, laterRuns: later
    ).check(bytes)
  }
}

enum FilmRetimings {
  static let choices: [FrameChoice] = [
    .hold, .middle, .nearest, .next, .blend, .motion, .shutter(degrees: 180), .shutter(degrees: 720),
    .motionShutter(degrees: 360),
  ]

  /// Nil stands for a variable rate.
  static let rates: [String?] = ["25", "ntsc", "60", "7", "1/10", nil, nil]

  /// Half a second of film in y4m, whose frames are counted, and in NUT, whose frames have timestamps.
  static let films = Result {
    try [Container.y4m, .nut].map { container in
      try FrameSeeds.stream(container, "W16 H8 F25:1 Cmono", stamps: (0..<13).map { $0 + $0 / 7 })
    }
  }
}

enum SoundRetimings {
  static let rate = 8000

  /// A tenth of a second in WAV.
  static let sound = Result {
    let format = try SoundFormat(.s16le, channels: 2, rate: rate)
    let samples = (0..<800 * format.frameBytes).map { UInt8($0 * $0 / 5 % 256) }
    return WAVHeaderWriter(format, frameCount: nil).header + samples
  }

  /// Plays a few samples forward at half speed and then backward. With an open end, it then plays to the end of the
  /// input.
  static func forwardAndBackward(_ format: SoundFormat, hasOpenEnd: Bool) throws -> SoundPlan {
    let length = 5 / Double(format.rate)
    let rows =
      [(0, 0), (length, 2 * length), (0, 3 * length)].map { "\($0.0) \($0.1)\n" } + (hasOpenEnd ? ["inf inf 4\n"] : [])
    return SoundPlan(try MapLaws.map(reading: Array(rows.joined().utf8)), rate: format.rate)
  }
}
