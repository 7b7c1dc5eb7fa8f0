import Tool

/// Advice for options that another command of this package has.
extension Strangers {
  private static let commands = [
    WarpCommand.command, MapCommand.command, VideoCommand.command, AudioCommand.command,
  ]

  /// Returns a row for each option that other commands have and `command` lacks.
  static func siblings(of command: Command) -> [Stranger] {
    let others = commands.filter { $0.name != command.name }
    return Set(others.flatMap(\.options)).subtracting(command.options).map { option in
      // Only the filters lack options of the map.
      if WarpCommand.mapOptions.contains(option) {
        return Stranger([option.name], "give --\(option.name) to warp-map, and read its table with --map")
      }
      let owners = others.filter { $0.options.contains(option) }.map(\.name)
      let names = (owners.count < 2 ? "" : owners.dropLast().joined(separator: ", ") + " and ") + (owners.last ?? "")
      return Stranger([option.name], "\(names) \(owners.count == 1 ? "has" : "have") it")
    }
  }
}
