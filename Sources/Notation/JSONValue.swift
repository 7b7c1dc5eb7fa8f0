/// A JSON or JSON5 value, with its position in the text.
package struct JSONValue: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case null
    case bool(Bool)
    /// Infinite or not a number only in JSON5.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])
  }

  package struct Member: Equatable, Sendable {
    package let key: String
    package let value: JSONValue
  }

  package let content: Content
  /// The offsets of its bytes.
  package let range: Range<Int>
}

extension JSONValue {
  /// The value of a key, the last one if the key is repeated. Nil if this is not an object.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.last { $0.key == key }?.value
  }

  /// The number, if it is finite.
  package var number: Double? {
    guard case .number(let number) = content, number.isFinite else { return nil }
    return number
  }

  package var string: String? {
    guard case .string(let string) = content else { return nil }
    return string
  }

  package var array: [JSONValue]? {
    guard case .array(let values) = content else { return nil }
    return values
  }

  package var isNull: Bool { content == .null }

  /// Whether segments without an end last to the end of the film, in a LosslessCut project. This is so in the first
  /// version of the format. In later versions they are markers.
  package var openSegmentsLast: Bool { (self["version"]?.number ?? 1) < 2 }
}
