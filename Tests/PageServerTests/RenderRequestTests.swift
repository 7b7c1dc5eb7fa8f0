import Testing

@testable import PageServer

@Suite struct RenderRequestTests {
  private func request(_ fields: [String], typed: [String] = []) throws(RenderRequest.Refusal) -> RenderRequest {
    try RenderRequest(Array(fields.joined(separator: "\0").utf8), typed: typed)
  }

  @Test func curvesAndChangesAreAccepted() throws {
    let words = ["--speed", "0=1x, 2s=0.5x", "--trim", "1..3", "--then", "--play 2..1 --reverse", "--pitch", "keep"]
    let request = try request(["new", "out.mp4"] + words)
    #expect(request.words == words && request.name == "out.mp4" && !request.replaces)
    #expect(try self.request(["replace", "é b.mkv"]).replaces)
  }

  /// The user has typed the initial curve, so its options may name files.
  @Test func thePageMayAddToTheTypedCurve() throws {
    let typed = ["--map", "m.tsv", "--silence", "4x"]
    #expect(try request(["new", "a.mp4"] + typed + ["--then", "--speed 2x"], typed: typed).words.count == 6)
    for more in [["--map", "n.tsv"], typed + ["--even", "n.txt"]] {
      #expect(throws: RenderRequest.Refusal.option(more[more.count - 2])) {
        try request(["new", "a.mp4"] + more, typed: typed)
      }
    }
  }

  @Test(arguments: ["", ".", "..", "a/b.mp4", "/etc/passwd", "a\nb.mp4", String(repeating: "a", count: 256)])
  func namesThatLeaveTheDirectoryAreRefused(name: String) {
    #expect(throws: RenderRequest.Refusal.name(name)) { try request(["new", name]) }
  }

  @Test(arguments: [
    ["--map", "m.tsv"], ["--encode", "-y"], ["--music", "a.wav"], ["x.mp4"], ["--", "x.mp4"], ["-y"],
    ["--stages", "a"], ["--codec=h264"], ["--help"], ["--version"], ["--generate", "man"], ["--mix", "exec:a"],
  ]) func otherOptionsAndFilesAreRefused(words: [String]) {
    #expect(throws: RenderRequest.Refusal.option(words[0])) { try request(["new", "a.mp4"] + words) }
  }

  @Test(arguments: [("--map m.tsv", "--map"), ("--then '--map m.tsv'", "--map"), ("'", "'")])
  func filesInThenAreRefused(_ then: String, _ option: String) {
    #expect(throws: RenderRequest.Refusal.option(option)) { try request(["new", "a.mp4", "--then", then]) }
  }

  @Test(arguments: ["", "new", "old\0a.mp4", "\0\0"]) func malformedBodiesAreRefused(body: String) {
    #expect(throws: RenderRequest.Refusal.malformed) { try RenderRequest(Array(body.utf8), typed: []) }
  }
}
