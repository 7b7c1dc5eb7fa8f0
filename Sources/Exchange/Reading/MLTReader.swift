import Notation
import Values
import Warp

/// Reads the time map of MLT's XML: the keys of a `timeremap` link, as melt, Kdenlive and Shotcut write them.
enum MLTReader {
  private struct Key {
    let frame: Double
    let source: Double
    /// The mark before `=`: `|` holds the value until the next key, `~` interpolates smoothly, nil linearly.
    let kind: Character?
  }

  static func map(_ root: XMLElement, _ clip: Clip) throws(Refusal) -> TimeMap {
    let own = root.first("profile").flatMap(Self.rate)
    let rate = if let own { own } else { try clip.requiredFrameRate(for: "this MLT project") }
    var found: [(keys: String, chain: XMLElement)] = []
    for chain in root.elements {
      for link in chain.children where link.localName == "link" && property("mlt_service", of: link) == "timeremap" {
        if let keys = property("time_map", of: link) ?? property("map", of: link) { found.append((keys, chain)) }
      }
    }
    guard let (text, chain) = found.first else {
      throw .map("the project has no time map", advice: "in Kdenlive or Shotcut, use time remapping on the clip")
    }
    guard found.allSatisfy({ $0.keys == text }) else {
      throw .map("the project has \(found.count) time maps", advice: "remove all but one from the project")
    }
    let end = try chain["out"].map { out throws(Refusal) in try position(out, rate) + 1 }
    return try map(of: try keys(text, rate), until: end, rate)
  }

  private static func rate(_ profile: XMLElement) -> FrameRate? {
    guard let top = profile["frame_rate_num"].flatMap({ Int64($0) }),
      let bottom = profile["frame_rate_den"].flatMap({ Int64($0) })
    else { return nil }
    return Rational(top, bottom).flatMap(FrameRate.init)
  }

  private static func property(_ name: String, of element: XMLElement) -> String? {
    element.children.first { $0.localName == "property" && $0["name"] == name }?.text
  }

  /// Reads a list of keys such as `0=0.5;119|=3.9;00:00:04.000=6`.
  private static func keys(_ text: String, _ rate: FrameRate) throws(Refusal) -> [Key] {
    var keys: [Key] = []
    for word in text.split(separator: ";") {
      let sides = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, let source = NumberSyntax.parse(sides[1].filter { $0 != " " && $0 != "\n" }) else {
        throw .map("the key '\(word)' is not FRAME=SECONDS")
      }
      var place = sides[0].filter { $0 != " " && $0 != "\n" }
      let kind = place.last.flatMap { $0.isNumber ? nil : $0 }
      if kind != nil { place.removeLast() }
      guard kind == nil || kind == "|" || kind == "~" else {
        throw .map("the key '\(word)' has an easing that --map cannot read", advice: "make the key linear or smooth")
      }
      let frame = try position(String(place), rate)
      if let last = keys.last, frame <= last.frame { throw .map("the key '\(word)' is not after the one before") }
      keys.append(Key(frame: frame, source: source, kind: kind))
    }
    guard !keys.isEmpty else { throw .map("the time map has no keys") }
    return keys
  }

  /// Reads a frame number, `HH:MM:SS.mmm` or `HH:MM:SS:FF`.
  private static func position(_ text: String, _ rate: FrameRate) throws(Refusal) -> Double {
    if let frame = Int(text), frame >= 0, frame <= 1 << 40 { return Double(frame) }
    return rate.position(at: try TimeSyntax.seconds(text, at: rate)).rounded()
  }

  private static func map(of keys: [Key], until end: Double?, _ rate: FrameRate) throws(Refusal) -> TimeMap {
    func time(_ frame: Double) -> Double { rate.instant(at: frame) }
    var lines = LineList(until: end.map(time) ?? .infinity)
    try lines.hold(until: time(keys[0].frame))
    for index in keys.indices.dropLast() {
      let (key, next) = (keys[index], keys[index + 1])
      switch key.kind {
      case "|": try playOn(from: key, before: next, after: index > 0 ? keys[index - 1] : nil, rate, &lines)
      case "~":
        let (before, after) = (keys[max(0, index - 1)].source, keys[min(keys.count - 1, index + 2)].source)
        try bend([before, key.source, next.source, after], from: key, to: next, rate, &lines)
      default: try lines.play(from: key.source, to: next.source, until: time(next.frame))
      }
    }
    let last = keys[keys.count - 1]
    if let end, end > last.frame { try lines.play(from: last.source, to: last.source, until: time(end)) }
    return try lines.map()
  }

  /// Adds a freeze from a hold key (`|=`) to the next key. If the freeze would last one frame after linear play,
  /// the key only marks a cut. Then the linear play continues through this frame.
  private static func playOn(
    from key: Key, before next: Key, after last: Key?, _ rate: FrameRate, _ lines: inout LineList
  ) throws(Refusal) {
    let stop = rate.instant(at: next.frame)
    guard next.frame - key.frame <= 1, let last, last.kind == nil else {
      return try lines.play(from: key.source, to: key.source, until: stop)
    }
    let step = (key.source - last.source) / (key.frame - last.frame)
    try lines.play(from: key.source, to: max(0, key.source + step), until: stop)
  }

  /// Adds one straight line per frame along a Catmull-Rom spline, computed as MLT computes it.
  private static func bend(
    _ values: [Double], from key: Key, to next: Key, _ rate: FrameRate, _ lines: inout LineList
  ) throws(Refusal) {
    let count = next.frame - key.frame
    func value(_ t: Double) -> Double {
      let (a, b, c, d) = (values[0], values[1], values[2], values[3])
      let cubic = -0.5 * a + 1.5 * b - 1.5 * c + 0.5 * d
      let square = a - 2.5 * b + 2 * c - 0.5 * d
      return max(0, ((cubic * t + square) * t + (c - a) / 2) * t + b)
    }
    guard count <= Double(LineList.mostLines) else { throw .map("the time map is too long") }
    for step in 0..<Int(count) {
      let (start, stop) = (Double(step) / count, Double(step + 1) / count)
      try lines.play(from: value(start), to: value(stop), until: rate.instant(at: key.frame + Double(step + 1)))
    }
  }
}

extension Clip {
  func requiredFrameRate(for file: String) throws(Refusal) -> FrameRate {
    guard let frameRate else {
      throw .usage(
        "\(file) needs a frame rate", advice: "add --fps R, or make a table with warp-map --fps R")
    }
    return frameRate
  }
}
