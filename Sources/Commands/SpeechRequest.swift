import Found
import Tool
import Values
import Warp

/// The part and the mean speed that `warp-film --speech` asks for.
struct SpeechRequest {
  /// Nil if only the options are checked.
  private let changes: MapChanges?
  /// Nil for `--speech auto`, where `--fit` sets the speed.
  private let meanSpeed: Double?

  init(_ arguments: Arguments, _ changes: MapChanges? = nil) throws {
    let text = arguments.value(of: WarpCommand.speech) ?? ""
    self.changes = changes
    let isFitted = arguments.contains(MapCommand.fit)
    if text == Self.automatic {
      guard isFitted else {
        throw Refusal.usage("--speech auto needs --fit", advice: "write a speed, as in --speech 2.5x")
      }
      meanSpeed = nil
    } else {
      meanSpeed = try Self.speed(text)
      if isFitted {
        throw Refusal.usage(
          "--speech \(text) and --fit both set the duration", advice: "to fit a duration, write --speech auto")
      }
    }
    if try AudioCommand.pitch.choice(arguments) == .follow {
      throw Refusal.usage("--speech keeps the pitch and excludes --pitch follow", advice: "leave --pitch out")
    }
  }

  private static let automatic = "auto"
  private static let fastest = 20.0

  private static func speed(_ text: String) throws(Refusal) -> Double {
    let speed: Double
    do throws(Refusal) { speed = try SpeedSyntax.speed(text) } catch {
      throw error.within("--\(WarpCommand.speech.name)")
    }
    return try checked(speed, "'\(text)'")
  }

  /// - Parameter name: the speed as a message names it.
  private static func checked(_ speed: Double, _ name: String) throws(Refusal) -> Double {
    guard speed >= 1 - 1e-9, speed <= fastest else {
      throw .usage(
        "\(name) is not a mean speed for --speech",
        advice: "write 1x to \(NumberSyntax.print(fastest))x; --speech does not slow down")
    }
    return max(1, speed)
  }

  func wish(on clip: Clip) throws -> SpeechPaces.Wish {
    let duration = try clip.requiredDuration(for: "--\(WarpCommand.speech.name)")
    let (start, end) = changes?.shown(of: duration) ?? (0, duration)
    let speed =
      if let meanSpeed { meanSpeed } else {
        try Self.checked(
          (end - start) / (changes?.lengthBeforeFreezes ?? duration),
          "the speed for a result of --fit \(BriefNumber.print(changes?.fitted ?? 0)) s")
      }
    return SpeechPaces.Wish(start: start, end: end, meanSpeed: speed)
  }
}
