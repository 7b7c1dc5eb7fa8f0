import Testing
import Values

@Suite struct FileNameTests {
  @Test(
    arguments: [
      ("film.mp4", "", ".", "film.mp4", "mp4", "film"),
      ("a/b.c/film.tar.gz", "a/b.c/", "a/b.c", "film.tar.gz", "gz", "a/b.c/film.tar"),
      // A dot in a directory is no ending of a file.
      ("my.dir/film", "my.dir/", "my.dir", "film", nil, "my.dir/film"), ("/film.", "/", "/", "film.", "", "/film"),
      ("a/.mp4", "a/", "a", ".mp4", "mp4", "a/.mp4"), ("a/b.c/", "a/b.c/", "a/b.c", "b.c", "c", "a/b.c/"),
      ("", "", ".", "", nil, ""), ("/", "/", "/", "/", nil, "/"), ("..", "", ".", "..", "", "."),
      // An accent is part of the Character before it.
      ("a/\u{301}e.\u{301}x", "a/", "a", "\u{301}e.\u{301}x", "\u{301}x", "a/\u{301}e"),
      ("a.b\u{301}/\u{301}", "a.b\u{301}/", "a.b\u{301}", "\u{301}", nil, "a.b\u{301}/\u{301}"),
    ] as [(String, String, String, String, String?, String)])
  func partsAreFoundByBytes(
    path: String, front: String, directory: String, name: String, ending: String?, stem: String
  ) {
    let file = FileName(path)
    #expect([file.front, file.directory, file.name, file.stem] == [front, directory, name, stem])
    #expect(file.ending == ending)
  }

  @Test func pathsAreNoOptionsAndProtocols() {
    for path in ["/a", "./a", "../a", "/\u{301}"] { #expect(FileName(path).asFile == path) }
    for path in ["-a", "a:b", ".a"] { #expect(FileName(path).asFile == "./\(path)") }
    #expect(["-a", "-a/b", "a"].map { FileName($0).asOperand } == ["./-a", "-a/b", "a"])
  }
}
