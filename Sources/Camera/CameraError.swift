/// Why what a camera has noted cannot be read.
package struct CameraError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ problem: String) { description = problem }
}
