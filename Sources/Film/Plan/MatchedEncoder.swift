import Pixels
import Values
import Warp

/// The encoder whose frames can stand between the encoded frames of a film: it has the film's codec, profile, level and
/// reordering, and its parameter sets have numbers that the film leaves free.
struct MatchedEncoder: Equatable, Sendable {
  private let facts: PictureFacts
  private let fields: FieldOrder?
  private let options: [String]

  /// Throws with the reason if no encoder can match the film.
  init(
    _ film: FilmSurvey.Film, _ stream: ProbedStream, _ facts: PictureFacts, _ list: CodedList, _ light: LightData
  ) throws(Mismatch) {
    (self.facts, fields) = (facts, film.fields ?? facts.fields)
    switch stream.codec {
    case "h264": options = try Self.h264(facts, list, fields, light)
    case "hevc": options = try Self.hevc(facts, list, fields, light)
    default: throw Mismatch(reason: "frames of \(stream.codec) cannot be encoded to match")
    }
  }

  struct Mismatch: Error { let reason: String }

  /// The frames are few, and have been encoded before.
  private static func quality(_ quality: Int) -> [String] { ["-preset", "fast", "-crf", "\(quality)"] }

  private static func h264(
    _ facts: PictureFacts, _ list: CodedList, _ fields: FieldOrder?, _ light: LightData
  ) throws(Mismatch) -> [String] {
    guard let profile = profiles[facts.profile] else {
      throw Mismatch(reason: "libx264 has no profile '\(facts.profile)'")
    }
    let used = Set((list.sets[7] ?? []) + (list.sets[8] ?? []))
    guard let number = (1..<32).first(where: { !used.contains($0) }) else {
      throw Mismatch(reason: "no number is free for further parameter sets")
    }
    var parameters = ["sps-id=\(number)", "open-gop=0", "keyint=infinite", "ref=\(min(facts.refs, 4))"]
    if facts.level >= 10 { parameters.append("level=\(facts.level / 10).\(facts.level % 10)") }
    if facts.delay == 0 || profile == "baseline" {
      parameters.append("bframes=0")
    } else {
      parameters += ["bframes=3", "b-pyramid=\(facts.delay > 1 ? "normal" : "none")"]
    }
    if let fields { parameters.append(fields == .topFirst ? "tff=1" : "bff=1") }
    parameters += light.parameters(screen: "mastering-display", brightest: "cll") + ["log-level=error"]
    return ["-c:v", "libx264"] + quality(14) + [
      "-profile:v", profile, "-x264-params", parameters.joined(separator: ":"),
    ]
  }

  private static let profiles = [
    "Constrained Baseline": "baseline", "Baseline": "baseline", "Main": "main", "High": "high", "High 10": "high10",
    "High 4:2:2": "high422", "High 4:4:4 Predictive": "high444",
  ]

  private static func hevc(
    _ facts: PictureFacts, _ list: CodedList, _ fields: FieldOrder?, _ light: LightData
  ) throws(Mismatch) -> [String] {
    // HEVCNumbers of module Video gives the encoder's sets these numbers.
    let used = [32, 33].flatMap { list.sets[$0] ?? [] }.contains(1) || list.sets[34]?.contains(15) ?? false
    if used { throw Mismatch(reason: "no number is free for further parameter sets") }
    if fields != nil { throw Mismatch(reason: "libx265 encodes no interlaced frames") }
    // Smaller pictures make libx265 corrupt its own memory.
    if min(facts.width, facts.height) < 64 { throw Mismatch(reason: "the picture is too small for libx265") }
    var parameters = ["open-gop=0", "keyint=-1", "repeat-headers=1", "info=0", "log-level=error"]
    if facts.level >= 30 { parameters.append("level-idc=\(facts.level / 30).\(facts.level % 30 / 3)") }
    parameters += (facts.isPQ ? ["hdr10=1"] : []) + light.parameters(screen: "master-display", brightest: "max-cll")
    parameters += facts.delay == 0 ? ["bframes=0"] : ["bframes=3", "b-pyramid=\(facts.delay > 1 ? 1 : 0)"]
    return ["-c:v", "libx265"] + quality(16) + ["-x265-params", parameters.joined(separator: ":")]
  }

  /// ffmpeg's arguments: it decodes what warp-video prints for a splice, and encodes the marked frames.
  func words(_ timebase: Timebase, asStamped: [String]) -> [String] {
    var words = ["-nostdin", "-v", "error", "-copyts", "-f", "nut", "-i", "-", "-map", "0:v:0"]
    words += ["-vf", SpliceMark.filter] + asStamped + ["-enc_time_base", SpliceMark.unit(at: timebase)]
    words += ["-pix_fmt", facts.pixelFormat] + facts.colours.flatMap { ["-\($0.option):v", $0.value] } + options
    if fields != nil { words += ["-flags", "+ilme+ildct"] }
    words += ["-force_key_frames", SpliceMark.keyFrames(at: timebase), "-forced-idr", "1"]
    return words + ["-avoid_negative_ts", "disabled", "-fflags", "+bitexact", "-f", "nut", "-"]
  }
}
