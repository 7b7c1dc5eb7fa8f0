/// Settings of a run that do not change the result.
package struct RunSettings: Equatable, Sendable {
  package struct Tools: Equatable, Sendable {
    /// The directory of warp's filters; nil if they are on the PATH.
    private let directory: String?

    package init(in directory: String? = nil) { self.directory = directory }

    /// The word by which a program is started.
    package func word(for program: Program) -> String {
      (program.isFilter ? directory.map { "\($0)/" } ?? "" : "") + program.rawValue
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
  /// Whether an existing OUTPUT counts as made.
  package var skipsExisting = false
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
