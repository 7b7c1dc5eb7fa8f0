import Exchange
import Tool
import Warp

/// The command line of warp-map that does what the words of `warp-film` ask of the map.
package struct MapWords {
  private let arguments: Arguments
  private let clip: Clip
  private let tool: String
  private let input: String

  /// - Parameters:
  ///   - arguments: what was typed for `warp-film`.
  ///   - clip: what is known of the film.
  ///   - tool: by which name warp-map can be started.
  ///   - input: the film's name.
  package init(_ arguments: Arguments, on clip: Clip, tool: String, input: String) {
    self.input = input
    self.arguments = arguments
    self.clip = clip
    self.tool = tool
  }

  /// To make the same table.
  package var tableWords: [String] {
    words + (tolerance == MapRequest.usualTolerance ? [] : ["--tolerance", NumberSyntax.print(tolerance)])
  }

  /// How far the table may be from the exact curve, in seconds. The kernel `best` is so clean that the usual tolerance would
  /// be heard before it: 10⁻¹¹ s is an error of −119 dB at 18 kHz.
  package var tolerance: Double {
    let isBest = arguments.value(of: AudioCommand.kernel.option) == AudioCommand.KernelName.best.rawValue
    return isBest ? 1e-13 : MapRequest.usualTolerance
  }

  /// To make the same map.
  var words: [String] {
    let length = clip.duration.map { ["--duration", NumberSyntax.print($0)] } ?? []
    let rate = clip.frameRate.map { ["--fps", "\($0)"] } ?? []
    return [tool] + length + rate + arguments.words(of: WarpCommand.mapOptions)
  }

  /// To show what was asked for: `warp-film` may leave out the kind of plot, warp-map may not.
  ///
  /// - Parameter start: when source time is 0 on the film's own clock, for a page.
  package func showWords(start: Double = 0) -> [String] {
    let plot = WarpCommand.plot.option
    let kind = arguments.contains(plot) ? ["--\(plot.name)", arguments.value(of: plot) ?? "text"] : []
    // The other program is told the film as it was typed.
    let namesClip = (try? MapCommand.to.choice(arguments))?.namesClip ?? showsPage
    let clip = namesClip ? ["--\(MapCommand.clip.name)", input] : []
    let clipStart = showsPage && start != 0 ? ["--\(MapCommand.clipStart.name)", NumberSyntax.print(start)] : []
    return words + kind + clip + arguments.words(of: WarpCommand.showOptions.filter { $0 != plot }) + clipStart
  }

  /// Whether the page is asked for, which is given the film's sound too.
  package var showsPage: Bool { arguments.value(of: WarpCommand.plot.option) == "html" }

  /// Whether `words` can be typed again, later: the files they name are regular ones and no pipes.
  package var areRepeatable: Bool {
    MapCommand.files.flatMap { arguments.values(of: $0) }.allSatisfy(InputFile.isRegular)
  }
}

extension Arguments {
  /// What was typed of some options, to be typed again.
  package func words(of options: [Option]) -> [String] {
    occurrences.filter { options.contains($0.option) }.flatMap { occurrence in
      ["--\(occurrence.option.name)"] + (occurrence.value.map { [$0] } ?? [])
    }
  }
}
