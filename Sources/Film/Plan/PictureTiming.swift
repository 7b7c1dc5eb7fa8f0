import Pixels
import Values
import Warp

/// The timing of the frames of a result.
struct PictureTiming: Sendable {
  let showing: PictureWish.Rate
  /// The default rate, if the film has a constant rate.
  let usual: ResultRate?
  /// The rate of the result if it is a film, not an animated image.
  let filmRate: FrameRate?
  /// The rate of a result with a fixed rate; nil with timestamps, and without a picture.
  let rate: FrameRate?

  /// By default, a clip with a variable frame rate keeps its timestamps, if the format supports this. A fixed rate
  /// would drop some frames, or show others longer. If the map speeds the frames up, the rate becomes constant, because
  /// a screen could not show so many frames.
  init(of film: FilmSurvey.Film, along map: TimeMap, _ wish: PictureWish) {
    let kind = film.resultKind
    let uneven = film.span.isStampless ? nil : film.picture?.picture.flatMap { ClipRate.isUneven($0) ? $0 : nil }
    let keepsTimes =
      wish.rate == .fixed(nil) && !wish.choosesFrames && !wish.dissolves && kind.image == nil && kind.picture != nil
      && uneven != nil && map.scaleRange?.lowerBound ?? 1 >= 1
    showing =
      switch wish.rate {
      case .variable(let wish): .variable(kind.held(wish))
      case .fixed: keepsTimes ? .variable(kind.held(.standard)) : wish.rate
      }
    usual = film.rate.map { ResultRate(of: $0, along: map) }
    // A fixed rate for a variable clip must not drop frames.
    let filmRate = uneven.map(ClipRate.burst) ?? usual?.rate
    self.filmRate = filmRate
    rate =
      if case .fixed(let wish) = showing {
        wish ?? filmRate.map { rate in kind.image.map { ResultRate.fraction(of: rate, upTo: $0.mostFrames) } ?? rate }
      } else {
        nil
      }
  }
}

extension FileKind {
  /// The timebase of a result whose picture is copied.
  func timebase(of wish: PictureWish) -> Timebase {
    if case .variable(let timebase) = wish.rate { held(timebase) } else { held(.standard) }
  }

  /// The timebase of a result, limited by its format. Matroska counts milliseconds. Frames in the same millisecond must
  /// be detected, and no time may be rounded twice.
  func held(_ wish: Timebase) -> Timebase {
    let most = isMatroska ? 1000 : image?.ticksPerSecond ?? .max
    return wish.ticksPerSecond > most ? Timebase(ticksPerSecond: most) ?? wish : wish
  }
}

extension FilmSurvey.Film {
  /// The rate of frames whose timestamps are only rounded; nil for a variable rate.
  var evenRate: FrameRate? { isUneven ? nil : rate }

  /// The constant rate of the result; nil without one.
  package func resultRate(along map: TimeMap, _ wish: PictureWish) -> FrameRate? {
    picture == nil ? nil : PictureTiming(of: self, along: map, wish).rate
  }

  /// The frames of the film, and how a result with a fixed rate shows them. Nil without a picture.
  ///
  /// The timestamps are those that warp-video gets. If they are not known, or if each field becomes a frame, frames are
  /// counted at the film's rate.
  package func shownFrames(_ wish: PictureWish) -> ShownFrames.Basis? {
    guard let rate, picture != nil else { return nil }
    let isCounted = stamps.isEmpty || span.isStampless || wish.deinterlacing == .field && fields != nil
    let count = rate.frameCount(startingWithin: span.length - span.held) ?? 0
    // Frames before source time 0 are decoded and not shown.
    let clock =
      isCounted
      ? FrameClock(rate: rate, count: count)
      : FrameClock(stamps: stamps.filter { $0 > -ClipSpan.instant }, roundedRate: evenRate)
    return ShownFrames.Basis(clock, wish.frameChoice, holdsEnd: input.endsEarly)
  }
}
