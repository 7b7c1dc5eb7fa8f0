import Warp

/// The two codecs whose encoded frames can be cut: what their units say.
enum CodedSyntax: Equatable, Sendable {
  case h264, hevc

  /// - Parameter fourCC: the name of the codec in NUT.
  init?(fourCC: [UInt8]) {
    switch String(decoding: fourCC, as: UTF8.self) {
    case "H264": self = .h264
    case "HEVC": self = .hevc
    default: return nil
    }
  }

  func type(of unit: ArraySlice<UInt8>) -> Int {
    guard let first = unit.first else { return 0 }
    return self == .h264 ? Int(first & 31) : Int(first >> 1 & 63)
  }

  func isSlice(_ unit: ArraySlice<UInt8>) -> Bool {
    let type = type(of: unit)
    return self == .h264 ? (1...5).contains(type) : type < 32
  }

  /// The bytes before the payload of a unit.
  var headerLength: Int { self == .h264 ? 1 : 2 }

  /// The kind of a parameter set, and its number; nil for another unit.
  func parameterSet(_ unit: ArraySlice<UInt8>) -> ParameterSets.Key? {
    let type = type(of: unit)
    let isSet = self == .h264 ? [7, 8].contains(type) : (32...34).contains(type)
    guard isSet else { return nil }
    // The number comes after at most 100 bytes.
    var bits = CodedBits(NALUnits.unescaped(unit.dropFirst(headerLength).prefix(120)))
    switch (self, type) {
    case (.h264, 7): bits.skip(24)
    case (.hevc, 32): return ParameterSets.Key(type: type, number: bits.u(4))
    case (.hevc, 33): HEVCNumbers.skipToNumber(of: &bits)
    default: break
    }
    return ParameterSets.Key(type: type, number: bits.ue())
  }

  /// How decoding can begin at a frame, by its first slice and what comes before it.
  func entry(_ units: [ArraySlice<UInt8>]) -> CodedFrame.Entry {
    guard let slice = units.first(where: isSlice) else { return .none }
    switch (self, type(of: slice)) {
    case (.h264, 5), (.hevc, 19), (.hevc, 20): return .clean
    case (.hevc, 16...18), (.hevc, 21): return .open
    case (.h264, 1): return units.contains(where: recovers) ? .recovery : .none
    default: return .none
    }
  }

  /// Whether a unit says that decoding recovers at once (SEI of H.264).
  private func recovers(_ unit: ArraySlice<UInt8>) -> Bool {
    guard self == .h264, type(of: unit) == 6 else { return false }
    let bytes = NALUnits.unescaped(unit.dropFirst())
    var rest = bytes[...]
    func number(_ rest: inout ArraySlice<UInt8>) -> Int {
      var value = 0
      while let byte = rest.popFirst() {
        value += Int(byte)
        if byte != 255 { break }
      }
      return value
    }
    while rest.count > 2 {
      let (kind, size) = (number(&rest), number(&rest))
      if kind == 6 {
        var bits = CodedBits(Array(rest.prefix(size)))
        return bits.ue() == 0 && !bits.isOver
      }
      rest = rest.dropFirst(size)
    }
    return false
  }

  /// Why frames with such a unit cannot be cut; nil if they can.
  func obstacle(_ unit: ArraySlice<UInt8>) -> String? {
    let type = type(of: unit)
    switch self {
    case .h264: return [14, 15, 20].contains(type) ? "layers" : nil
    case .hevc:
      // The layer is between the type and the last three bits of the header.
      let layer = unit.count > 1 ? Int(unit[unit.startIndex] & 1) << 5 | Int(unit[unit.startIndex + 1] >> 3) : 0
      return layer > 0 ? "layers" : [62, 63].contains(type) ? "dolby" : nil
    }
  }
}
