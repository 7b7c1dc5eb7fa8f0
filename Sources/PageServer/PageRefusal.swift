import Commands
import Values

/// Why a request of the page to make something is refused.
enum PageRefusal: Error, Equatable {
  case malformed
  /// The name is not a plain file name.
  case name(String)
  /// The times are not those of a part that may be previewed.
  case part
  /// The option neither describes a curve nor changes the map or the result, or it names a file.
  case option(String)
  /// The page may not give this value to this option.
  case value(String, of: String)

  /// The reason, for the page.
  var text: String {
    switch self {
    case .malformed: "the request is malformed"
    case .name(let name): "'\(name)' is not the name of a file; write a name such as film-warped.mp4"
    case .part: "the request names no part of at most 5 s"
    case .option(let word): "'\(word)' is not a curve, a change or a choice that the page may use"
    case .value(let value, "--\(WarpCommand.music.name)"):
      "'\(value)' is not a sound beside the video (--music); choose one of its directory"
    case .value(let value, let option):
      "the page may not use '\(value)' (\(option)); type it when you start warp-film --edit"
    }
  }
}
