import Pixels
import Warp

/// What the header of a stream says about all its frames.
package struct StreamFormat: Equatable, Sendable {
  package var layout: PixelLayout
  /// Nil where the header does not say.
  package var rate: FrameRate?
  /// The width of a pixel over its height; nil where the header does not say.
  package var aspect: Rational?
  /// The unit of stamps in seconds; nil in streams without stamps. Where it is nil, a NUT writer counts in frames of
  /// `rate`.
  package var timebase: Rational?
  /// What only y4m can say.
  package var tags = Y4MTags()

  package var width: Int { layout.width }
  package var height: Int { layout.height }

  /// The instant a stamp stands for; nil in streams without stamps.
  package func seconds(atStamp stamp: Int) -> Double? {
    timebase.map { Double(stamp) * Double($0.numerator) / Double($0.denominator) }
  }
}

extension StreamFormat {
  /// Square pixels, and no timestamps.
  package init(_ layout: PixelLayout, rate: FrameRate?) {
    self.init(layout: layout, rate: rate, aspect: Rational(1), timebase: nil)
  }
}
