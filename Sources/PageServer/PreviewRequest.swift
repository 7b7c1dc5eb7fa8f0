import Film
import Streams
import Values

/// A request of the page for a part of the result. The body has FROM and TO, in seconds of the result, and the words of
/// the options, separated by NUL.
struct PreviewRequest {
  let part: ResultPart
  let options: PageOptions

  enum Refusal: Error, Equatable {
    case part
    case options(PageOptions.Refusal)
  }

  /// In seconds.
  private static let longest = 5.0

  init(_ body: [UInt8], typed: PageOptions.Typed) throws(Refusal) {
    let fields = body.split(separator: 0, omittingEmptySubsequences: false).map { ByteText.text($0) }
    guard fields.count >= 2, let from = NumberSyntax.parse(fields[0]), let to = NumberSyntax.parse(fields[1]),
      to - from <= Self.longest, let part = ResultPart(from: from, to: to)
    else { throw .part }
    self.part = part
    do throws(PageOptions.Refusal) { options = try PageOptions(Array(fields.dropFirst(2)), typed: typed) } catch {
      throw .options(error)
    }
  }
}

extension PreviewRequest.Refusal {
  /// The reason, for the page.
  var text: String {
    switch self {
    case .part: "the request names no part of at most 5 s"
    case .options(let refusal): refusal.text
    }
  }
}
