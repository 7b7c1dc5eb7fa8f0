import Film
import Streams
import Values

/// A request of the page for a part of the result. The body has FROM and TO, in seconds of the result, and the words of
/// the options, separated by NUL.
struct PreviewRequest {
  let part: ResultPart
  let options: PageOptions

  /// In seconds.
  private static let longest = 5.0

  init(_ body: [UInt8], typed: PageOptions.Typed) throws(PageRefusal) {
    let fields = body.split(separator: 0, omittingEmptySubsequences: false).map { ByteText.text($0) }
    guard fields.count >= 2, let from = NumberSyntax.parse(fields[0]), let to = NumberSyntax.parse(fields[1]),
      to - from <= Self.longest, let part = ResultPart(from: from, to: to)
    else { throw .part }
    self.part = part
    options = try PageOptions(Array(fields.dropFirst(2)), typed: typed)
  }
}
