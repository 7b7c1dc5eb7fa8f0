import Testing

/// Kills any process of a running `warp-film` at any time. `warp-film` must fail, and leave no file and no process.
@Suite(.serialized) struct WarpKillTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "WarpKillTests", words) }

  @Test(arguments: [
    "picture decoder", "sound decoder", "picture filter", "sound filter", "encoder", "warp-film",
  ]) func killedAtAnyTime(stage: String) throws {
    let result = try run("killed_at_any_time", stage)
    #expect(result.output.split(separator: "\n").count == 3, "\(result.output) \(result.errors)")
    #expect(!result.output.contains("WRONG") && !result.output.contains("exit 0"), "\(result.output)")
  }

  @Test func killedInOtherWays() throws {
    let result = try run("killed_in_other_ways")
    #expect(result.output.split(separator: "\n").count == 8, "\(result.output) \(result.errors)")
    #expect(!result.output.contains("WRONG") && !result.output.contains("exit 0"), "\(result.output)")
    #expect(result.output.contains("warp-film, 1 frames, SIGTERM: exit 143"))
    #expect(result.output.contains("warp-film, 0 frames, SIGHUP: exit 129"))
    #expect(result.output.contains("warp-film, 1 frames, SIGQUIT: exit 131"))
  }

  /// Stops the job as a terminal does, then continues it. All its processes stop, continue and end normally.
  @Test func stoppedForAWhile() throws {
    let result = try run("stopped_for_a_while")
    #expect(result.output == "exit 0\n360\n./out.mp4\n", "\(result)")
  }

  /// ffmpeg, which searches the film for stills, ends together with warp-film.
  @Test func killedWhileTheFilmIsSearched() throws {
    let result = try run("killed_while_the_film_is_searched")
    #expect(result.output == "exit 143\n", "\(result)")
  }

  /// warp-film waits for a map that never arrives, and has not started any stage yet.
  @Test func killedWhileTheMapIsMade() throws {
    let result = try run("killed_while_the_map_is_made")
    #expect(result.output == "exit 143\n", "\(result)")
  }
}
