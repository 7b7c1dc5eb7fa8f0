import Values

/// Checks an expression before libavutil evaluates it.
///
/// Only listed words are allowed. This excludes functions that loop, print, keep state, draw random numbers or read the
/// clock, also those of later versions of libavutil. An error can quote a mistyped word.
enum ExpressionSyntax {
  static let longest = 1000
  static let deepest = 32

  static let variables = ["u", "t", "d"]
  static let constants = ["PI", "E", "PHI"]
  static let functions = [
    "abs", "acos", "asin", "atan", "atan2", "between", "bitand", "bitor", "ceil", "clip", "cos", "cosh", "eq", "exp",
    "floor", "gauss", "gcd", "gt", "gte", "hypot", "if", "ifnot", "isinf", "isnan", "lerp", "log", "lt", "lte", "max",
    "min", "mod", "not", "pow", "round", "sgn", "sin", "sinh", "sqrt", "squish", "tan", "tanh", "trunc",
  ]
  /// Functions of libavutil that are not allowed, each with the reason for the error message.
  private static let barred = [
    "while": "may never end", "print": "prints text", "time": "changes from run to run",
    "random": "changes at each call", "randomi": "changes at each call", "st": "stores a value",
    "ld": "loads a stored value", "root": "may take forever", "taylor": "may take forever",
  ]

  static func check(_ text: String) throws(Refusal) {
    guard !text.isEmpty else { throw .usage("the expression is empty") }
    guard text.utf8.count <= longest else {
      throw .usage("the expression is too long", advice: "write at most \(longest) characters")
    }
    // The following code sees only ASCII, so no combining mark hides in a character that looks like a letter.
    if let stranger = text.first(where: { !$0.isASCII }) {
      throw .usage("'\(stranger)' is not allowed in an expression", at: "in '\(text)'")
    }
    var depth = 0
    var last: Token?
    for token in try tokens(of: text) {
      if let last, last.isOperand, token.isOperand { throw missingOperator(between: last, and: token, in: text) }
      if token.isWord { try admit(token, in: text) }
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      guard depth <= deepest else {
        throw .usage("the expression has too many nested brackets", advice: "nest at most \(deepest) brackets")
      }
      last = token
    }
  }

  private static func admit(_ token: Token, in text: String) throws(Refusal) {
    let word = String(token.text)
    if variables.contains(word) || constants.contains(word) || functions.contains(word) { return }
    if let reason = barred[word] {
      throw .usage("'\(word)' is not allowed in an expression: it \(reason)", at: "in '\(text)'")
    }
    throw .usage(
      "'\(word)' is not a variable, constant or function", at: "in '\(text)'",
      advice: "write u, t, d, PI, E, PHI or a function of ffmpeg's expressions")
  }

  /// The error for two operands without an operator. libavutil would ignore the blanks between them, and read a letter
  /// after a number as an SI prefix: `2u` would mean two millionths.
  private static func missingOperator(between last: Token, and token: Token, in text: String) -> Refusal {
    .usage(
      "an operator is missing before '\(token.text)'", at: "in '\(text)'",
      advice: token.isWord && last.isNumber ? "for a product, write \(last.text)*\(token.text)" : nil)
  }

  private struct Token {
    let text: Substring
    let isNumber: Bool
    let isWord: Bool

    var isOperand: Bool { isNumber || isWord }
  }

  private static func tokens(of text: String) throws(Refusal) -> [Token] {
    var tokens: [Token] = []
    var rest = text[...]
    while let first = rest.unicodeScalars.first {
      let length: Int
      var (isNumber, isWord) = (false, false)
      switch first {
      case " ", "\t":
        rest = rest.dropFirst()
        continue
      case "0"..."9", ".":
        length = numberLength(rest)
        isNumber = true
        guard NumberSyntax.parse(rest.prefix(length)) != nil else {
          throw .usage("'\(rest.prefix(length))' is not a number", at: "in '\(text)'")
        }
      case "a"..."z", "A"..."Z", "_":
        length = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }.count
        isWord = true
      case "+", "-", "*", "/", "^", "(", ")", ",", ";":
        length = 1
      default:
        throw .usage("'\(first)' is not allowed in an expression", at: "in '\(text)'")
      }
      tokens.append(Token(text: rest.prefix(length), isNumber: isNumber, isWord: isWord))
      rest = rest.dropFirst(length)
    }
    return tokens
  }

  /// The length of the number at the start of `text`. An `e` without digits after it is the constant, not a part of the
  /// number.
  private static func numberLength(_ text: Substring) -> Int {
    let mantissa = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    var tail = text[mantissa.endIndex...]
    guard let mark = tail.first, mark == "e" || mark == "E" else { return mantissa.count }
    tail = tail.dropFirst()
    let sign = tail.first == "+" || tail.first == "-" ? 1 : 0
    let digits = tail.dropFirst(sign).prefix { $0.isASCII && $0.isNumber }.count
    return digits == 0 ? mantissa.count : mantissa.count + 1 + sign + digits
  }
}
