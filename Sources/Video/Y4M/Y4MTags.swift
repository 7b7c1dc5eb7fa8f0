/// The tags of a y4m header that say nothing about how many bytes a frame has or when it is shown.
package struct Y4MTags: Equatable, Sendable {
  /// `p`, `t`, `b`, `m` or `?`, as written; nil where nothing is.
  package var interlacing: UInt8?
  /// The word after C, which says more than the pixel format: where the chroma samples sit.
  package var chroma: String?
  /// Every X tag, with its X: not understood, only passed on.
  package var extensions: [[UInt8]] = []

  package init() {}
}
