/// Converts text to a JSON string.
package enum JSONText {
  package static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\"", "\\": escaped += "\\\(scalar)"
      // A less-than sign could end a script element that contains the string.
      case "\0"..<" ", "<": escaped += "\\u" + PaddedDigits.print(scalar.value, count: 4, radix: 16)
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return "\"\(escaped)\""
  }
}
