/// A value of JSON or JSON5, and where it stands in the text.
package struct JSONValue: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case null
    case bool(Bool)
    /// Infinite or no number at all only in JSON5.
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
  /// The value of a key; the last one counts if the key is given several times. Nil for what is no object.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.last { $0.key == key }?.value
  }

  /// A finite number.
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

  /// Whether segments without an end last to the end of the film, in a project of LosslessCut. They did in the first
  /// version of the format; later they are markers.
  package var openSegmentsLast: Bool { (self["version"]?.number ?? 1) < 2 }
}
