import Tool
import Values

/// Computes the arguments `$1`, `$2` and `$3` of the command of `--source`.
package struct SourceOptions {
  package static let lead = Option(
    "source-lead", value: "SECONDS",
    help: """
      With --source, begin each part SECONDS earlier and end each part SECONDS later, in $1 and $2 (default: 0). The \
      extra frames or samples are dropped.
      """)
  package static let offset = Option(
    "source-offset", value: "SECONDS",
    help: "With --source: the place of source time 0 in the file, for the seek point $1, in seconds (default: 0).")
  package static let seekFrom = Option(
    "seek-from", value: "TIME",
    help: """
      With --source, read parts that begin before TIME from the start of the file, with an empty $1. Default: only \
      parts that begin at 0. For such a part, the argument $3 is the number of seconds that the command may omit at \
      the start of the file; otherwise, $3 is empty.
      """)
  package static let all = [lead, offset, seekFrom]

  private let lead: Double
  private let offset: Double
  private let seekFrom: Double

  /// Whether the command prints more than the requested part.
  package var printsMore: Bool { lead > 0 }

  /// - Parameter isUsed: whether `--source` is given.
  package init(_ arguments: Arguments, isUsed: Bool) throws {
    if !isUsed, let stray = Self.all.first(where: arguments.contains) {
      throw Refusal.usage("--\(stray.name) needs --source")
    }
    func seconds(_ option: Option) throws -> Double {
      guard let text = arguments.value(of: option) else { return 0 }
      guard let seconds = NumberSyntax.parse(text), abs(seconds) <= TimeSyntax.longest else {
        throw Refusal.usage("'\(text)' is not a number of seconds", at: "--\(option.name)")
      }
      return seconds
    }
    (lead, offset) = (try seconds(Self.lead), try seconds(Self.offset))
    if lead < 0 {
      throw Refusal.usage("--\(Self.lead.name) must not be negative", advice: "write 0 or more seconds")
    }
    if isUsed, arguments.value(of: VideoCommand.source)?.allSatisfy(\.isWhitespace) == true {
      throw Refusal.usage("the command of --source is missing", advice: "write --source 'COMMAND'")
    }
    seekFrom = try arguments.value(of: Self.seekFrom).map { try TimeSyntax.seconds($0) } ?? 0
  }

  /// Returns the seek point, the number of seconds to read, and the number of these seconds that may be omitted at the
  /// start. The seek point is empty for the start of the file. The last number is empty after a seek, and for 0.
  package func words(from: Double, for length: Double) -> [String] {
    let start = from + offset - lead
    let isSought = from >= max(seekFrom, 1e-9) && start > 0
    let end = from + offset + length + lead
    let begin = start > 0 ? DecimalText.print(start, decimals: 9) : ""
    let seconds = DecimalText.print(max(0, isSought ? end - start : end), decimals: 9)
    return isSought ? [begin, seconds, ""] : ["", seconds, begin]
  }
}
