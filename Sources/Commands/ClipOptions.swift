import Tool
import Values
import Warp

/// The duration and frame rate of the clip, from warp-map's options.
package struct ClipOptions {
  package let clip: Clip
  /// The number of `--frames`; nil without the option.
  package let frameCount: Int?

  package init(_ arguments: Arguments) throws {
    let rate = try arguments.value(of: MapCommand.fps).map { try FrameRateSyntax.parse($0) }
    let duration = try arguments.value(of: MapCommand.duration).map { try TimeSyntax.seconds($0, at: rate) }
    frameCount = try arguments.value(of: MapCommand.frames).map(Self.frameCount)
    let timecode = try Self.timecode(arguments, at: rate)
    if let frameCount {
      guard duration == nil else {
        throw Refusal.usage("--duration and --frames both set the duration", advice: "leave one of the two out")
      }
      guard let rate else { throw Refusal.usage("--frames needs --fps") }
      clip = Clip(duration: rate.start(ofFrame: frameCount), frameRate: rate, timecode: timecode)
    } else {
      clip = Clip(duration: duration, frameRate: rate, timecode: timecode)
    }
    if let length = clip.duration, !(length > 0 && length <= TimeSyntax.longest) {
      throw Refusal.usage(
        "a video cannot last \(BriefNumber.print(length)) s",
        advice: "write more than 0 and at most \(NumberSyntax.print(TimeSyntax.longest)) s")
    }
  }

  /// Reports a `--duration` that does not shorten the table of `--map`.
  package func notes(on map: TimeMap, _ arguments: Arguments) -> [String] {
    guard arguments.contains(MapCommand.map), let duration = clip.duration, let end = map.sourceRange.end,
      end > duration + 1e-6
    else { return [] }
    let (length, longer) = BriefNumber.print(duration, besides: end)
    let command = "--trim ..\(NumberSyntax.print(duration))s"
    return ["the video lasts \(length) s, but the table goes on to \(longer) s; to cut the table, add \(command)"]
  }

  private static func timecode(_ arguments: Arguments, at rate: FrameRate?) throws(Refusal) -> StartTimecode? {
    guard let text = arguments.value(of: MapCommand.timecode) else { return nil }
    guard let rate else { throw .usage("--timecode needs --fps") }
    guard let start = StartTimecode(text, at: rate) else {
      do throws(Refusal) { _ = try TimeCode(text)?.frame(at: rate, in: text) } catch {
        throw error.within("--timecode")
      }
      throw .usage(
        "'\(text)' is not a timecode at \(BriefNumber.print(rate.value)) fps", at: "--timecode",
        advice: "write 01:00:00:00, or 01:00:00;00 for drop-frame")
    }
    return start
  }

  private static func frameCount(_ text: String) throws -> Int {
    guard let count = Int(text), count > 0, count <= 1 << 40 else {
      throw Refusal.usage("'\(text)' is not a number of frames")
    }
    return count
  }
}
