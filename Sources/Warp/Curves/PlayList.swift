import Values

/// Parts of the source that play one after the other, each forward or backward at a constant speed.
package struct PlayList: Equatable, Sendable {
  package struct Part: Equatable, Sendable {
    /// In seconds of source time. If the part plays backward, `to` is less than `from`.
    package let from: Double
    package let to: Double
    package let speed: Double

    package init(from: Double, to: Double, speed: Double) { (self.from, self.to, self.speed) = (from, to, speed) }
  }

  package let parts: [Part]

  package init(_ parts: [Part]) { self.parts = parts }

  package func map() throws(Refusal) -> TimeMap {
    var builder = MapBuilder()
    for part in parts { builder.play(scale: 1 / part.speed, from: part.from, to: part.to) }
    return try builder.map()
  }
}

/// Reads a part to play, `[FROM]..[TO][@SPEED]`. FROM defaults to 0, and TO to the end of the clip.
package enum PlaySyntax {
  package static func parse(_ text: String, on clip: Clip) throws(Refusal) -> PlayList.Part {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let ends = RangeSyntax.ends(of: parts[0]) else {
      throw .usage(
        "'\(text)' is not a part to play",
        advice: RangeSyntax.corrected(text) ?? "write FROM..TO or FROM..TO@SPEED, as in 2s..5s@0.5x")
    }
    do throws(Refusal) {
      let from = try ends.from.isEmpty ? 0 : TimeSyntax.instant(ends.from, inside: clip)
      let to =
        try ends.to.isEmpty
        ? clip.requiredDuration(for: "a part without an end") : TimeSyntax.instant(ends.to, inside: clip)
      guard from != to else {
        throw .usage("the part starts and ends at the same time", advice: advice(on: ends, clip))
      }
      return PlayList.Part(from: from, to: to, speed: try parts.count == 2 ? SpeedSyntax.speed(parts[1]) : 1)
    } catch {
      throw error.within("part '\(text)'")
    }
  }

  /// Suggests what the user may have meant by a part that ends where it begins.
  private static func advice(on ends: (from: Substring, to: Substring), _ clip: Clip) -> String {
    if ends.from.isEmpty {
      let end = clip.duration.map { "\(BriefNumber.print($0))s" } ?? "10s"
      return "to play backward to the start, write --play \(end)..0"
    }
    return "to hold a frame, write --freeze \(ends.from)=1s"
  }
}
