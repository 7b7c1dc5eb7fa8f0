extension ArraySlice<UInt8> {
  /// Without the blanks and separators at both ends.
  package var trimmed: ArraySlice<UInt8> {
    let rest = drop(while: \.separatesFields)
    return rest.prefix((rest.lastIndex { !$0.separatesFields } ?? rest.startIndex - 1) + 1 - rest.startIndex)
  }
}

extension UInt8 {
  /// Whether the byte separates two fields of a line: a blank, a tab, a comma or a semicolon.
  package var separatesFields: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: ",") || self == UInt8(ascii: ";")
  }
}
