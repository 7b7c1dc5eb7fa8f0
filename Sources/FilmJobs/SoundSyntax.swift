import Commands
import Film
import Tool
import Values
import Warp

/// Converts options for sound to a `FilmJob`.
extension JobSyntax {
  static func takeSound(_ arguments: Arguments, into job: inout FilmJob) throws {
    let keepsPitch = arguments.contains(WarpCommand.speech) && !arguments.contains(AudioCommand.pitch.option)
    job.sound.options = arguments.words(of: WarpCommand.soundOptions) + (keepsPitch ? ["--pitch", "keep"] : [])
    job.sound.typed = WarpCommand.soundOptions.filter(arguments.contains).map { "--\($0.name)" }
    job.sound.keepsPitch = try SoundOptions(Arguments(parsing: job.sound.options, for: AudioCommand.command)).keepsPitch
  }

  static func takeMix(_ arguments: Arguments, into job: inout FilmJob) throws {
    job.sound.keepsOwnSpeed = try WarpCommand.sound.choice(arguments) == .original
    job.sound.level = try level(arguments, WarpCommand.soundLevel)
    let own = [WarpCommand.sound.option, WarpCommand.soundLevel, WarpCommand.mute]
    job.sound.typed += own.filter(arguments.contains).map { "--\($0.name)" }
    job.sound.typedForAny = ModeRules.idleOptions(arguments, in: .image).map { "--\($0.name)" }
    let start = try arguments.value(of: WarpCommand.musicStart).map { try TimeSyntax.seconds($0) } ?? 0
    let level = try level(arguments, WarpCommand.musicLevel)
    let fade = try arguments.value(of: WarpCommand.musicFade).map { text throws(Refusal) in
      do throws(Refusal) { return try TimeSyntax.seconds(text) } catch { throw error.within("--music-fade") }
    }
    guard let file = arguments.value(of: WarpCommand.music) else {
      if let stray = WarpCommand.musicOptions.first(where: arguments.contains) {
        throw Failure(.usage, "--\(stray.name) needs --\(WarpCommand.music.name)")
      }
      return
    }
    // Music does not matter if only the map is shown.
    if case .show = job.mode { return }
    job.sound.music = SoundWish.Music(
      file: file, start: start, repeats: arguments.contains(WarpCommand.musicLoop), level: level,
      fade: fade ?? SoundWish.Music.usualFade)
  }

  /// The parts of the clip in which its own sound is silent.
  static func muted(_ arguments: Arguments, on clip: Clip) throws -> [Range<Double>] {
    try arguments.values(of: WarpCommand.mute).map { text in
      guard RangeSyntax.ends(of: text[...]) != nil else {
        throw Refusal.usage(
          "'\(text)' is not a range", at: "--\(WarpCommand.mute.name)",
          advice: "write FROM..TO, as in 2s..5s; to leave the sound out, write --no-audio")
      }
      let (start, end) = try ChangeSyntax.part(text, on: clip, at: "--\(WarpCommand.mute.name)")
      guard start < end ?? .infinity else {
        throw Refusal.usage("'\(text)' is empty", at: "--\(WarpCommand.mute.name)")
      }
      return start..<(end ?? .infinity)
    }
  }

  /// Returns the decibels of an option, 0 without the option.
  private static func level(_ arguments: Arguments, _ option: Option) throws -> Double {
    guard let text = arguments.value(of: option) else { return 0 }
    let number = text.lowercased().hasSuffix("db") ? String(text.dropLast(2)) : text
    guard let level = NumberSyntax.parse(number), abs(level) <= 200 else {
      throw Failure(
        .usage, "'\(text)' is not a level in decibels (--\(option.name)); write a number such as -6")
    }
    return level
  }
}
