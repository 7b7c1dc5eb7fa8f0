import Tool

/// The text of `warp-film --help`.
extension WarpCommand {
  static let brief = BriefHelp(
    introduction: [
      "Change the speed of a video along a curve. Picture, sound, subtitles and chapters stay in sync.",
      """
      INPUT is a file that ffmpeg can read. OUTPUT ends in .mp4, .mov, .mkv, .webm or .gif, or for sound alone in \
      .m4a, .mp3, .flac, .wav, .ogg or .opus. OUTPUT may be -, which is standard output.
      """,
    ],
    groups: [
      BriefHelp.Group(
        "Speed",
        [
          (MapCommand.speed, "One speed (2x, 50%), or speeds at moments: '0=1x, 2s=0.25x smooth, 4s=1x'."),
          (MapCommand.curve, "A named curve; --list-curves prints the names."),
          (MapCommand.fit, "Make the result last this long."),
          (MapCommand.reverse, "Play backward."),
          (MapCommand.freeze, "Freeze the frame at time T for LENGTH."),
          (silence, "Speed up silences (4x), or cut them out."),
          (speech, "Speed up speech (2.5x) so that it stays easy to understand."),
          (still, "Speed up stills, where nothing moves for 2 s or more, or cut them out."),
        ]),
      BriefHelp.Group(
        "Part of INPUT",
        [
          (MapCommand.trim, "Keep only this part: 10..20, 1:30.. or ..5."),
          (MapCommand.cut, "Cut this part out, or those that FILE lists: 10..20."),
          (MapCommand.play, "Play these parts in this order; 8..5 plays backward."),
        ]),
      BriefHelp.Group(
        "Picture and sound",
        [
          (VideoCommand.fps, "Frame rate of the result."),
          (VideoCommand.mix.option, "Instead of repeated frames: blend or motion."),
          (width, "Scale the picture to this width."),
          (copy, "Keep the encoded picture, change only timestamps."),
          (AudioCommand.pitch.option, "keep: voices and music keep their pitch at any speed."),
          (noAudio, "Leave the sound out."),
          (music, "Play music at its own speed, faded out at the end."),
        ]),
      BriefHelp.Group(
        "Result",
        [
          (codec, "h264, hevc, av1, vp9, prores, dnxhr or ffv1."),
          (draft, "Make a small result quickly, to look at."),
          (encode, "More options for ffmpeg's encoder: '-crf 20'."),
          (overwrite, "Overwrite OUTPUT."),
          (preview, "Play the result instead of writing OUTPUT."),
          (edit, "Edit the curve in your browser, and render there."),
          (plot.option, "Draw the curve: text, svg or html."),
          (info, "Print durations, speeds and frame counts."),
          (MapCommand.to.option, "Print the map: table (for --map), mlt, edl, mpv …"),
          (dryRun, "Print the pipeline instead of running it."),
        ]),
    ],
    examples: [
      Command.Example("Twice as fast, without chipmunk voices:", "warp-film --speed 2x --pitch keep talk.mp4 fast.mp4"),
      Command.Example(
        "Slow motion from 2.5 s to 3.5 s:",
        "warp-film --speed '2s=1x, 2.5s=0.25x smooth, 3.5s=0.25x, 4s=1x smooth' jump.mp4 slow.mp4"),
    ],
    closing: "warp-film --help=all lists every option. man warp-film explains them.")
}
