/// Text → a string of JSON.
package enum JSONText {
  package static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\"", "\\": escaped += "\\\(scalar)"
      // Less-than signs could end a script that the text stands in.
      case "\0"..<" ", "<": escaped += "\\u" + PaddedDigits.print(scalar.value, count: 4, radix: 16)
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return "\"\(escaped)\""
  }
}
