import Testing

/// Kills any process of a running `warp-film` at any time. `warp-film` must fail, and leave no file and no process.
@Suite(.serialized) struct WarpKillTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "WarpKillTests", words) }

  @Test(arguments: [
    "picture decoder", "sound decoder", "picture filter", "sound filter", "encoder", "warp-film",
  ]) func aKilledProcessLeavesNothingAtAnyTime(stage: String) throws {
    let result = try run("a_killed_process_leaves_nothing_at_any_time", stage)
    #expect(result.output.split(separator: "\n").count == 3, "\(result.output) \(result.errors)")
    #expect(!result.output.contains("WRONG") && !result.output.contains("exit 0"), "\(result.output)")
  }

  @Test func otherSignalsLeaveNothing() throws {
    let result = try run("other_signals_leave_nothing")
    #expect(result.output.split(separator: "\n").count == 8, "\(result.output) \(result.errors)")
    #expect(!result.output.contains("WRONG") && !result.output.contains("exit 0"), "\(result.output)")
    #expect(result.output.contains("warp-film, 1 frames, SIGTERM: exit 143"))
    #expect(result.output.contains("warp-film, 0 frames, SIGHUP: exit 129"))
    #expect(result.output.contains("warp-film, 1 frames, SIGQUIT: exit 131"))
  }

  /// Stops the job as Ctrl-Z does, then continues it. All processes of the job stop, continue and end normally.
  @Test func aStoppedJobContinuesAndEndsNormally() throws {
    let result = try run("a_stopped_job_continues_and_ends_normally")
    #expect(result.output == "exit 0\n360\n./out.mp4\n", "\(result)")
  }

  /// ffmpeg, which searches the film for stills, ends together with warp-film.
  @Test func aKillDuringTheSearchLeavesNothing() throws {
    let result = try run("a_kill_during_the_search_leaves_nothing")
    #expect(result.output == "exit 143\n", "\(result)")
  }

  /// When the signal comes, warp-film waits for a map that never arrives, and has started no stage of its pipeline.
  @Test func aKillBeforeTheMapIsReadyLeavesNothing() throws {
    let result = try run("a_kill_before_the_map_is_ready_leaves_nothing")
    #expect(result.output == "exit 143\n", "\(result)")
  }
}
