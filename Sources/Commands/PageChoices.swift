import Tool

/// The options of `warp-film` that the page of `--edit` handles apart from the curve.
extension WarpCommand {
  /// Options of the result that the user can also choose on the page.
  package static let pageChoices = [
    VideoCommand.mix.option, VideoCommand.fps, width, codec, music, musicLevel, musicStart,
  ]

  /// Options of the result that change what is seen or heard, and not how it is encoded. `--vfr` is not among them,
  /// because a preview has a fixed rate.
  package static let shownOptions =
    pictureOptions.filter { ![VideoCommand.variable, VideoCommand.timebase].contains($0) } + decodeOptions
    + soundOptions + mixOptions + [deinterlace.option, settle.option, crossfade, audio, noAudio, width, draft, memory]
}
