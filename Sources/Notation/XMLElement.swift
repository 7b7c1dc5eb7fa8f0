/// An element of XML, and where it stands in the text.
package struct XMLElement: Equatable, Sendable {
  /// With its prefix, if it has one.
  package let name: String
  package let attributes: [String: String]
  package let children: [XMLElement]
  /// The text between its tags, without that of its children.
  package let text: String
  /// The offsets of its bytes, from the first tag to the end of the last one.
  package let range: Range<Int>
  /// The offsets of the bytes between its tags.
  package let contentRange: Range<Int>
}

extension XMLElement {
  /// The name without a prefix.
  package var localName: Substring { name.split(separator: ":", omittingEmptySubsequences: false).last ?? "" }

  package subscript(attribute: String) -> String? { attributes[attribute] }

  package func first(_ name: String) -> XMLElement? { children.first { $0.localName == name } }

  /// This element and all below it, in the order of the text.
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
