import Pixels
import Values

/// The facts that the header of a stream states about all its frames.
package struct StreamFormat: Equatable, Sendable {
  package var layout: PixelLayout
  /// The frame rate; nil if the header does not state it.
  package var rate: FrameRate?
  /// The width of a pixel over its height; nil if the header does not state it.
  package var aspect: Rational?
  /// The unit of timestamps in seconds; nil in streams without timestamps. If it is nil, a NUT writer uses the duration
  /// of a frame at `rate`.
  package var timebase: Rational?
  /// The header's other tags, which only y4m has.
  package var tags = Y4MTags()

  package var width: Int { layout.width }
  package var height: Int { layout.height }

  /// The time of a timestamp, in seconds; nil in streams without timestamps.
  package func seconds(atStamp stamp: Int) -> Double? {
    timebase.map { Double(stamp) * Double($0.numerator) / Double($0.denominator) }
  }
}

extension StreamFormat {
  /// Creates a format with square pixels and no timestamps.
  package init(_ layout: PixelLayout, rate: FrameRate?) {
    self.init(layout: layout, rate: rate, aspect: Rational(1), timebase: nil)
  }
}
