import Values

package struct NUTStreamHeader: Equatable, Sendable {
  package let stream: NUTStream
  package let timebase: Rational
  /// The number of bits in a shortened timestamp.
  let stampBits: Int
  /// The offset of this header in the input.
  package let position: Int

  init(_ fields: inout NUTFields, _ main: NUTMainHeader) throws(NUTError) {
    position = fields.position
    guard try fields.v() == 0 else { throw .malformed("the number of the NUT stream is not 0", byte: position) }
    let number = try fields.v()
    let fourCC = Array(try fields.vb())
    let timebase = try fields.v()
    stampBits = try fields.v()
    // The largest distance between timestamps that needs no checksum.
    _ = try fields.v()
    let delay = try fields.v()
    // The stream's flags.
    _ = try fields.v()
    let codecData = Array(try fields.vb())
    let medium = try NUTStream.Medium(class: number, &fields)
    stream = NUTStream(fourCC: fourCC, medium, delay: delay, codecData: codecData)
    guard main.timebases.indices.contains(timebase), stampBits < 16 else {
      throw .malformed("a NUT stream header has an invalid timebase", byte: position)
    }
    self.timebase = main.timebases[timebase]
  }
}
