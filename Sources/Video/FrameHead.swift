/// What is known of a frame before its samples are read.
package struct FrameHead: Equatable, Sendable {
  /// When the frame is due, in units of the stream's timebase; nil where frames are only counted.
  package let stamp: Int?
  /// The byte of the stream its samples begin at. Nil where they are not all in the stream: NUT may leave out the first
  /// few of a small frame.
  package let place: Int?
  /// The samples that were left out.
  let elided: [UInt8]

  init(stamp: Int? = nil, place: Int, elided: [UInt8] = []) {
    self.stamp = stamp
    self.place = elided.isEmpty ? place : nil
    self.elided = elided
  }
}
