/// Text → the changes that are made to a finished map.
package enum ChangeSyntax {
  /// `[FROM]..[TO]` in source time; a missing end leaves the map as it is there.
  package static func trim(_ text: String, on clip: Clip) throws(Refusal) -> (start: Double, end: Double?) {
    guard let ends = RangeSyntax.ends(of: text[...]) else {
      throw .usage("'\(text)' is not a range", at: "--trim", advice: "write FROM..TO, as in 2s..5s")
    }
    do throws(Refusal) {
      return (
        try ends.from.isEmpty ? 0 : TimeSyntax.place(ends.from, on: clip),
        try ends.to.isEmpty ? nil : TimeSyntax.place(ends.to, on: clip)
      )
    } catch {
      throw error.within("--trim '\(text)'")
    }
  }

  /// `T=LENGTH`.
  package static func freeze(_ text: String, on clip: Clip) throws(Refusal) -> (source: Double, length: Double) {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2 else {
      throw .usage("'\(text)' is not a freeze", at: "--freeze", advice: "write T=LENGTH, as in 2s=1.5s")
    }
    do throws(Refusal) {
      return (try TimeSyntax.place(sides[0], on: clip), try TimeSyntax.seconds(sides[1]))
    } catch {
      throw error.within("freeze '\(text)'")
    }
  }
}
