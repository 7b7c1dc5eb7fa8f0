/// Text → an anchor: `SOURCE=WARPED`.
package enum AnchorSyntax {
  package static func parse(_ text: String, on clip: Clip) throws(Refusal) -> Anchors.Anchor {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2 else {
      throw .usage("'\(text)' is not an anchor", advice: "write SOURCE=WARPED, as in 2s=5s")
    }
    do throws(Refusal) {
      let source = try TimeSyntax.place(sides[0], on: clip)
      if let duration = clip.duration, source > duration {
        throw .usage(
          "source \(NumberSyntax.print(source)) s leaves the clip", advice: "it lasts \(NumberSyntax.print(duration)) s"
        )
      }
      return Anchors.Anchor(source: source, warped: try TimeSyntax.seconds(sides[1]))
    } catch {
      throw error.within("anchor '\(text)'")
    }
  }
}
