import Tool

/// Advice for options that another command of this package has.
extension Strangers {
  enum Sibling: CaseIterable {
    case film, map, video, audio

    fileprivate var command: Command {
      switch self {
      case .film: WarpCommand.command
      case .map: MapCommand.command
      case .video: VideoCommand.command
      case .audio: AudioCommand.command
      }
    }
  }

  /// Returns a row for each option that other commands have and `sibling` lacks.
  static func siblings(of sibling: Sibling) -> [Stranger] {
    let others = Sibling.allCases.filter { $0 != sibling }.map(\.command)
    let missing = Set(others.flatMap(\.options)).subtracting(sibling.command.options)
    let isFilter = sibling == .video || sibling == .audio
    return missing.map { option in
      if isFilter, option != MapCommand.map, WarpCommand.mapOptions.contains(option) {
        return Stranger([option.name], "give --\(option.name) to warp-map, and read its table with --map")
      }
      let owners = others.filter { $0.options.contains(option) }.map(\.name)
      let names = (owners.count < 2 ? "" : owners.dropLast().joined(separator: ", ") + " and ") + (owners.last ?? "")
      return Stranger([option.name], "\(names) \(owners.count == 1 ? "has" : "have") it")
    }
  }
}
