/// Settings of a run that do not change the result.
package struct RunSettings: Equatable, Sendable {
  /// The names by which the tools are started.
  package struct Tools: Equatable, Sendable {
    package var map = "warp-map"
    package var video = "warp-video"
    package var audio = "warp-audio"

    package init() {}

    package init(in directory: String) {
      map = "\(directory)/warp-map"
      video = "\(directory)/warp-video"
      audio = "\(directory)/warp-audio"
    }
  }

  /// The tables of known formats; tests add rows.
  package struct Kinds: Equatable, Sendable {
    var inputs = ContainerKind.all
    var outputs = FileKind.all

    package init() {}
  }

  package var tools = Tools()
  package var kinds = Kinds()
  package var overwrites = false
  /// Whether the pipeline is printed and not run.
  package var isDry = false
  package var memory: String?
  /// `--progress` or `--no-progress` for the filter that shows the progress; empty if neither was typed.
  package var progress: [String] = []
  /// The file to which the encoder writes its progress.
  package var progressFile: String?
  /// The file to which each started program is written.
  package var stagesFile: String?
  /// Whether searches show their progress.
  package var showsProgress = false

  package init() {}
}
