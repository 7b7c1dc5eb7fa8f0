import Values

/// The static metadata of HDR10: the mastering display and the peak brightness. Nil where it is missing.
package struct LightData: Equatable, Sendable {
  /// The display's primaries, white point and luminance, in the notation of x265 and x264.
  private(set) var screen: String?
  /// The brightest pixel and the highest average of a frame, in candelas per square metre.
  private(set) var brightest: (content: Int, average: Int)?

  package static func == (one: LightData, other: LightData) -> Bool {
    one.screen == other.screen && one.brightest ?? (0, 0) == other.brightest ?? (0, 0)
  }

  /// Reads a line of ffprobe about a frame's side data. The first side data is on the frame's own line, and the others
  /// have their own lines. Since ffprobe 6.1 all are on the frame's line.
  mutating func take(_ line: ProbeLine) {
    screen = Self.screen(line) ?? screen
    if let content = line.whole("max_content"), let average = line.whole("max_average"), content >= 0, average >= 0 {
      brightest = (content, average)
    }
  }

  private static func screen(_ line: ProbeLine) -> String? {
    /// Converts a fraction to integer units of 1/`unit`. Nil if it is not a number, or too large for any display.
    func parts(_ name: String, _ unit: Double) -> Int? {
      guard let value = line[name].flatMap(Rational.init(fraction:))?.value, 0...1e5 ~= value else { return nil }
      return Int((value * unit).rounded())
    }
    func point(_ name: String) -> String? {
      guard let x = parts("\(name)_x", 50000), let y = parts("\(name)_y", 50000) else { return nil }
      return "(\(x),\(y))"
    }
    guard let red = point("red"), let green = point("green"), let blue = point("blue"),
      let white = point("white_point"),
      let most = parts("max_luminance", 10000), let least = parts("min_luminance", 10000)
    else { return nil }
    return "G\(green)B\(blue)R\(red)WP\(white)L(\(most),\(least))"
  }

  var isEmpty: Bool { screen == nil && brightest == nil }

  /// The parameters of x265 or x264, with this encoder's names for the two values.
  func parameters(screen screenName: String, brightest brightestName: String) -> [String] {
    let values = [
      screen.map { "\(screenName)=\($0)" }, brightest.map { "\(brightestName)=\($0.content),\($0.average)" },
    ]
    return values.compactMap(\.self)
  }
}
