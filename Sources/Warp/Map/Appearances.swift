/// Finds the warped times at which a map shows a part of a span of source time.
extension TimeMap {
  /// An unbroken span of warped time that shows parts of a span of source time. Freezes, changes of direction and
  /// jumps within the source span do not end an appearance.
  package struct Appearance: Equatable, Sendable {
    package let warpedStart: Double
    package fileprivate(set) var warpedEnd: Double
    /// The parts of stretches that show the span, in warped order. Empty if the appearance shows one instant.
    fileprivate var parts: [Part]

    package var length: Double { warpedEnd - warpedStart }

    /// Whether the appearance begins with backward play.
    package var beginsBackward: Bool { parts.first?.stretch.direction == .backward }
  }

  /// The part of a stretch (a part of the map without a cut) that shows source times of the span.
  fileprivate struct Part: Equatable, Sendable {
    let stretch: Stretch
    let warpedStart: Double
    let warpedEnd: Double
  }

  /// All appearances of the source times from `start` to `end`, in warped order. O(log n) for each stretch that shows
  /// some of them.
  package func appearances(from start: Double, to end: Double) -> [Appearance] {
    var appearances: [Appearance] = []
    for stretch in stretches(between: start, and: end) {
      guard let part = part(of: stretch, from: start, to: end) else { continue }
      if let last = appearances.last, part.warpedStart - last.warpedEnd < Self.shortestBreak {
        appearances[appearances.count - 1].warpedEnd = part.warpedEnd
        appearances[appearances.count - 1].parts.append(part)
      } else {
        appearances.append(
          Appearance(warpedStart: part.warpedStart, warpedEnd: part.warpedEnd, parts: [part]))
      }
    }
    return appearances
  }

  /// In seconds. A shorter break is a rounding error, where the map turns or jumps exactly at the border of the span.
  private static let shortestBreak = 1e-9

  /// All warped times at which a source instant is shown, in rising order, as appearances without a length.
  package func appearances(of source: Double) -> [Appearance] {
    visits(of: source).map { Appearance(warpedStart: $0.warped, warpedEnd: $0.warped, parts: []) }
  }

  private func part(of stretch: Stretch, from start: Double, to end: Double) -> Part? {
    if stretch.direction == .still {
      let isShown = start <= stretch.sourceStart && stretch.sourceStart < end
      return isShown ? Part(stretch: stretch, warpedStart: stretch.warpedStart, warpedEnd: stretch.warpedEnd) : nil
    }
    guard stretch.earliestSource < end, start < stretch.latestSource else { return nil }
    let (one, other) = (warped(at: start, in: stretch), warped(at: end, in: stretch))
    guard one != other else { return nil }
    return Part(stretch: stretch, warpedStart: min(one, other), warpedEnd: max(one, other))
  }

  /// The warped time from the start of an appearance until it shows `source`. Freezes on instants that play before
  /// `source` are included. A freeze on `source` itself is included only in backward play.
  ///
  /// If `source` lies outside the appearance, the time continues at a constant scale, and is negative before the start.
  package func elapsed(at source: Double, in appearance: Appearance) -> Double {
    let elapsed = appearance.parts.reduce(0) { $0 + timeBefore(source, in: $1) } + overhang(source, of: appearance)
    return appearance.beginsBackward ? appearance.length - elapsed : elapsed
  }

  /// The time for which a part shows source times before `source`.
  private func timeBefore(_ source: Double, in part: Part) -> Double {
    let length = part.warpedEnd - part.warpedStart
    switch part.stretch.direction {
    case .still: return part.stretch.sourceStart < source ? length : 0
    case .forward: return min(length, max(0, warped(at: source, in: part.stretch) - part.warpedStart))
    case .backward: return min(length, max(0, part.warpedEnd - warped(at: source, in: part.stretch)))
    }
  }

  /// The warped time from the nearest shown source time to `source`; negative before the earliest shown source time.
  private func overhang(_ source: Double, of appearance: Appearance) -> Double {
    let bounds = appearance.parts.map { part in
      let ends = [part.warpedStart, part.warpedEnd].map { instant(at: $0, in: part.stretch) }
      return (min(ends[0], ends[1]), max(ends[0], ends[1]))
    }
    let (earliest, latest) = (bounds.map(\.0).min() ?? source, bounds.map(\.1).max() ?? source)
    let beyond = source < earliest ? source - earliest : source > latest ? source - latest : 0
    guard beyond != 0 else { return 0 }
    let scale = appearance.parts.compactMap { beyond < 0 ? startScale(of: $0.stretch) : endScale(of: $0.stretch) }.first
    return beyond * abs(scale ?? 1)
  }

  /// The source instant of a stretch at one of its warped times, including its end.
  private func instant(at warped: Double, in stretch: Stretch) -> Double {
    if warped <= stretch.warpedStart { return stretch.sourceStart }
    if warped >= stretch.warpedEnd { return stretch.sourceEnd }
    return self.instant(at: warped)?.source ?? stretch.sourceEnd
  }
}
