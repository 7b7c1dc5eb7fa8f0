import Exchange
import Tool
import Values

/// Translates the options of a `warp-film` command to options of warp-map.
package struct MapWords {
  private let arguments: Arguments
  private let clip: Clip
  private let input: String
  private let settling: FrameRate?

  /// - Parameters:
  ///   - arguments: the `warp-film` command.
  ///   - clip: the known facts about the film.
  ///   - input: the name of the film.
  ///   - settling: the value of `--settle` for warp-map; nil if the map is not settled.
  package init(_ arguments: Arguments, on clip: Clip, input: String, settling: FrameRate? = nil) {
    (self.arguments, self.clip, self.input, self.settling) = (arguments, clip, input, settling)
  }

  /// The arguments with which warp-map makes the same table.
  package var ofTable: [String] {
    options.words + (tolerance == MapRequest.usualTolerance ? [] : ["--tolerance", NumberSyntax.print(tolerance)])
  }

  /// The largest error of the table, in seconds. The usual 10⁻¹¹ s causes errors of −119 dB at 18 kHz, more than those
  /// of the kernel `best`.
  package var tolerance: Double {
    let isBest = arguments.value(of: AudioCommand.kernel.option) == Kernel.best.rawValue
    return isBest ? 1e-13 : MapRequest.usualTolerance
  }

  /// Options with which warp-map makes the map of this command.
  private var options: [Arguments.Occurrence] {
    let length = clip.duration.map { NumberSyntax.print($0) }
    // A search has used the margin already.
    let margin = MapCommand.usesMarginForWords(arguments) ? arguments.value(of: WarpCommand.margin) : nil
    return option(MapCommand.duration, length) + option(MapCommand.fps, clip.frameRate.map { "\($0)" })
      + option(MapCommand.timecode, clip.timecode?.text)
      + arguments.occurrences(of: WarpCommand.mapOptions)
      + option(MapCommand.margin, margin) + option(MapCommand.settle, settling.map { "\($0)" })
  }

  private func option(_ option: Option, _ value: String?) -> [Arguments.Occurrence] {
    value.map { [.init(option: option, value: $0)] } ?? []
  }

  /// The arguments with which warp-map shows the map. `--plot` without a kind becomes `--plot text`.
  ///
  /// - Parameter start: the film's own timestamp of source time 0, for a page or a player.
  package func shown(start: Double) -> Arguments {
    let plot = WarpCommand.plot.option
    let shown = arguments.occurrences(of: WarpCommand.showOptions).map { occurrence in
      occurrence.option == plot ? .init(option: plot, value: occurrence.value ?? "text") : occurrence
    }
    // The other program or the page opens the film by the name that was typed.
    let program = try? MapOutput.program(arguments)
    let namesClip = program?.namesClip ?? showsPage
    let countsFromFile = program?.countsFromFile ?? showsPage
    return Arguments(
      options + shown + option(plot, isEdited ? "html" : nil) + option(MapCommand.clip, namesClip ? input : nil)
        + option(MapCommand.clipStart, countsFromFile && start != 0 ? NumberSyntax.print(start) : nil),
      for: MapCommand.command)
  }

  private var isEdited: Bool { arguments.contains(WarpCommand.edit) }
  private var showsPage: Bool { isEdited || arguments.value(of: WarpCommand.plot.option) == "html" }

  /// Whether warp-map can make the same map later: all files are regular, not pipes, and the clip is the source of the
  /// map.
  package var areRepeatable: Bool {
    if arguments.contains(MapCommand.invert) { return false }
    return (try? MapFiles.read(arguments))?.map(\.path).allSatisfy(InputFile.isRegular) ?? false
  }
}

extension Arguments {
  fileprivate func occurrences(of options: [Option]) -> [Occurrence] {
    occurrences.filter { options.contains($0.option) }
  }

  /// The words of some of the typed options, to be typed again.
  package func words(of options: [Option]) -> [String] { occurrences(of: options).words }
}

extension [Arguments.Occurrence] {
  fileprivate var words: [String] { flatMap { ["--\($0.option.name)"] + [$0.value].compactMap(\.self) } }
}
