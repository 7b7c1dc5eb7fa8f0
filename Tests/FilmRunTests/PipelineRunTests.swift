import Foundation
import Testing
import Tool

@testable import Film
@testable import FilmRun

/// Pipelines of small programs.
@Suite struct PipelineRunTests {
  private let directory = FileManager.default.temporaryDirectory.appending(path: "warp-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }

  private func path(_ name: String) -> String { directory.appending(path: name).path }

  private func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  private func sh(_ name: String, _ script: String, _ words: [Stage.Word] = [], input: Feed? = nil) -> Stage {
    Stage(name, .sh, [["-c", .text(script), "sh"], words], input: input)
  }

  private func outputs(result: String = "out") throws -> PipelineRun.Outputs {
    var outputs = PipelineRun.Outputs(command: "warp-film", tools: .init(in: "/none"))
    outputs.longestWait = 0.01
    outputs.name = result
    outputs.result = try ResultFile(path(result), called: result, replacing: false)
    return outputs
  }

  private func run(
    _ last: Stage, _ change: (inout PipelineRun.Outputs) throws -> Void = { _ in }, afterwards: () throws -> Void = {}
  ) throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    var outputs = try outputs()
    try change(&outputs)
    try PipelineRun.run(Pipeline(last), outputs)
    try outputs.result?.keep()
    #expect(try text("out") == "ONE\nTWO\ntext\n")
    try afterwards()
  }

  private func failure(_ last: Stage) throws -> Failure? {
    defer { try? FileManager.default.removeItem(at: directory) }
    let outputs = try outputs()
    do { try PipelineRun.run(Pipeline(last), outputs) } catch { return error }
    return nil
  }

  private let document = Document(name: "text", text: "text\n", maker: nil)
  private var capitals: Stage { sh("filter", "tr a-z A-Z", input: .stage(sh("source", "echo one; echo two"))) }

  @Test func stagesReadEachOthersOutput() throws {
    try run(
      sh("last", "cat \"$1\" \"$2\" >\"$3\"", [.feed(.stage(capitals)), .feed(.document(document)), .result]))
  }

  @Test func documentCanBeStandardInput() throws {
    try run(sh("last", "cat \"$1\" - >\"$2\"", [.feed(.stage(capitals)), .result], input: .document(document)))
  }

  @Test func stagesAreListedInStartOrder() throws {
    let list = path("list")
    let words: [Stage.Word] = [.feed(.stage(capitals)), .result]
    var names = ""
    try run(sh("last", "cat \"$1\" - >\"$2\"", words, input: .document(document))) {
      $0.stages = try PipeEnd(creating: list)
    } afterwards: {
      names = try text("list").split(separator: "\n").map { $0.prefix { $0 != "\t" } }.joined(separator: " ")
    }
    #expect(names == "source filter last")
  }

  @Test func progressIsPassedOn() throws {
    let file = path("told")
    let script = "printf 'out_time_us=5000\\nprogress=end\\n' >/dev/fd/${3#pipe:}; cat \"$1\" - >\"$2\""
    let last = sh(
      "last", script, [.feed(.stage(capitals)), .result, .progress(file)], input: .document(document))
    var told = ""
    try run(last) {
      $0.progress = try ProgressFile(creating: file, total: 5000)
    } afterwards: {
      told = try text("told")
    }
    #expect(told == "out_time_us=5000\ntotal_us=5000\neta_s=0\n")
  }

  @Test func failedStageIsNamed() throws {
    let filter = sh("filter", "cat >/dev/null; exit 9", input: .stage(sh("source", "echo one")))
    #expect(
      try failure(sh("last", "cat >\"$1\"", [.result], input: .stage(filter)))
        == Failure(.inputOutput, "the filter failed with status 9; no file is written"))
  }

  @Test(arguments: [0, 1]) func stagesMayHaveTheSameName(failing: Int) throws {
    let twins = (0...1).map { Feed.stage(sh("twin", "sleep 0.\($0); exit \($0 == failing ? 9 : 0)")) }
    let last = sh("last", "cat \"$1\" \"$2\" >\"$3\"", [.feed(twins[0]), .feed(twins[1]), .result])
    #expect(try failure(last) == Failure(.inputOutput, "the twin failed with status 9; no file is written"))
  }

  /// No stage outlives the job, however long it would have run.
  @Test func runningStagesAreKilledAfterAFailure() throws {
    let source = sh("source", "exec sleep 1000")
    let last = sh("last", "kill -KILL $$", [.feed(.stage(source)), .result])
    #expect(try failure(last) == Failure(.inputOutput, "the last was killed by signal 9; no file is written"))
  }

  @Test func missingProgramIsNamed() throws {
    let last = Stage("last", .map, [[.result]], input: .stage(sh("source", "exec sleep 1000")))
    #expect(try failure(last) == Failure(.inputOutput, "/none/warp-map is not on the PATH"))
  }
}
