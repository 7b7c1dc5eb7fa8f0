import Commands
import Film
import Streams
import TestSupport
import Testing

@testable import FilmJobs
@testable import Tool

/// The files that rows name are on every Linux: `/etc/passwd` is a regular file, and `/etc` and `.` are directories.
@Suite struct RunModeTests {
  private func mode(_ words: String) throws -> (input: String, mode: RunMode) {
    try RunModeSyntax.mode(.ofFilm(words))
  }

  private static func pieces(_ words: String) -> PieceRun {
    PieceRun(output: "out", words: words, version: "warp-film \(Version.current.number)")
  }

  @Test(
    arguments: [
      ("--list-curves", .list), ("--plot in", .show(asPage: false)), ("--plot=html in", .show(asPage: true)),
      ("--info in", .show(asPage: false)), ("--at 1 in", .show(asPage: false)), ("--edit in", .edit),
      ("--edit --no-browser in", .edit), ("--preview in", .preview), ("in out", .file("out")),
      ("--copy in out", .file("out")), ("--dry-run in -", .stream), ("--dry-run in /dev/stdout", .stream),
      ("in.mkv /etc", .file("/etc/in.mkv")), ("a/b\u{301}/\u{301}.mkv /etc/", .file("/etc/\u{301}.mkv")),
      ("--encode '-f nut' in /etc", .file("/etc/in")),
      ("--piece 1/2 in out", .piece(ResultPiece(number: 1, count: 2)!, pieces("in out"))),
      (
        "--codec ffv1 --threads 1 --reverse --piece 2/2 in out",
        .piece(ResultPiece(number: 2, count: 2)!, pieces("--reverse --codec ffv1 in out"))
      ),
      ("-y --join --encode '-g 9' in out", .join(pieces("--encode '-g 9' in out"))),
    ] as [(String, RunMode)])
  func theCommandLineChoosesTheMode(_ words: String, _ due: RunMode) throws {
    #expect(try mode(words).mode == due)
  }

  /// A mode takes INPUT alone, or INPUT and OUTPUT.
  @Test func eachModeTakesItsFiles() {
    let alone =
      [WarpCommand.preview, WarpCommand.edit] + WarpCommand.showOptions.filter { $0 != MapCommand.listCurves }
    for option in [nil] + alone.map(Optional.some) {
      let words = option.map { "--\($0.name)\($0.takesValue ? "=1" : "")" } ?? ""
      for (count, files) in ["", "in", "in out", "in out more"].enumerated() {
        let input = try? mode("\(words) \(files)").input
        #expect(input == (count == (option == nil ? 2 : 1) ? "in" : nil), "\(words) \(files)")
      }
    }
  }

  @Test func modesRefuseWhatContradictsThem() {
    let modes: [(ModeRules.Mode, Option)] = [
      (.copy, WarpCommand.copy), (.piece, WarpCommand.piece), (.join, WarpCommand.join), (.edit, WarpCommand.edit),
    ]
    for (mode, asking) in modes {
      let refused = WarpCommand.command.options.filter { ModeRules.effect(of: $0, in: mode) == .refused }
      for option in refused where option != MapCommand.listCurves {
        let words = [asking, option].map { "--\($0.name)\($0.takesValue ? "=1" : "")" }.joined(separator: " ")
        let message = complaint { try self.mode("\(words) in out") }
        #expect([asking, option].allSatisfy { message.contains("--\($0.name)") }, "\(words): \(message)")
      }
    }
  }

  private static let usage = "usage: warp-film [CURVE]... [OPTION]... INPUT OUTPUT"
  private static let streamed = "needs a file as OUTPUT, and '-' is standard output"
  private static let stray = "is neither a file nor an option; write"
  private static let other = "give it another file"

  @Test(arguments: [
    ("--curve ramp", "INPUT and OUTPUT are missing; \(usage)"),
    ("in", "OUTPUT is missing; write it last, as in warp-film in.mp4 out.mp4, or add --preview"),
    ("help", "write warp-film --help"),
    ("a b x", "3 files are given instead of INPUT and OUTPUT; \(usage)"),
    (". . b", "several INPUTs need a directory, and 'b' does not exist; first type mkdir b"),
    (
      ". . /etc/passwd",
      "several INPUTs need a directory after them, and '/etc/passwd' is a file; write warp-film … *.mp4 directory/"
    ),
    ("--as-shot a.AAE in out", "--as-shot takes its file after =; write --as-shot=a.AAE"),
    ("a 2x b", "'2x' \(stray) --speed 2x"), ("a b 1..2", "'1..2' \(stray) --trim 1..2"),
    ("a b slow", "'slow' \(stray) --speed 0.5x (from 2 s to 4 s: --speed '0=1x, 2s=0.5x hold, 4s=1x hold')"),
    ("a b reverse", "'reverse' \(stray) --reverse"),
    (
      "--speed 0=1x, 2s=0.5x, 4s=1x in out",
      "'2s=0.5x,' is neither a file nor an option; "
        + "put the whole value of --speed in quotes, as in --speed '0=1x, 2s=0.5x'"
    ),
    (
      "--encode -crf 20 in out",
      "'20' is neither a file nor an option; put the whole value of --encode in quotes: --encode '-crf 20'"
    ),
    (
      "--silence /etc/passwd out",
      "--silence took '/etc/passwd' as its value; write --silence SPEED|cut before the file"
    ),
    ("--edit", "INPUT is missing; add the name of a video to --edit"),
    ("--edit in out", "--edit takes INPUT and no OUTPUT; leave 'out' out"),
    ("--preview in out", "--preview takes INPUT and no OUTPUT; leave 'out' out"),
    ("--info in 'out put'", "--info prints its result and takes no OUTPUT; write > 'out put'"),
    ("--info a b c", "--info takes one INPUT and no OUTPUT, not 3 files"),
    ("--rate 2 in out", "--rate needs --to rubberband; for a frame rate, write --fps 30; for a speed, --speed 2x"),
    ("--plot png in", "file 'png' does not exist; for another plot, write --plot text, svg or html"),
    ("--no-browser in out", "--no-browser needs --edit"),
    ("--edit --plot in", "--plot and --edit do not go together; leave one of the two out"),
    ("--copy --fps 30 in out", "--copy does not re-encode the picture and excludes --fps; leave --fps out"),
    ("--piece 0/3 in out", "'0/3' is not a piece (--piece); write K/N, as in 3/8 for the third of eight"),
    ("- out", "INPUT cannot be standard input, because warp-film reads it more than once; give a file"),
    ("in - --piece 1/2", "--piece \(streamed)"),
    ("in /dev/stdout --join", "--join \(streamed)"), ("in ''", "the name of OUTPUT is empty"),
    (
      "in.avi /etc",
      "OUTPUT '/etc' is a directory, and warp-film does not write files such as 'in.avi'; "
        + "write a file name, as in '/etc/in.mkv'"
    ),
    // A dot in the name of the directory begins no ending.
    (
      "in ..",
      "OUTPUT '..' is a directory, and warp-film does not write files such as 'in'; "
        + "write a file name, as in '../in.mkv'"
    ),
    ("/etc/passwd /etc/passwd", "INPUT and OUTPUT are the same file ('/etc/passwd')"),
    ("-y /etc/passwd /etc/../etc/passwd", "INPUT and OUTPUT are the same file ('/etc/../etc/passwd')"),
    ("-y /etc/passwd /proc/self/root/etc/passwd", "INPUT and OUTPUT are the same file ('/proc/self/root/etc/passwd')"),
    ("--encode '-f nut' /etc/passwd /etc", "INPUT and OUTPUT are the same file ('/etc/passwd')"),
    ("-y --align /etc/passwd in /etc/passwd", "--align and OUTPUT are the same file ('/etc/passwd')"),
    ("-y --music /etc/passwd in /etc/passwd", "--music and OUTPUT are the same file ('/etc/passwd')"),
    ("--stages in in out", "--stages would overwrite 'in'; \(other)"),
    ("--progress-file out in out", "--progress-file would overwrite 'out'; \(other)"),
    ("--progress-file a --align a in out", "--progress-file would overwrite 'a'; \(other)"),
    ("--progress-file a --music a in out", "--progress-file would overwrite 'a'; \(other)"),
    ("--even e --stages e in out", "--stages would overwrite 'e'; \(other)"),
    ("--then --map=m --stages m in out", "--stages would overwrite 'm'; \(other)"),
  ])
  func wrongModesAndFilesAreRefused(_ words: String, _ message: String) {
    let error = #expect(throws: (any Error).self) { try mode(words) }
    #expect(error.map { Failure($0) } == Failure(.usage, message))
  }
}
