import Streams
import Testing
import Tool

@testable import PageServer

/// A rendering is done only if its program has made a file.
@Suite struct RenderingTests {
  /// Runs a stand-in for warp-film. Its last argument is the path of the result.
  private func state(after script: String) throws -> Rendering.State {
    let path = "/tmp/warp-test-\(RandomText.of(bytes: 8)).mp4"
    defer { InputFile.remove(path) }
    let children = try ChildSet(longestWait: 0.01)
    try PipeEnd(creating: path).writeAll([1])
    if script.contains("NEW") { InputFile.remove(path) }
    let rendering = try Rendering(
      ["/bin/sh", "-c", "for path; do :; done; \(script)", "sh"], on: "in.mp4", to: path, called: "a.mp4", children)
    while rendering.state == .running {
      let events = try children.wait(reading: rendering.reading)
      rendering.step(events.ready)
      for (child, end) in events.ended where child == rendering.child { rendering.end(end.status) }
    }
    return rendering.state
  }

  @Test(
    .serialized,
    arguments: [
      (": NEW", Rendering.State.failed), (": NEW; echo >\"$path\"", .done), (": NEW; echo >\"$path\"; exit 4", .done),
      (": NEW; exit 4", .failed), (": NEW; echo >\"$path\"; exit 1", .failed),
      (": NEW; ln -s /dev/null \"$path\"", .failed),
      // The file that was there before stays.
      (":", .failed), ("exit 4", .failed), ("echo >\"$path.new\"; mv \"$path.new\" \"$path\"", .done),
      ("rm \"$path\"", .failed),
    ])
  func onlyANewFileIsAResult(script: String, state: Rendering.State) throws {
    #expect(try self.state(after: script) == state)
  }
}
