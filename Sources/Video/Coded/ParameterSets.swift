/// The parameter sets that the decoder of a film needs. Frames name them by number.
struct ParameterSets: Equatable, Sendable {
  struct Key: Hashable, Comparable, Sendable {
    let type: Int
    let number: Int

    static func < (one: Key, other: Key) -> Bool { (one.type, one.number) < (other.type, other.number) }
  }

  private(set) var units: [Key: [UInt8]] = [:]

  /// Takes a set. Returns false if the number had another content before.
  mutating func take(_ unit: ArraySlice<UInt8>, as key: Key) -> Bool {
    let bytes = Array(unit)
    guard let known = units[key] else {
      units[key] = bytes
      return true
    }
    return known == bytes
  }

  /// Takes all sets among the units of a frame, or of the data of a codec. Returns false if one changes.
  mutating func take(from bytes: [UInt8], of syntax: CodedSyntax) -> Bool {
    NALUnits.ranges(in: bytes).allSatisfy { range in
      syntax.parameterSet(bytes[range]).map { take(bytes[range], as: $0) } ?? true
    }
  }

  /// All sets with start codes, those first that others name.
  var annexB: [UInt8] {
    units.sorted { $0.key < $1.key }.flatMap { NALUnits.startCode + $0.value }
  }
}
