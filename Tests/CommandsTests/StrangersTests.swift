import Found
import Testing
import Tool
import Values

@testable import Commands

/// Advice about options of other programs.
@Suite struct StrangersTests {
  private static let commands = [
    WarpCommand.command, MapCommand.command, VideoCommand.command, AudioCommand.command,
  ]

  private func advice(_ command: Command, _ words: [String]) -> String {
    do throws(Failure) {
      _ = try Arguments(parsing: words, for: command)
      return "nothing"
    } catch {
      return error.message
    }
  }

  @Test(arguments: commands.indices) func eachSpellingIsDeclaredOnce(number: Int) {
    let spellings = Self.commands[number].options.flatMap { ["--\($0.name)"] + ($0.letter.map { ["-\($0)"] } ?? []) }
    #expect(Set(spellings).count == spellings.count)
  }

  @Test func adviceCanBeTyped() throws {
    for command in Self.commands {
      for stranger in command.strangers {
        guard let line = stranger.words(for: nil) else { continue }
        let arguments = try Arguments(parsing: Self.split(line), for: command)
        if command.name == "warp-film" {
          let clip = Clip(duration: 60, frameRate: FrameRate(Rational(25, 1)!))
          _ = try MapRequest(arguments, on: clip, found: FoundCurve(arguments, from: Evidence(), on: clip))
          _ = try PictureOptions(
            Arguments(parsing: arguments.words(of: WarpCommand.pictureOptions), for: VideoCommand.command))
          _ = try WarpCommand.deinterlace.choice(arguments)
        } else if command.name == "warp-map" {
          _ = try MapRequest(arguments, on: Clip(duration: 60))
          _ = try MapOutput(arguments)
        } else if command.name == "warp-video" {
          _ = try PictureOptions(arguments)
        } else {
          _ = try SoundOptions(arguments)
        }
      }
    }
  }

  /// An option in the advice must exist in the command, or in another command that the advice names.
  @Test func adviceNamesOptionsThatExist() {
    for command in Self.commands {
      for stranger in command.strangers {
        let text = stranger.advice(for: nil)
        let named = Self.commands.filter { text.contains($0.name) } + [command]
        let options = text.split { " =()';".contains($0) }.filter { $0.hasPrefix("--") }
        for option in options where !stranger.names.contains(String(option.dropFirst(2))) {
          #expect(named.contains { $0.options.contains { "--\($0.name)" == option } }, "\(command.name): \(text)")
        }
        #expect(text.split(separator: " ").count <= 25, "\(command.name): \(text)")
      }
    }
  }

  @Test func eachForeignOptionHasOneRow() {
    for command in Self.commands {
      let options = Set(command.options.map(\.name))
      let names = command.strangers.flatMap(\.names)
      let twice = Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys
      // Rows about options of warp's other commands come last, after more specific advice.
      let siblings = Set(Self.commands.flatMap(\.options).map(\.name))
      #expect(Set(twice).isSubset(of: siblings), "\(command.name): \(twice)")
      // With a single dash, these are options of ffmpeg.
      #expect(options.intersection(names).isSubset(of: ["map", "to", "duration"]), "\(command.name)")
    }
  }

  @Test func optionsOfOtherWarpCommandsGetAdvice() {
    for command in Self.commands {
      let own = Set(command.options.map(\.name))
      for other in Self.commands {
        for option in other.options where !own.contains(option.name) {
          let message = advice(command, ["--\(option.name)"])
          #expect(message.hasPrefix("\(command.name) has no option '--\(option.name)'; "), "\(message)")
        }
      }
    }
  }

  @Test(arguments: [
    ("--no-sound", "write --no-audio"), ("-an", "write --no-audio"), ("-r 30", "write --fps 30"),
    ("-r in.mp4", "write --fps 30"), ("--x264-preset fast", "write --preset fast"),
    ("-crf 18", "write --quality 18"),
    ("--crf=18", "write --quality 18"), ("-b:v 5M", "write --encode '-b:v 5M'"),
    ("-c:v libx265", "write --codec libx265"),
    ("-ss 7", "write --trim 7.. (to end earlier, add a time after the dots)"),
    ("-to 1:30", "write --trim ..1:30 (to start later, add a time before the dots)"),
    ("-t 10", "write --trim ..10 (or --fit 10 to make the whole video last that long)"),
    ("--slowmo 4", "write --speed 0.5x (from 2 s to 4 s: --speed '0=1x, 2s=0.5x hold, 4s=1x hold')"),
    ("--speedup 3", "write --speed 3x"),
    ("-i a.mp4", "write INPUT without an option: warp-film a.mp4 out.mp4"),
    ("-o b.mp4", "write OUTPUT last, without an option: warp-film in.mp4 b.mp4"),
    ("--gif", "end OUTPUT in .gif"), ("--soundtrack a.mp3", "write --music a.mp3"),
    ("-s 640", "write --width 640"), ("-s 854x480", "write --width 854"), ("-s hd720", "write --width 1280"),
    ("--volume 2", "write --sound-level 6 (in decibels)"),
    ("--music-volume 0.3", "write --music song.mp3 --music-level -12 (in decibels)"),
    ("--original-sound", "write --sound original"),
    ("--retime vtt", "to retime subtitles, type warp-map --speed 2x --retime vtt < in.srt > out.srt"),
    ("--ramp", "write --curve ramp"), ("--stats", "warp-video and warp-audio have it"),
    ("--duration 10", "leave --duration out, or write --trim ..10 to cut or --fit 10 to change the speed"),
  ]) func optionsOfOtherProgramsGetAdvice(words: String, expected: String) {
    let typed = words.split(separator: " ").map(String.init)
    let option = typed[0].split(separator: "=")[0]
    #expect(advice(WarpCommand.command, typed) == "warp-film has no option '\(option)'; \(expected)")
  }

  @Test func optionsOfOneCommandLeadToAnother() {
    #expect(advice(MapCommand.command, ["--silence", "cut"]) == "warp-map has no option '--silence'; warp-film has it")
    #expect(
      advice(MapCommand.command, ["--pitch"]) == "warp-map has no option '--pitch'; warp-film and warp-audio have it")
    func give(_ option: String) -> String { "give \(option) to warp-map, and read its table with --map" }
    #expect(
      advice(VideoCommand.command, ["--speed", "2x"]) == "warp-video has no option '--speed'; \(give("--speed"))")
    #expect(advice(AudioCommand.command, ["--reverse"]) == "warp-audio has no option '--reverse'; \(give("--reverse"))")
    #expect(
      advice(MapCommand.command, ["-o", "a.tsv"])
        == "warp-map has no option '-o'; leave it out and end the command with > a.tsv")
  }

  @Test(arguments: [
    (MapCommand.command, ["in.mp4"], "warp-map takes only options; to retime a video, type warp-film in.mp4 out.mp4"),
    (
      VideoCommand.command, ["m.tsv"],
      "write < before INPUT and > before OUTPUT"
    ),
    (
      MapCommand.command, ["--speed", "0=1x,", "2s=2x"],
      "put the whole value of --speed in quotes"
    ),
  ]) func strayFilesGetAdvice(command: Command, words: [String], expected: String) {
    #expect(advice(command, words) == "unexpected argument '\(words.last ?? "")'; \(expected)")
  }

  /// Splits a line into words at blanks outside single quotes, as a shell does.
  private static func split(_ line: String) -> [String] {
    let parts = line.split(separator: "'", omittingEmptySubsequences: false).enumerated()
    return parts.flatMap {
      $0.offset % 2 == 1 ? [String($0.element)] : $0.element.split(separator: " ").map(String.init)
    }
  }
}
