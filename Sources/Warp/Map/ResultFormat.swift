import Values

/// The frame rate and size of a result's picture.
package struct ResultFormat: Equatable, Sendable {
  /// Nil if the frames have their own timestamps (a variable frame rate).
  package let rate: FrameRate?
  /// Nil if there is no picture, or if its size has not been determined.
  package let size: Size?

  package struct Size: Equatable, Sendable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
  }

  package init(rate: FrameRate?, size: Size? = nil) { (self.rate, self.size) = (rate, size) }
}
