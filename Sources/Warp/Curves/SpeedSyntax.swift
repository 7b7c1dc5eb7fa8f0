import Values

/// Reads speeds such as `2x` or `200%`, and keyframes `0=1x, 2s=0.25x smooth, …`.
package enum SpeedSyntax {
  /// Reads a speed with its mark, `x` or `%`, as a number: 2 for double speed. Throws if the mark is missing, because a
  /// bare number could be meant as a scale.
  package static func speed(_ text: some StringProtocol) throws(Refusal) -> Double {
    let value: Double? =
      if text.hasSuffix("x") {
        NumberSyntax.parse(text.dropLast())
      } else if text.hasSuffix("%") {
        NumberSyntax.parse(text.dropLast()).map { $0 / 100 }
      } else {
        nil
      }
    guard let number = value ?? NumberSyntax.parse(text) else {
      throw .usage("'\(text)' is not a speed", advice: advice(on: text))
    }
    guard number != 0 else {
      throw .usage(
        "speed '\(text)' would stop playback", advice: "to hold the frame at 2 s for 1 s, write --freeze 2s=1s")
    }
    guard number > 0 else {
      throw .usage(
        "speed '\(text)' is negative", advice: "to play backward, write --reverse, or --play 5s..2s for a part")
    }
    guard let value else { throw .usage("'\(text)' is not a speed", advice: advice(on: text)) }
    guard value >= slowest, value <= fastest else {
      throw .usage("speed '\(text)' is out of range", advice: "write 0.000001x to 1000000x")
    }
    return value
  }

  /// Suggests how to write what the user may have meant.
  private static func advice(on text: some StringProtocol) -> String {
    let point = String(text.map { $0 == "," ? "." : $0 })
    guard let number = NumberSyntax.parse(text) else {
      let bare = point.last == "x" || point.last == "X" || point.last == "×" ? String(point.dropLast()) : point
      let isNumber = NumberSyntax.parse(bare).map { $0 > 0 } == true
      if isNumber { return "write \(bare)x" }
      return text.contains(",") ? "write keyframes as TIME=SPEED: '0=1x, 2s=0.25x'" : "write 2x, 0.25x or 200%"
    }
    // `50` is more likely to mean 50% than 50x.
    return number >= 10 ? "write \(text)% or \(text)x" : "write \(text)x"
  }

  private static let slowest = 1e-6
  private static let fastest = 1e6

  /// Reads keyframes separated by commas, or one speed, which becomes a keyframe at 0.
  package static func keys(_ text: String, on clip: Clip) throws(Refusal) -> SpeedKeys {
    let entries = entries(of: text)
    // A comma in a text without times is a decimal comma, which `speed` refuses.
    if !text.contains("="), entries.count <= 2 {
      return try SpeedKeys([SpeedKeys.Key(source: 0, speed: speed(trimmed(text[...])), easing: .linear)])
    }
    var keys: [SpeedKeys.Key] = []
    for entry in entries {
      do throws(Refusal) {
        keys.append(try key(entry, on: clip))
      } catch {
        throw error.within("keyframe '\(entry)'")
      }
    }
    return try SpeedKeys(keys)
  }

  /// Prints keyframes as `keys` reads them. Their easing must be linear, hold or smooth.
  package static func text(_ keys: SpeedKeys) -> String {
    if keys.keys.count == 1 { return "\(NumberSyntax.print(keys.keys[0].speed))x" }
    return keys.keys.enumerated().map { index, key in
      let words =
        switch key.easing {
        // Nothing comes before the first keyframe.
        case _ where index == 0: ""
        case .hold: " hold"
        case .smooth: " smooth"
        case .linear, .bezier: ""
        }
      return "\(NumberSyntax.print(key.source))=\(NumberSyntax.print(key.speed))x\(words)"
    }.joined(separator: ", ")
  }

  private static func key(_ text: Substring, on clip: Clip) throws(Refusal) -> SpeedKeys.Key {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2 else {
      throw .usage("a keyframe needs a time and a speed", advice: "write TIME=SPEED, as in 2s=0.25x")
    }
    let words = sides[1].split(separator: " ", maxSplits: 1)
    guard let speedWord = words.first else {
      throw .usage("the keyframe has no speed", advice: "write TIME=SPEED, as in 2s=0.25x")
    }
    return SpeedKeys.Key(
      source: try TimeSyntax.instant(trimmed(sides[0]), on: clip),
      speed: try speed(speedWord),
      easing: words.count == 2 ? try easing(trimmed(words[1])) : .linear)
  }

  private static func easing(_ text: Substring) throws(Refusal) -> Easing {
    switch text {
    case "linear": .linear
    case "hold": .hold
    case "smooth": .smooth
    case "ease-in": .bezier(.easeIn)
    case "ease-out": .bezier(.easeOut)
    case "ease-in-out": .bezier(.easeInOut)
    default: try .bezier(bezier(text))
    }
  }

  private static func bezier(_ text: Substring) throws(Refusal) -> CubicBezier {
    if text.contains("=") {
      throw .usage("'\(text)' follows without a comma", advice: "separate keyframes by commas: '0=1x, 1s=2x'")
    }
    guard text.hasPrefix("bezier("), text.hasSuffix(")") else {
      throw .usage(
        "'\(text)' is not an easing",
        advice: "write linear, hold, smooth, ease-in, ease-out, ease-in-out or bezier(x1,y1,x2,y2)")
    }
    let fields = text.dropFirst("bezier(".count).dropLast().split(separator: ",", omittingEmptySubsequences: false)
    let numbers = fields.compactMap { NumberSyntax.parse(trimmed($0)) }
    guard fields.count == 4, numbers.count == 4, (0...1).contains(numbers[0]), (0...1).contains(numbers[2]),
      abs(numbers[1]) <= 100, abs(numbers[3]) <= 100
    else {
      throw .usage("'\(text)' is not a valid easing", advice: "write bezier(x1,y1,x2,y2) with x1 and x2 from 0 to 1")
    }
    return CubicBezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
  }

  /// Splits the text at commas outside brackets, and trims spaces.
  private static func entries(of text: String) -> [Substring] {
    var depth = 0
    let entries = text.split(omittingEmptySubsequences: false) { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return character == "," && depth == 0
    }
    return entries.map(trimmed)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
