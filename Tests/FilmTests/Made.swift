import TestFilms
import Testing
import Values
import Warp

@testable import Film

/// Films as ffprobe describes them, and maps for them.
enum Made {
  /// `base` with fields changed or added, for example `pix_fmt=rgb24`.
  static func line(_ base: String, _ changes: [String]) -> String {
    var fields = base.split(separator: "|").map(String.init)
    for change in changes {
      let name = change.prefix { $0 != "=" } + "="
      if let index = fields.firstIndex(where: { $0.hasPrefix(name) }) {
        fields[index] = change
      } else {
        fields.append(change)
      }
    }
    return fields.joined(separator: "|")
  }

  static func picture(_ changes: String...) -> String {
    line(
      "stream|index=0|codec_name=h264|codec_type=video|width=1920|height=1080|pix_fmt=yuv420p|field_order=progressive"
        + "|r_frame_rate=25/1|avg_frame_rate=25/1|time_base=1/12800|start_pts=0|duration_ts=128000"
        + "|color_range=unknown|color_space=unknown|disposition:attached_pic=0", changes)
  }

  static func sound(_ changes: String...) -> String {
    line(
      "stream|index=1|codec_name=aac|codec_type=audio|sample_fmt=fltp|sample_rate=48000|channels=2"
        + "|channel_layout=stereo|bits_per_raw_sample=N/A|time_base=1/48000|start_pts=0|duration_ts=480000"
        + "|disposition:attached_pic=0|tag:language=und", changes)
  }

  static func subtitle(_ changes: String...) -> String {
    line(
      "stream|index=2|codec_name=subrip|codec_type=subtitle|time_base=1/1000|start_pts=0|duration_ts=10000"
        + "|disposition:default=0|tag:language=und", changes)
  }

  static func container(_ names: String = "mov,mp4,m4a,3gp,3g2,mj2", start: String = "0.000000") -> String {
    "format|format_name=\(names)|start_time=\(start)|duration=10.000000"
  }

  static let version = "program_version|version=5.1.9\nlibrary_version|name=libavformat|major=59|minor=27"

  /// Ten seconds of packets of 1/25 s. Their timestamps begin at `start`, in ticks of 1/12800 s.
  static func packets(start: Int = 0, stream: Int = 0) -> String {
    (0..<250).map {
      "packet|stream_index=\(stream)|pts=\(start + $0 * 512)|dts=\(start + $0 * 512)|duration=512|flags=K_"
    }
    .joined(separator: "\n")
  }

  /// Ten seconds with sound in mp4, with answers to all questions.
  static func film(_ lines: [String] = [picture(), sound()], _ container: String = container()) -> Answers {
    let ofSound = "packet|stream_index=1|pts=0|dts=0|duration=480000|flags=K_"
    return Answers(([version] + lines + [container, packets(), ofSound]).joined(separator: "\n"))
  }

  static func map(_ map: TimeMap) -> FilmMap {
    FilmMap(map, table: Document(name: "map", text: "0\t0\n1\t1\n", maker: ["--duration", "10"]))
  }

  static func job(_ output: String? = "out.mp4", _ change: (inout FilmJob) -> Void = { _ in }) -> FilmJob {
    var job = FilmJob(input: "in.mp4", output: output)
    change(&job)
    return job
  }

  static func piece(_ text: String, of output: String = "out.mp4") -> RunMode {
    .piece(ResultPiece(text)!, PieceRun(output: output, words: "", version: ""))
  }

  static func join(_ output: String = "out.mp4") -> RunMode {
    .join(PieceRun(output: output, words: "", version: ""))
  }

  static func constant(_ scale: Double, _ duration: Double = 10) throws -> FilmMap {
    map(try TimeMap(scale: scale, duration: duration))
  }

  static func plan(_ answers: Answers, _ map: FilmMap, _ job: FilmJob) throws -> FilmPlan {
    try FilmPlan(FilmSurvey.film(for: job, asking: answers), map, job)
  }

  /// The questions that the answers leave open.
  static func questions(_ answers: Answers, _ job: FilmJob) throws -> [Question] {
    do { _ = try FilmSurvey.film(for: job, asking: answers) } catch let open as Answers.Unanswered {
      return open.questions
    }
    return []
  }

  static func text(_ answers: Answers, _ map: FilmMap, _ job: FilmJob) throws -> String {
    PipelineText(
      try plan(answers, map, job).pipeline, result: FileName(job.output ?? "").asFile, tools: job.run.tools
    ).text
  }

  /// The program of a stage and its arguments. `|N` and `<N` mean the pipeline's Nth input, a stage or a text. `>`
  /// means the result, and `@` the progress file. A stage that the plan lacks fails the test, because checks for absent
  /// arguments would pass.
  static func words(_ name: String, of plan: FilmPlan, _ pipeline: Pipeline? = nil) -> [String] {
    var count = 0
    func enter(_ feed: Feed) -> [String]? {
      count += 1
      return if case .stage(let stage) = feed { words(of: stage) } else { nil }
    }
    func words(of stage: Stage) -> [String]? {
      var found: [String]?
      let words =
        [stage.program.rawValue]
        + stage.words.map { word -> String in
          switch word {
          case .text(let text): return text
          case .result: return ">"
          case .rest: return ">.rest"
          case .progress: return "@"
          case .feed(let feed):
            let id = count + 1
            found = enter(feed) ?? found
            return if case .stage = feed { "|\(id)" } else { "<\(id)" }
          }
        }
      if let input = stage.input { found = enter(input) ?? found }
      return stage.name == name ? words : found
    }
    if let words = words(of: (pipeline ?? plan.pipeline).last) { return words }
    Issue.record("there is no \(name) among \(stages(of: plan))")
    return []
  }

  static func stages(of plan: FilmPlan) -> [String] { stages(plan.pipeline).map(\.name) }

  static func stages(_ pipeline: Pipeline) -> [Stage] { pipeline.ids.map { pipeline[$0] } }
}

extension Answers {
  /// All lines, as the answer to one question.
  func read<Value: Answer>(_ start: Value) -> Value {
    var value = start
    for line in lines { value.take(line) }
    return value
  }

  var probe: Probe { read(Probe()) }

  /// The packets of a stream; nil if there are none.
  func span(of stream: Int) -> PacketSpan? {
    let span = read(PacketSpans())[stream]
    return span == PacketSpan() ? nil : span
  }
}
