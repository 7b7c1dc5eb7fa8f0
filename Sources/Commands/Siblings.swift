import Tool

/// Advice for options that another command of this package has.
extension Strangers {
  enum Sibling: String, CaseIterable {
    case film = "warp-film"
    case map = "warp-map"
    case video = "warp-video"
    case audio = "warp-audio"

    /// All options except those that every command has. `Command` itself cannot list them: its declaration needs this
    /// advice.
    fileprivate var options: [Option] {
      switch self {
      case .film: Strangers.filmOptions
      case .map: Strangers.mapOptions
      case .video: Strangers.videoOptions
      case .audio: Strangers.audioOptions
      }
    }
  }

  /// Returns a row for each option that other commands have and `command` lacks.
  static func siblings(of command: Sibling) -> [Stranger] {
    let others = Sibling.allCases.filter { $0 != command }
    let missing = Set(others.flatMap(\.options)).subtracting(command.options)
    let isFilter = command == .video || command == .audio
    return missing.map { option in
      if isFilter, curveOptions.contains(option) {
        return Stranger([option.name], "give --\(option.name) to warp-map, and read its table with --map")
      }
      let owners = others.filter { $0.options.contains(option) }.map(\.rawValue)
      let names = (owners.count < 2 ? "" : owners.dropLast().joined(separator: ", ") + " and ") + (owners.last ?? "")
      return Stranger([option.name], "\(names) \(owners.count == 1 ? "has" : "have") it")
    }
  }

  private static let curveOptions = WarpCommand.mapOptions.filter { $0 != MapCommand.map }

  private static let filmOptions =
    WarpCommand.mapOptions + WarpCommand.searchOptions + WarpCommand.showOptions + WarpCommand.pictureOptions
    + WarpCommand.soundOptions + WarpCommand.mixOptions + WarpCommand.pieceOptions
    + [
      WarpCommand.deinterlace.option, WarpCommand.audio, WarpCommand.noAudio, WarpCommand.noSubtitles,
      WarpCommand.copy, WarpCommand.width, WarpCommand.draft, WarpCommand.codec, WarpCommand.quality,
      WarpCommand.preset, WarpCommand.encode, WarpCommand.overwrite,
      WarpCommand.preview, WarpCommand.edit, WarpCommand.noBrowser, WarpCommand.dryRun, WarpCommand.progressFile,
      WarpCommand.stages, .memory, .progress,
      .noProgress,
    ]

  private static let mapOptions =
    WarpCommand.mapOptions + WarpCommand.showOptions
    + [
      MapCommand.duration, MapCommand.frames, MapCommand.fps, MapCommand.tolerance, MapCommand.retime.option,
      MapCommand.toSource, MapCommand.textStart, MapCommand.timeColumn, MapCommand.singleCues, MapCommand.clip,
      MapCommand.clipStart,
      MapCommand.wave,
    ]

  private static let videoOptions =
    WarpCommand.pictureOptions + SourceOptions.all
    + [
      VideoCommand.map, VideoCommand.timestamps, VideoCommand.outputRange, VideoCommand.join, VideoCommand.tryMaker,
      VideoCommand.source,
      VideoCommand.inputFps, VideoCommand.inputTimestamps, .start, VideoCommand.holdEnd,
      VideoCommand.outputFormat.option, .memory, .progress, .noProgress, .stats,
    ]

  private static let audioOptions =
    WarpCommand.soundOptions + SourceOptions.all
    + [
      AudioCommand.map, AudioCommand.measure.option, AudioCommand.block, AudioCommand.noDither, AudioCommand.source,
      AudioCommand.packetGrid, AudioCommand.align,
      AudioCommand.format, AudioCommand.rate, AudioCommand.channels, .start, AudioCommand.clipStart,
      AudioCommand.outputFormat, .memory, .progress, .noProgress, .stats,
    ]
}
