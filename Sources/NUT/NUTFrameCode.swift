/// The meaning of a frame's first byte, its code. The main header has a table of all codes.
struct NUTFrameCode {
  struct Flags: OptionSet {
    let rawValue: Int
    static let key = Flags(rawValue: 1)
    static let endOfRelevance = Flags(rawValue: 2)
    static let codedStamp = Flags(rawValue: 8)
    static let streamNumber = Flags(rawValue: 16)
    static let sizeMSB = Flags(rawValue: 32)
    static let checksum = Flags(rawValue: 64)
    static let reserved = Flags(rawValue: 128)
    static let sideData = Flags(rawValue: 256)
    static let elision = Flags(rawValue: 1024)
    static let matchTime = Flags(rawValue: 2048)
    static let coded = Flags(rawValue: 4096)
    static let invalid = Flags(rawValue: 8192)
  }

  var flags: Flags = .invalid
  var stampDelta = 0
  var sizeMultiplier = 1
  var streamNumber = 0
  var sizeLSB = 0
  var reservedCount = 0
  var elision = 0

  /// Reads all 256 codes. A row of the table covers a run of codes; each code in a run means a size one larger than the
  /// code before.
  static func table(_ fields: inout NUTFields) throws(NUTError) -> [NUTFrameCode] {
    var codes: [NUTFrameCode] = []
    var row = NUTFrameCode()
    while codes.count < 256 {
      let start = fields.position
      let count = try row.takeRow(&fields)
      guard (1...256 - codes.count).contains(count) else {
        throw .malformed("a NUT header has an invalid run of \(count) frame codes", byte: start)
      }
      for _ in 0..<count {
        // `NUTPacket.firstByte` begins packets, so it is not a frame code. A run skips this byte and does not count it.
        if codes.count == NUTPacket.firstByte { codes.append(NUTFrameCode()) }
        codes.append(row)
        row.sizeLSB &+= 1
      }
    }
    guard codes.count == 256 else {
      throw .malformed("a NUT header has too many frame codes", byte: fields.position)
    }
    return codes
  }

  /// Reads a row. An absent field keeps its value from the row before, except size and reserved count, which become 0.
  ///
  /// - Returns: the number of codes in the row's run.
  private mutating func takeRow(_ fields: inout NUTFields) throws(NUTError) -> Int {
    flags = Flags(rawValue: try fields.v())
    let fieldCount = try fields.v()
    if fieldCount > 0 { stampDelta = try fields.s() }
    if fieldCount > 1 { sizeMultiplier = try fields.v() }
    if fieldCount > 2 { streamNumber = try fields.v() }
    sizeLSB = fieldCount > 3 ? try fields.v() : 0
    reservedCount = fieldCount > 4 ? try fields.v() : 0
    let count = fieldCount > 5 ? try fields.v() : sizeMultiplier - sizeLSB
    // The match time helps to find a frame after a seek. Nothing here seeks.
    if fieldCount > 6 { _ = try fields.s() }
    if fieldCount > 7 { elision = try fields.v() }
    if fieldCount > 8 { for _ in 8..<fieldCount { _ = try fields.v() } }
    return count
  }
}
