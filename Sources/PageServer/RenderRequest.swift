import Streams

/// A request of the page to render: the name of a file, and options.
///
/// The body has `new` or `replace`, the name, and the words of the options, separated by NUL.
struct RenderRequest: Equatable {
  let replaces: Bool
  let name: String
  let options: PageOptions

  init(_ body: [UInt8], typed: PageOptions.Typed) throws(PageRefusal) {
    let fields = body.split(separator: 0, omittingEmptySubsequences: false).map { ByteText.text($0) }
    guard fields.count >= 2, ["new", "replace"].contains(fields[0]) else { throw .malformed }
    (replaces, name) = (fields[0] == "replace", fields[1])
    guard Neighbours.isPlain(name) else { throw .name(name) }
    options = try PageOptions(Array(fields.dropFirst(2)), typed: typed)
  }
}
