/// What is known of the picture of a result.
package struct ResultFormat: Equatable, Sendable {
  /// Nil if frames keep times of their own.
  package let rate: FrameRate?
  /// Nil if there is no picture, or nobody has looked at it.
  package let size: Size?

  package struct Size: Equatable, Sendable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
  }

  package init(rate: FrameRate?, size: Size? = nil) { (self.rate, self.size) = (rate, size) }
}
