/// Options that are described together, under one heading.
package struct OptionGroup: Sendable {
  package let title: String
  package let options: [Option]

  package init(_ title: String, _ options: [Option]) {
    self.title = title
    self.options = options
  }
}
