import Film
import Testing

@testable import FilmJobs
@testable import Tool

@Suite struct JobFilesTests {
  private func check(_ words: String) throws {
    let (arguments, job) = try (Arguments.ofFilm(words), FilmJob.typed(words))
    let files = JobFiles(job, arguments)
    try files.checkRead()
    try files.checkWritten()
  }

  @Test(
    arguments: [
      ("none out", .inputOutput, "file 'none' does not exist"),
      ("none /etc/passwd", .inputOutput, "file 'none' does not exist; INPUT comes before OUTPUT"),
      (
        "https://example.org/a.mp4 out", .inputOutput,
        "INPUT is a URL, not a file; first type ffmpeg -i 'https://example.org/a.mp4' -c copy in.mkv"
      ),
      (". out", .usage, "INPUT '.' is a directory; for all its files, write warp-film … ./* directory/"),
      ("/dev/null out", .usage, "INPUT '/dev/null' is not a regular file, and warp-film reads INPUT more than once"),
      ("--music none /etc/passwd out", .inputOutput, "file 'none' does not exist (--music)"),
      ("--align none /etc/passwd out", .inputOutput, "file 'none' does not exist (--align)"),
      ("--align . /etc/passwd out", .usage, "'.' is not a regular file (--align)"),
      ("/etc/passwd /etc/group", .usage, "'/etc/group' exists; use -y to overwrite it"),
      ("-y /etc/passwd /dev/null", .usage, "OUTPUT '/dev/null' exists and is not a regular file"),
      ("/etc/passwd none/out", .inputOutput, "the directory 'none' of OUTPUT does not exist"),
    ] as [(String, Tool.ExitStatus, String)])
  func unusableFilesAreRefused(_ words: String, _ status: Tool.ExitStatus, _ message: String) {
    #expect(throws: Failure(status, message)) { try check(words) }
  }

  @Test(arguments: [
    "/etc/passwd /tmp/no-such-file", "--dry-run /etc/passwd /etc/group", "--dry-run /etc/passwd none/out",
    "--piece 1/2 /etc/passwd /tmp/no-such-file", "--dry-run --align /etc/group /etc/passwd -", "--info /etc/passwd",
  ])
  func usableFilesAreAccepted(_ words: String) throws { try check(words) }
}
