/// Text that nobody can guess.
package enum RandomText {
  /// `count` random bytes in hexadecimal.
  package static func of(bytes count: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in
      let text = String(UInt8.random(in: 0...255, using: &generator), radix: 16)
      return text.count == 2 ? text : "0" + text
    }.joined()
  }
}
