import Notation
import Values

/// A value of a property list, as Apple's programs write it: as XML or in a binary form.
enum PropertyValue: Equatable, Sendable {
  case dictionary([String: PropertyValue])
  case array([PropertyValue])
  case text(String)
  case number(Double)
  case data([UInt8])
  /// A date or another value that nothing here needs.
  case other

  init(reading bytes: [UInt8]) throws(CameraError) {
    if bytes.starts(with: BinaryPropertyList.magic) {
      self = try BinaryPropertyList.value(bytes)
      return
    }
    do throws(NotationError) {
      let root = try XMLReader.element(bytes)
      guard root.name == "plist", let value = root.children.first else {
        throw NotationError("there is no plist", line: 1)
      }
      self = try Self.value(of: value)
    } catch {
      throw CameraError("\(error)")
    }
  }

  subscript(name: String) -> PropertyValue? {
    if case .dictionary(let values) = self { values[name] } else { nil }
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var array: [PropertyValue]? { if case .array(let values) = self { values } else { nil } }
  var data: [UInt8]? { if case .data(let bytes) = self { bytes } else { nil } }

  private static func value(of element: XMLElement) throws(NotationError) -> PropertyValue {
    func refusal(_ problem: String) -> NotationError { NotationError(problem, line: 1) }
    switch element.name {
    case "dict":
      var values: [String: PropertyValue] = [:]
      var name: String?
      for child in element.children {
        if let key = name {
          values[key] = try value(of: child)
          name = nil
        } else if child.name == "key" {
          name = child.text
        } else {
          throw refusal("a value has no key")
        }
      }
      guard name == nil else { throw refusal("a key has no value") }
      return .dictionary(values)
    case "array":
      var values: [PropertyValue] = []
      for child in element.children { values.append(try value(of: child)) }
      return .array(values)
    case "string": return .text(element.text)
    case "integer", "real":
      guard let number = NumberSyntax.parse(element.text) else {
        throw refusal("'\(element.text.prefix(40))' is not a number")
      }
      return .number(number)
    case "data":
      guard let bytes = Base64.bytes(element.text) else { throw refusal("data are not in Base64") }
      return .data(bytes)
    default: return .other
    }
  }
}

/// Bytes as letters, digits, `+` and `/`.
enum Base64 {
  /// Ignores white space. Returns nil for other characters.
  static func bytes(_ text: String) -> [UInt8]? {
    var (bytes, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)
    let digits = text.utf8.filter { !" \t\r\n".utf8.contains($0) }
    for digit in digits.prefix(while: { $0 != UInt8(ascii: "=") }) {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return bytes
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
