/// An XML element, with its position in the text.
package struct XMLElement: Equatable, Sendable {
  /// Includes the prefix, if there is one.
  package let name: String
  package let attributes: [String: String]
  package let children: [XMLElement]
  /// The text between its tags, without the text of its children.
  package let text: String
  /// The offsets of its bytes, from the start of the first tag to the end of the last.
  package let range: Range<Int>
  /// The offsets of the bytes between its tags.
  package let contentRange: Range<Int>
}

extension XMLElement {
  /// The name without its prefix.
  package var localName: Substring { name.split(separator: ":", omittingEmptySubsequences: false).last ?? "" }

  package subscript(attribute: String) -> String? { attributes[attribute] }

  package func first(_ name: String) -> XMLElement? { children.first { $0.localName == name } }

  /// This element and all elements inside it, in the order of the text.
  package var elements: [XMLElement] {
    var elements: [XMLElement] = []
    collect(into: &elements)
    return elements
  }

  private func collect(into elements: inout [XMLElement]) {
    elements.append(self)
    for child in children { child.collect(into: &elements) }
  }

  package func all(_ name: String) -> [XMLElement] { elements.filter { $0.localName == name } }
}
