import Tool
import Values

/// The options of `warp-film` in the order of its help. Each row says in which modes its options have no effect or are
/// refused; they work in all other modes.
extension WarpCommand {
  struct Section {
    let title: String
    let role: OptionGroup.Role
    let rows: [Row]

    init(_ title: String, for role: OptionGroup.Role, _ rows: [Row]) {
      (self.title, self.role, self.rows) = (title, role, rows)
    }

    var options: [Option] { rows.flatMap { $0.options } }
  }

  struct Row {
    let options: [Option]
    let idle: [ModeRules.Mode]
    let refused: [ModeRules.Mode]

    init(_ options: [Option], idle: [ModeRules.Mode] = [], refused: [ModeRules.Mode] = []) {
      (self.options, self.idle, self.refused) = (options, idle, refused)
    }
  }

  package static let crossfade = VideoCommand.crossfade.described(
    as: """
      Dissolve the picture and crossfade the sound at each cut over TIME, such as 0.4s: half before the cut, half \
      after it. Beyond the cut, they show what the cut leaves out. The duration does not change. Where INPUT ends, or \
      the next cut is near, a crossfade is shorter.
      """)
  /// Whether `--copy` cuts between keyframes where `--trim` says.
  package static func cutsExactly(_ arguments: Arguments) throws(Refusal) -> Bool {
    guard let value = arguments.value(of: copy) else { return false }
    guard value == "exact" else {
      throw .usage("'\(value)' is not a way to copy", at: "--copy", advice: "write --copy or --copy=exact")
    }
    return true
  }

  private static let shown: [ModeRules.Mode] = [.plot, .info, .listing]
  private static let listed: [ModeRules.Mode] = [.plot, .listing]

  static let sections = [
    Section("Speed", for: .map, [Row(curveOptions)]),
    Section(
      "Parts and duration", for: .map,
      [Row(changeOptions), Row([crossfade], idle: shown)]),
    Section("Found in the video", for: .map, [Row(searchOptions)]),
    Section(
      "Frame rate and frames in between", for: .picture,
      [
        Row([VideoCommand.fps], idle: listed + [.sound], refused: [.copy]),
        Row(
          [pick, VideoCommand.mix.option, VideoCommand.grain.option, VideoCommand.dedup, VideoCommand.shutter],
          idle: shown + [.sound], refused: [.copy]),
        Row([VideoCommand.variable], idle: listed + [.sound]), Row([VideoCommand.timebase], idle: shown + [.sound]),
        Row([VideoCommand.threads], idle: shown + [.join, .sound], refused: [.copy]),
        Row([deinterlace.option], idle: listed + [.sound], refused: [.copy]),
        Row([settle.option], idle: [.sound], refused: [.copy]),
      ]),
    Section(
      "Sound", for: .sound,
      [
        Row(soundOptions + [audio], idle: shown + [.image]), Row([noAudio], idle: shown, refused: [.sound]),
        Row(mixOptions, idle: shown + [.image]),
      ]),
    Section("Subtitles", for: .streams, [Row([noSubtitles], idle: shown)]),
    Section(
      "Encoding", for: .output,
      [
        Row([copy], idle: listed, refused: [.piece, .join, .preview, .sound, .image]),
        Row([width, draft], idle: listed + [.sound], refused: [.copy]),
        Row(decodeOptions, idle: shown + [.join, .sound], refused: [.copy]),
        Row([codec, quality, preset], idle: shown + [.preview], refused: [.copy, .sound, .image]),
        Row([encode], idle: shown + [.preview]),
      ]),
    Section(
      "Files", for: .output,
      [
        Row([inputFps]),
        Row([overwrite], idle: shown + [.preview, .edit]),
        Row([skipExisting], idle: shown, refused: [.preview, .edit, .piece, .join]),
        Row([preview], refused: shown + [.copy, .piece, .join, .edit]), Row([dryRun], idle: shown, refused: [.edit]),
      ]),
    Section("On a page", for: .output, [Row(editOptions)]),
    Section(
      "Pieces", for: .output,
      [
        Row([piece], refused: shown + [.copy, .join, .preview, .edit, .sound, .image]),
        Row([join], refused: shown + [.copy, .piece, .preview, .edit, .sound, .image]),
      ]),
    Section("The map instead of a video", for: .output, [Row(showOptions, refused: [.edit])]),
    Section(
      "Run", for: .run,
      [
        Row([memory], idle: shown + [.copy, .join, .sound]), Row([.progress, .noProgress]),
        Row([progressFile, stages], idle: shown, refused: [.edit]),
      ]),
  ]
}

/// Judges options of `warp-film` by the modes of a command, as `WarpCommand.sections` states them. `RunMode` of Film is
/// what the run makes.
package enum ModeRules {
  /// A way to run `warp-film` other than plain INPUT and OUTPUT. A command can have several modes.
  package enum Mode: CaseIterable, Sendable {
    case copy, piece, join, preview, edit, plot, info
    /// Another output of warp-map, such as of `--to` and `--at`.
    case listing
    /// The result is sound without a picture.
    case sound
    /// The result is a moving image without sound, such as GIF.
    case image
  }

  package enum Effect: Equatable, Sendable {
    /// The option has no effect, and warp-film prints a warning.
    case idle
    /// The option contradicts the mode, and warp-film refuses the command.
    case refused
  }

  /// Returns nil if the option works.
  package static func effect(of option: Option, in mode: Mode) -> Effect? {
    let row = WarpCommand.sections.lazy.flatMap(\.rows).first { $0.options.contains(option) }
    if row?.refused.contains(mode) == true { return .refused }
    return row?.idle.contains(mode) == true ? .idle : nil
  }

  /// The modes that options select, each with its option. The modes `sound` and `image` follow from OUTPUT instead.
  package static func modes(of arguments: Arguments) -> [(mode: Mode, option: Option)] {
    let own: [(Mode, Option)] = [
      (.copy, WarpCommand.copy), (.piece, WarpCommand.piece), (.join, WarpCommand.join),
      (.preview, WarpCommand.preview), (.edit, WarpCommand.edit), (.plot, WarpCommand.plot.option),
      (.info, WarpCommand.info),
    ]
    let named = own.filter { arguments.contains($0.1) }
    if named.contains(where: { $0.0 == .plot || $0.0 == .info }) { return named }
    return named + (WarpCommand.showOptions.first(where: arguments.contains).map { [(.listing, $0)] } ?? [])
  }

  /// Throws if an option contradicts a mode.
  package static func check(_ arguments: Arguments) throws {
    for (mode, asking) in modes(of: arguments) {
      let refused = WarpCommand.command.options.first {
        arguments.contains($0) && effect(of: $0, in: mode) == .refused
      }
      guard let refused else { continue }
      throw Refusal.usage(
        mode == .copy
          ? "--copy does not re-encode the picture and excludes --\(refused.name); leave --\(refused.name) out"
          : "--\(refused.name) and --\(asking.name) do not go together; leave one of the two out")
    }
  }

  /// Returns a warning for each option without effect.
  ///
  /// - Parameter known: options for which no warning is wanted.
  package static func notes(on arguments: Arguments, leavingOut known: [Option] = []) -> [String] {
    modes(of: arguments).flatMap { mode, asking in
      idleOptions(arguments, in: mode).filter { !known.contains($0) }
        .map { "--\($0.name) has no effect with --\(asking.name)" }
    }
  }

  /// The options on the command line that have no effect in a mode.
  package static func idleOptions(_ arguments: Arguments, in mode: Mode) -> [Option] {
    WarpCommand.command.options.filter { option in
      arguments.contains(option) && effect(of: option, in: mode) == .idle
        && !isNeeded(option, arguments, in: mode)
    }
  }

  /// Whether another option needs an option that the table calls idle. `--at-warped` counts frames at the rate of the
  /// result, and `--output-frames` lists what the result shows. Searches and the page use the first sound track that
  /// `--audio` keeps.
  private static func isNeeded(_ option: Option, _ arguments: Arguments, in mode: Mode) -> Bool {
    switch option {
    case VideoCommand.fps, VideoCommand.variable, WarpCommand.deinterlace.option:
      mode == .listing && arguments.contains(MapCommand.atWarped)
    case WarpCommand.pick, VideoCommand.mix.option, VideoCommand.shutter:
      mode == .listing && arguments.contains(MapCommand.outputFrames)
    case WarpCommand.audio:
      WarpCommand.soundSearches.contains(where: arguments.contains) && !arguments.contains(WarpCommand.listen)
        || arguments.value(of: WarpCommand.plot.option) == "html"
    default: false
    }
  }
}
