import Tool
import Values

/// Reads the numbers of sound tracks.
package enum TrackSyntax {
  package static func number(_ text: String, of option: Option, advice: String = "") throws -> Int {
    guard let number = Int(text), (1...9999).contains(number) else {
      throw Failure(
        .usage, "'\(text)' is not the number of a sound track (--\(option.name)); the first track is 1\(advice)")
    }
    return number
  }
}
