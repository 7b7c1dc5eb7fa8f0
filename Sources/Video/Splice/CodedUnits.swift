/// The bytes of encoded frames, changed unit by unit.
enum CodedUnits {
  /// A frame without parameter sets, which the header of the result contains. The slices stay as they are.
  ///
  /// Throws if a set is not among the known ones.
  static func stripped(
    _ bytes: [UInt8], of syntax: CodedSyntax, knowing sets: ParameterSets
  ) throws(VideoError) -> [UInt8] {
    let ranges = NALUnits.ranges(in: bytes, until: syntax.isSlice)
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    for range in ranges {
      if let key = syntax.parameterSet(bytes[range]) {
        guard sets.units[key].map({ $0.elementsEqual(bytes[range]) }) ?? false else { throw changed }
      } else {
        kept += NALUnits.startCode
        kept += bytes[range]
      }
    }
    return kept
  }

  /// A frame at which decoding begins although other frames come before it.
  static func asJoint(_ bytes: [UInt8]) -> [UInt8] {
    NALUnits.ranges(in: bytes).flatMap { NALUnits.startCode + HEVCNumbers.asJoint(bytes[$0]) }
  }

  /// A frame with other numbers of parameter sets. Throws if an encoder has written what the plan does not expect.
  static func renumbered(_ bytes: [UInt8]) throws(VideoError) -> [UInt8] {
    var changed: [UInt8] = []
    for range in NALUnits.ranges(in: bytes) {
      guard let unit = HEVCNumbers.renumbered(bytes[range]) else {
        throw .unfit("the encoder has written several parameter sets", advice: "leave --copy out")
      }
      changed += NALUnits.startCode
      changed += unit
    }
    return changed
  }

  static var changed: VideoError {
    .unfit("a parameter set changes inside the video", advice: "leave --copy out")
  }
}
