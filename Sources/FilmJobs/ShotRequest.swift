import Camera
import Commands
import Film
import Streams
import Tool
import Values
import Warp

/// How the phone plays the film (`--as-shot`). What it plays becomes keyframes of `--speed`, so that everything after
/// this treats them as typed.
struct ShotRequest {
  private let arguments: Arguments
  private let job: FilmJob
  private var facts = ShotFacts()
  /// A file beside INPUT that describes something else, and Apple's name for that.
  private var otherEdit: (path: String, format: String)?

  /// Reads what the phone notes in the trailer of INPUT and beside INPUT. If nothing asks for it, damage is ignored.
  init(_ arguments: Arguments, _ job: FilmJob) throws {
    (self.arguments, self.job) = (arguments, job)
    guard job.pictures == nil, InputFile.kind(of: job.input) == .regular else { return }
    if let named = arguments.value(of: WarpCommand.asShot) {
      try read(named)
    } else if isAsked {
      try readTrailer()
      if facts.trailer == nil { try sidecarBeside.map { try read($0) } }
    } else {
      try? readTrailer()
      if facts.trailer == nil { sidecarBeside.map { try? read($0) } }
    }
  }

  private var isAsked: Bool { arguments.contains(WarpCommand.asShot) }

  private mutating func readTrailer() throws {
    let file = try ReadableFile(job.input)
    do {
      facts.trailer = try SamsungTrailer(ofFileWith: file.size) { try file.bytes($0) }
    } catch let error as CameraError {
      throw Failure(
        .input, "the trailer of '\(job.input)', in which a Samsung phone notes its speeds, is damaged: \(error)")
    }
  }

  /// `IMG_1234.AAE` beside `IMG_1234.MOV`.
  private var sidecarBeside: String? {
    ["AAE", "aae"].map { "\(FileName(job.input).stem).\($0)" }.first(where: InputFile.isRegular)
  }

  private mutating func read(_ path: String) throws {
    guard try InputFile.size(path) <= Self.longestSidecar else {
      throw Failure(.usage, "'\(path)' is too long for a sidecar of Apple's Photos (--as-shot)")
    }
    let bytes = try WholeText.read(FileSource(path: path))
    do {
      facts.sidecar = try AppleSidecar(reading: bytes)
    } catch let error as CameraError {
      throw Failure(.usage, "'\(path)' is damaged, or not a sidecar of Apple's Photos: \(error) (--as-shot)")
    } catch let edit as AppleSidecar.OtherEdit {
      // Photos writes other edits into a file of the same name.
      otherEdit = (path, edit.format)
      guard arguments.value(of: WarpCommand.asShot) != nil else { return }
      throw Failure(.usage, "'\(path)' describes an edit of kind '\(edit.format)', not slow motion (--as-shot)")
    }
  }

  /// In bytes. Sidecars have about a thousand.
  private static let longestSidecar = 1 << 20

  /// The command with the speeds of the phone as `--speed`, and a line about them.
  ///
  /// Without `--as-shot`, a page begins with them unless another curve is typed.
  func answer(on film: FilmSurvey.Film) throws -> (arguments: Arguments, note: String?) {
    if isAsked, arguments.contains(MapCommand.invert) { throw Clip.undoing("--as-shot") }
    let shot = shot(in: film)
    guard isAsked else {
      if case .keys(let keys, let phone) = shot, isPage, try !MapRequest.hasCurve(arguments) {
        return (
          arguments.replacing(WarpCommand.asShot, by: .speed(keys)),
          "the page begins with the speeds at which the phone plays '\(job.input)' (\(phone.rawValue))"
        )
      }
      return (arguments, shot.flatMap { advice(on: $0, film) })
    }
    switch shot {
    case .keys(let keys, _):
      let isNormal = keys.keys.allSatisfy { $0.speed == 1 }
      return (
        arguments.replacing(WarpCommand.asShot, by: .speed(keys)),
        isNormal ? "--as-shot has no effect: the phone plays '\(job.input)' at normal speed" : nil
      )
    case .stored(let rate):
      let isFast = rate.map { $0 < film.rate?.value ?? 0 } ?? false
      return (
        arguments.replacing(WarpCommand.asShot, by: nil),
        "--as-shot has no effect: '\(job.input)' plays as \(isFast ? "fast" : "slowly") as the phone plays it"
      )
    case .untold, nil:
      if let otherEdit {
        throw Failure(
          .usage,
          "nothing says how the phone plays '\(job.input)' (--as-shot): '\(otherEdit.path)' describes an edit of kind "
            + "'\(otherEdit.format)'")
      }
      throw Failure(
        .usage,
        "nothing says how the phone plays '\(job.input)' (--as-shot); Apple's Photos exports a file such as "
          + "'\(FileName(FileName(job.input).stem).name).AAE' beside the video; write --as-shot=FILE")
    }
  }

  private var isPage: Bool { job.mode == .edit || job.mode == .show(asPage: true) }

  private func shot(in film: FilmSurvey.Film) -> ShotSpeed? {
    var facts = facts
    let tags = film.probe.container.tags
    func tag(_ name: String) -> String? { tags.first { $0.name == name }?.value }
    facts.captureRate = tag("com.android.capture.fps").flatMap { NumberSyntax.parse($0) }.flatMap {
      $0 <= Self.mostFrames ? $0 : nil
    }
    facts.isMeantSlow = tag("com.apple.quicktime.full-frame-rate-playback-intent") == "0"
    guard let rate = film.rate?.value else { return nil }
    return ShotSpeed(facts, rate: rate, duration: film.span.length)
  }

  /// A line for a user who may not know that the film is slow motion. Cameras also tag films of usual rates.
  private func advice(on shot: ShotSpeed, _ film: FilmSurvey.Film) -> String? {
    guard job.mode.printsNotes, let rate = film.rate?.value else { return nil }
    let isFast = rate > Self.usualRates
    switch shot {
    case .keys(_, let phone) where phone != .android || isFast:
      return "the phone plays '\(job.input)' in slow motion (\(phone.rawValue)); to do the same, add --as-shot"
    case .untold where isFast:
      return "the phone plays '\(job.input)' in slow motion; to do the same, add --as-shot=FILE with the .AAE file "
        + "that Apple's Photos exports beside it"
    case .stored(let captured?) where captured >= 1.5 * rate:
      return "'\(job.input)' was shot at \(BriefNumber.print(captured)) fps and is slow already; for normal speed, "
        + "add --speed \(BriefNumber.print(captured / rate))x"
    case .keys, .untold, .stored: return nil
    }
  }

  /// In frames per second: what no camera takes.
  private static let mostFrames = 100_000.0
  /// In frames per second. Films with more are probably slow motion.
  private static let usualRates = 90.0
}

extension Arguments.Occurrence {
  fileprivate static func speed(_ keys: SpeedKeys) -> Arguments.Occurrence {
    Arguments.Occurrence(option: MapCommand.speed, value: SpeedSyntax.text(keys))
  }
}
