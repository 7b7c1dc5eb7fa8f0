import Tool

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

  private static let shown: [ModeRules.Mode] = [.plot, .info, .listing]
  private static let listed: [ModeRules.Mode] = [.plot, .listing]

  static let sections = [
    Section("Speed", for: .map, [Row(curveOptions)]),
    Section("Parts and duration", for: .map, [Row(changeOptions)]),
    Section("Found in the film", for: .map, [Row(searchOptions)]),
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
        Row([codec, quality, preset], idle: shown + [.preview], refused: [.copy, .sound, .image]),
        Row([encode], idle: shown + [.preview]),
      ]),
    Section(
      "Output", for: .output,
      [
        Row([overwrite], idle: shown + [.preview, .edit]),
        Row([preview], refused: shown + [.copy, .piece, .join, .edit]), Row([dryRun], idle: shown, refused: [.edit]),
      ]),
    Section("On a page", for: .output, [Row(editOptions)]),
    Section(
      "Pieces", for: .output,
      [
        Row([piece], refused: shown + [.copy, .join, .preview, .edit, .sound, .image]),
        Row([join], refused: shown + [.copy, .piece, .preview, .edit, .sound, .image]),
      ]),
    Section("The map instead of a film", for: .output, [Row(showOptions, refused: [.edit])]),
    Section(
      "Run", for: .run,
      [
        Row([memory], idle: shown + [.copy, .join, .sound]), Row([.progress, .noProgress]),
        Row([progressFile, stages], idle: shown, refused: [.edit]),
      ]),
  ]
}
