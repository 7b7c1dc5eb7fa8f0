/// Text → a stretch: `FROM..TO[@SPEED]`; a missing end is the clip's.
package enum PlaySyntax {
  package static func parse(_ text: String, on clip: Clip) throws(Refusal) -> PlayList.Stretch {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let ends = RangeSyntax.ends(of: parts[0]) else {
      throw .usage("'\(text)' is not a stretch", advice: "write FROM..TO or FROM..TO@SPEED, as in 2s..5s@0.5x")
    }
    do throws(Refusal) {
      let from = try ends.from.isEmpty ? 0 : place(ends.from, on: clip)
      let to = try ends.to.isEmpty ? clip.requiredDuration(for: "an open stretch") : place(ends.to, on: clip)
      guard from != to else {
        throw .usage("the stretch has no length", advice: "--freeze stands still")
      }
      return PlayList.Stretch(from: from, to: to, speed: try parts.count == 2 ? SpeedSyntax.speed(parts[1]) : 1)
    } catch {
      throw error.within("stretch '\(text)'")
    }
  }

  private static func place(_ text: Substring, on clip: Clip) throws(Refusal) -> Double {
    let place = try TimeSyntax.place(text, on: clip)
    if let duration = clip.duration, place > duration {
      throw .usage("\(text) leaves the clip", advice: "it lasts \(NumberSyntax.print(duration)) s")
    }
    return place
  }
}
