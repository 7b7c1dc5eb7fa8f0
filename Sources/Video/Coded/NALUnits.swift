/// The units of an encoded frame in the form of Annex B of H.264 and HEVC: each follows a start code, 0 0 1.
enum NALUnits {
  /// The positions of the units, without start codes and the zeros around them.
  ///
  /// - Parameter isLast: is called for each unit. If it returns true, the rest of the bytes is not searched, and the
  ///   unit is given as if it ended with the bytes.
  static func ranges(in bytes: [UInt8], until isLast: (ArraySlice<UInt8>) -> Bool = { _ in false }) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = next(in: bytes, from: 0)?.end
    while let begin = start {
      guard begin < bytes.count, !isLast(bytes[begin...]) else {
        if begin < bytes.count { ranges.append(begin..<bytes.count) }
        return ranges
      }
      let code = next(in: bytes, from: begin)
      var end = code?.start ?? bytes.count
      // No unit ends in 0.
      while end > begin, bytes[end - 1] == 0 { end -= 1 }
      if end > begin { ranges.append(begin..<end) }
      start = code?.end
    }
    return ranges
  }

  /// The next start code.
  private static func next(in bytes: [UInt8], from start: Int) -> (start: Int, end: Int)? {
    let bytes = bytes.span
    var index = start + 2
    while index < bytes.count {
      // Most bytes are above 1, and then no start code ends here or at the next two positions.
      if bytes[index] > 1 {
        index += 3
      } else if bytes[index] == 1, bytes[index - 1] == 0, bytes[index - 2] == 0 {
        return (index - 2, index + 1)
      } else {
        index += 1
      }
    }
    return nil
  }

  /// A payload without the bytes that prevent start codes.
  static func unescaped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var (plain, zeros): ([UInt8], Int) = ([], 0)
    for byte in bytes {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      plain.append(byte)
    }
    return plain
  }

  static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    var (escaped, zeros): ([UInt8], Int) = ([], 0)
    escaped.reserveCapacity(bytes.count + bytes.count / 64)
    for byte in bytes {
      if zeros >= 2, byte <= 3 {
        escaped.append(3)
        zeros = 0
      }
      zeros = byte == 0 ? zeros + 1 : 0
      escaped.append(byte)
    }
    return escaped
  }

  static let startCode: [UInt8] = [0, 0, 0, 1]
}
