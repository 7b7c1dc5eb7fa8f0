/// Says what has to be written around the samples of frames; the samples themselves need not pass through here.
package protocol FrameWriter: Sendable {
  /// Goes before everything else.
  var header: [UInt8] { get }

  /// What goes directly before the samples of the next frame. Every call stands for a frame that is written.
  ///
  /// - Parameter stamp: at least 0 and rising; what is only counted needs none.
  mutating func prefix(stamp: Int?) -> [UInt8]
}
