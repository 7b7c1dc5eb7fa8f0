import Exchange
import Tool
import Warp

/// The command line of warp-map that does what the words of `warp` ask of the map.
package struct MapWords {
  private let arguments: Arguments
  private let clip: Clip
  private let tool: String
  private let input: String

  /// - Parameters:
  ///   - arguments: what was typed for `warp`.
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

  /// To show what was asked for along what was found in the film, which becomes a list for --ranges; a page is given the
  /// film's sound too.
  ///
  /// - Parameters:
  ///   - sound: a command for bash that prints the film's sound as --wave takes it; nil where there is none.
  ///   - start: when source time is 0 on the film's own clock.
  package func showWords(of found: FoundRanges?, sound: String? = nil, start: Double = 0) -> [String] {
    guard found != nil || isPage else { return showWords }
    let lines = found?.lines ?? []
    let ranges = found == nil ? "" : " --ranges <(((count == 0)) || printf '%s\\n' \"${@:1:count}\")"
    let wave = isPage ? sound.map { " --wave <(\($0))" } ?? "" : ""
    let script = "count=$1; shift; exec \"${@:count + 1}\"\(ranges)\(wave)"
    let clipStart = isPage && start != 0 ? ["--\(MapCommand.clipStart.name)", NumberSyntax.print(start)] : []
    return ["bash", "-c", script, "warp", "\(lines.count)"] + lines + showWords + clipStart
  }

  private var isPage: Bool { arguments.value(of: WarpCommand.plot.option) == "html" }

  /// To show what was asked for: `warp` may leave out the kind of plot, warp-map may not.
  private var showWords: [String] {
    let plot = WarpCommand.plot.option
    let kind = arguments.contains(plot) ? ["--\(plot.name)", arguments.value(of: plot) ?? "text"] : []
    // The other program is told the film as it was typed.
    let namesClip = (try? MapCommand.to.choice(arguments))?.namesClip ?? isPage
    let clip = namesClip ? ["--\(MapCommand.clip.name)", input] : []
    return words + kind + clip + arguments.words(of: WarpCommand.showOptions.filter { $0 != plot })
  }

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
