import Found
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

extension FoundCurve {
  /// The sound tracks that are searched.
  package static func listening(_ arguments: Arguments, for finders: [Finder]) throws -> Listening {
    guard let text = arguments.value(of: WarpCommand.listen) else { return .kept }
    guard finders.contains(where: { $0.track == .sound }) else {
      throw Failure(.usage, "--listen needs --silence, --pauses, --speech or --align")
    }
    guard text == "all" else {
      return .track(try TrackSyntax.number(text, of: WarpCommand.listen, advice: "; for all tracks, write all"))
    }
    if let finder = finders.first(where: { $0.track == .sound && !$0.findsSilence }) {
      throw Failure(.usage, "--listen all finds silences and pauses, not \(finder.noun); give the number of one track")
    }
    return .all
  }
}
