import Values

/// The two sides of a crossfade, the soft join at a cut.
extension Footage {
  /// The crossfade in which an output frame lies.
  enum CrossfadeState: Equatable {
    case none
    /// The crossfade may be shorter. This depends on frames that have not arrived.
    case undecided(Crossfade)
    case known(Crossfade)
  }

  /// The crossfade during which `warped` plays, a time in the stretch `index`.
  func crossfade(at warped: Double, in index: Int) -> CrossfadeState {
    guard var fade = crossfades.fade(at: warped, in: index) else { return .none }
    if clock.isEnded {
      fade.limit(to: clock.beginning...max(clock.beginning, clock.end))
    } else {
      guard clock.count > 0, let last = clock.position(at: fade.latestSource, .backward)?.frame,
        last <= latestAssuredFrame
      else { return .undecided(fade) }
      fade.limit(to: clock.beginning...Double.infinity)
    }
    return fade.contains(warped) ? .known(fade) : .none
  }

  /// What an output frame shows on one side of a crossfade.
  struct Side {
    /// The stretch, its footage, and the time in it.
    let index: Int
    let footage: Footage
    let warped: Double
    let source: Double
    /// Nil while the frames at `source` are not known. After the end of the input, the last frame replaces others.
    let view: FrameView?
    /// Whether the input has ended before `source`.
    let isMissing: Bool
  }

  /// - Parameters:
  ///   - index: the stretch before or after the cut.
  ///   - warped: the warped time of the output frame.
  func side(_ index: Int, at warped: Double) -> Side {
    let footage = extended
    let time = crossfades.extendedTime(of: warped, in: index)
    let source = footage.map.source(at: time, in: footage.stretches[index])
    let view = footage.view(of: source, in: index)
    return Side(
      index: index, footage: footage, warped: time, source: source,
      view: clock.isEnded ? view?.limited(to: clock.count) : view,
      isMissing: clock.isEnded && view.map { $0.frame >= clock.count } ?? true)
  }

  /// The frames that are needed while the frames for an output frame have not all arrived.
  ///
  /// - Parameters:
  ///   - index: the stretch that plays at `warped`.
  ///   - lowest: the lowest frame that this stretch and later ones may still use.
  func needs(in crossfade: CrossfadeState, at warped: Double, in index: Int, lowest: Int) -> FrameNeeds {
    switch crossfade {
    case .none: return FrameNeeds(later: lowest)
    case .undecided(let fade), .known(let fade):
      // Frames between the two sides are not needed, except the newest: if the input ends there, it is shown instead.
      let later = index == fade.index ? min(lowestFrame(fromStretch: index + 1), latestAssuredFrame) : lowest
      return FrameNeeds(chosen: fadingFrames(side(fade.index, at: warped)), later: later)
    }
  }

  /// The frames that `side`, the earlier one of a crossfade, may still show.
  private func fadingFrames(_ side: Side) -> Range<Int> {
    let all = side.footage.frames(of: side.index) ?? latestAssuredFrame...latestAssuredFrame
    let isForward = side.footage.stretches[side.index].direction == .forward
    let first = isForward ? side.view?.frame ?? all.lowerBound : all.lowerBound
    return first..<max(first, min(all.upperBound, newestFrame)) + 1
  }

  /// The lowest frame that a stretch that plays backward may use, or the one before it while it fades out; `.max` if
  /// neither plays backward.
  func lowestFrame(playingBackwardIn index: Int, at warped: Double) -> Int {
    func lowest(_ index: Int) -> Int {
      if stretches[index].direction != .backward { return .max }
      return extended.frames(of: index)?.lowerBound ?? latestAssuredFrame
    }
    return min(lowest(index), lowest(crossfades.firstPlaying(at: warped, in: index)))
  }
}
