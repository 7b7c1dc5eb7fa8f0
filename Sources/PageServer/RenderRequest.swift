import Streams

/// A request of the page to render: the name of a file, and options.
///
/// The body has `new` or `replace`, the name, and the words of the options, separated by NUL.
struct RenderRequest: Equatable {
  let replaces: Bool
  let name: String
  let options: PageOptions

  enum Refusal: Error, Equatable {
    case malformed
    /// The name is not a plain file name.
    case name(String)
    case options(PageOptions.Refusal)
  }

  init(_ body: [UInt8], typed: PageOptions.Typed) throws(Refusal) {
    let fields = body.split(separator: 0, omittingEmptySubsequences: false).map { ByteText.text($0) }
    guard fields.count >= 2, ["new", "replace"].contains(fields[0]) else { throw .malformed }
    (replaces, name) = (fields[0] == "replace", fields[1])
    guard Neighbours.isPlain(name) else { throw .name(name) }
    do throws(PageOptions.Refusal) { options = try PageOptions(Array(fields.dropFirst(2)), typed: typed) } catch {
      throw .options(error)
    }
  }
}

extension RenderRequest.Refusal {
  /// The reason, for the page.
  var text: String {
    switch self {
    case .malformed: "the request is malformed"
    case .name(let name): "'\(name)' is not the name of a file; write a name such as film-warped.mp4"
    case .options(let refusal): refusal.text
    }
  }
}
