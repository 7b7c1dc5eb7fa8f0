import Values

/// Curves on disjoint ranges of a clip. The scale is 1 outside these ranges.
package struct Components: Equatable, Sendable {
  package struct Component: Equatable, Sendable {
    package let curve: Curve
    /// In seconds of source time, without the end.
    package let range: Range<Double>

    package init(curve: Curve, range: Range<Double>) {
      self.curve = curve
      self.range = range
    }
  }

  /// Sorted by source time.
  package let components: [Component]
  package let duration: Double

  /// Accepts components in any order. Throws if a range is empty or leaves the clip, or if two ranges overlap.
  package init(_ components: [Component], duration: Double) throws(Refusal) {
    self.components = Self.touching(
      components.sorted { $0.range.lowerBound < $1.range.lowerBound }, within: 4 * duration.ulp)
    self.duration = duration
    for component in self.components {
      let name = CurveSyntax.name(of: component.curve)
      guard component.range.lowerBound < component.range.upperBound else {
        throw .usage(
          "the range \(Self.text(component.range)) of \(name) has no length",
          advice: "write FROM..TO with FROM before TO")
      }
      guard component.range.upperBound <= duration else {
        throw .usage(
          "the range \(Self.text(component.range)) of \(name) ends after the video",
          advice: "the video lasts \(BriefNumber.print(duration)) s")
      }
    }
    for (index, (one, next)) in zip(self.components, self.components.dropFirst()).enumerated()
    where next.range.lowerBound < one.range.upperBound {
      throw .usage(
        "\(CurveSyntax.name(of: next.curve)) at \(Self.text(next.range)) overlaps "
          + "\(CurveSyntax.name(of: one.curve)) at \(Self.text(one.range))",
        advice: freeGapsHint(without: index + 1))
    }
  }

  /// Removes overlaps up to `rounding`. For example, on a clip of ten seconds the range `0..0.07`, in shares of the
  /// clip, ends one rounding error after the start of `0.7s..1s`.
  private static func touching(_ components: [Component], within rounding: Double) -> [Component] {
    var end = 0.0
    return components.map { component in
      let range = component.range
      let overlap = end - range.lowerBound
      let start = overlap > 0 && overlap <= rounding ? min(end, range.upperBound) : range.lowerBound
      end = range.upperBound
      return Component(curve: component.curve, range: start..<range.upperBound)
    }
  }

  package func map() throws(Refusal) -> TimeMap {
    var builder = MapBuilder()
    var source = 0.0
    for component in components {
      builder.play(scale: 1, from: source, to: component.range.lowerBound)
      let law = Law.curve(component.curve, start: component.range.lowerBound, end: component.range.upperBound)
      builder.play(law, through: [component.range.lowerBound] + law.kinks + [component.range.upperBound])
      source = component.range.upperBound
    }
    builder.play(scale: 1, from: source, to: duration)
    return try builder.map()
  }

  /// The parts of the clip without a component, if the one at index `refused` is removed. Components may overlap here.
  private func freeGaps(without refused: Int) -> [Range<Double>] {
    var gaps: [Range<Double>] = []
    var end = 0.0
    for (index, component) in components.enumerated() where index != refused {
      if component.range.lowerBound > end { gaps.append(end..<component.range.lowerBound) }
      end = max(end, component.range.upperBound)
    }
    if end < duration { gaps.append(end..<duration) }
    return gaps
  }

  private func freeGapsHint(without refused: Int) -> String {
    let gaps = freeGaps(without: refused)
    if gaps.isEmpty { return "the curves already cover the whole video" }
    return "free parts: " + gaps.map(Self.text).joined(separator: ", ")
  }

  private static func text(_ range: Range<Double>) -> String {
    "\(NumberSyntax.print(range.lowerBound))s..\(NumberSyntax.print(range.upperBound))s"
  }
}
