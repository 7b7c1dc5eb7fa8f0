import Streams
import Tool
import Values
import Warp

/// The options in one `--then`: a family of curves and changes, which apply to the result of the map before.
struct FollowingMap {
  private let text: String
  private let arguments: Arguments

  /// Parses the words, but reads no files yet.
  init(_ text: String) throws(Refusal) {
    self.text = text
    guard let words = ShellWords.split(text) else {
      throw .usage("'\(text)' has an open quotation mark or backslash", at: Self.place)
    }
    guard !words.isEmpty else {
      throw .usage("--then needs options", advice: "write --then '--speed 2x', for example")
    }
    let refused = [MapCommand.then] + MapCommand.wordOptions
    let names = Self.options.filter { !refused.contains($0) }.map { "--\($0.name)" }
    for word in words where word.hasPrefix("--") {
      let name = String(word.prefix { $0 != "=" })
      guard !names.contains(name) else { continue }
      throw .usage("\(name) cannot be used inside --then", advice: Self.advice(on: name))
    }
    do {
      arguments = try Arguments(parsing: words, for: Self.command)
    } catch {
      throw .usage(error.message, at: Self.place)
    }
    if let option = MapFiles.paths(arguments).first(where: { InputFile.isStandardInput($0.path) })?.option {
      throw .usage(
        "--\(option.name) cannot read standard input inside --then", advice: "give --\(option.name) the name of a file")
    }
  }

  static func all(_ arguments: Arguments) throws(Refusal) -> [FollowingMap] {
    var all: [FollowingMap] = []
    for text in arguments.values(of: MapCommand.then) { all.append(try FollowingMap(text)) }
    return all
  }

  /// The files that the options name.
  var files: [String] { MapFiles.paths(arguments).map(\.path) }

  /// Applies this map to the result of `map`. Also returns warnings about the options of this map.
  ///
  /// - Parameter clip: the source of the first map. The result has the same frame rate.
  func applied(to map: TimeMap, on clip: Clip) throws -> (map: TimeMap, notes: [String]) {
    let result = Clip(duration: map.warpedLength, frameRate: clip.frameRate, isUndone: clip.isUndone)
    do {
      let next = try MapRequest(arguments, on: result)
      return (try map.followed(by: next.map), next.notes.map { "\($0) (--then '\(text)')" })
    } catch let refusal as Refusal where refusal.place != Self.place {
      throw refusal.within("--then '\(text)'")
    }
  }

  private static let place = "--then"

  private static func advice(on name: String) -> String {
    if WarpCommand.searchOptions.contains(where: { "--\($0.name)" == name }) {
      return "\(name) searches INPUT; write \(name) before --then"
    }
    if MapCommand.wordOptions.contains(where: { "--\($0.name)" == name }) {
      return "words have times of the video; write \(name) before --then"
    }
    if name == "--\(MapCommand.then.name)" { return "write one --then after the other" }
    return "--then takes curves and changes, such as --speed 2x or --map FILE"
  }

  private static let options = WarpCommand.mapOptions

  /// Lists the allowed options for the parser; no program has this command.
  private static let command = Command(
    name: "warp-map", version: .current, summary: "", synopsis: [], description: [],
    groups: [OptionGroup("Options", for: .map, options)], examples: [])
}
