/// A stream's end as the system knows it, for a mover that has the system pass bytes on without looking at them.
package struct Channel: Equatable, Sendable {
  package enum Kind: Sendable {
    case pipe
    /// A file with a length and a position that can be moved.
    case regularFile
    /// A terminal, a socket, a device.
    case other
  }

  package let descriptor: CInt
  package let kind: Kind

  package init(descriptor: CInt, kind: Kind) {
    self.descriptor = descriptor
    self.kind = kind
  }
}
