import Tool

/// The options of `warp-film` about INPUT and OUTPUT as files, and about files that a run writes besides.
extension WarpCommand {
  package static let inputFps = Option(
    "input-fps", value: "R",
    help: """
      Frame rate of numbered pictures. INPUT is then a pattern such as 'png/%04d.png', or 'png/*.png' in quotes.
      """)
  package static let overwrite = Option("yes", letter: "y", help: "Overwrite OUTPUT.")
  package static let skipExisting = Option(
    "skip-existing", help: "If OUTPUT exists, leave it as it is and make nothing; this is not an error.")
  package static let preview = Option("preview", help: "Play the result with ffplay instead of writing OUTPUT.")
  package static let dryRun = Option("dry-run", help: "Print the pipeline as a bash command instead of running it.")

  package static let progressFile = Option(
    "progress-file", value: "FILE", completion: .file,
    help: """
      Write the progress to FILE, which may be a pipe or /dev/fd/N, in the format of ffmpeg's -progress. Two fields \
      are added: total_us (duration of the result in microseconds) and eta_s (seconds left). eta_s is N/A until 1 s \
      or 1 % of the result is made. The line progress=end comes when OUTPUT is complete.
      """)
  package static let stages = Option(
    "stages", value: "FILE", completion: .file,
    help: "Write to FILE a line for each program that warp-film starts: its name, a tab and its process ID.")

  package static let piece = Option(
    "piece", value: "K/N",
    help: """
      Make piece K of the N pieces of the picture, in a file beside OUTPUT. Piece 1 also makes the sound and the \
      subtitles. A complete piece of the same command is not made again.
      """)
  package static let join = Option(
    "join",
    help: "Concatenate the pieces to OUTPUT and delete them. The other options must be those of the --piece commands.")
  package static let pieceOptions = [piece, join]
}
