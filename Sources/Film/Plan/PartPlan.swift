import Values
import Warp

/// The plan for a part of a result. Its frames are those of the whole result: warp-video follows the whole map and
/// makes some of the frames. The sound follows the part of the map that plays meanwhile.
struct PartPlan: Sendable {
  /// The output frames of the part; nil without a picture.
  let range: OutputRange?
  /// In seconds of the whole result, which lasts `whole` seconds.
  let start: Double
  let end: Double
  let whole: Double
  /// What the sound follows.
  let map: FilmMap

  /// Nil if all of the result is made.
  init?(_ job: FilmJob, _ map: FilmMap, _ picture: PicturePlan) throws(FilmError) {
    guard let part = job.part else { return nil }
    whole = map.map.warpedLength ?? 0
    guard part.start < whole else {
      throw .usage(
        "the result ends at \(BriefNumber.print(whole)) s, so nothing plays at \(BriefNumber.print(part.start)) s",
        advice: "play an earlier part")
    }
    if picture.stream == nil {
      (range, start, end) = (nil, part.start, min(part.end, whole))
    } else if let rate = picture.timing.rate {
      // A part begins and ends with whole frames. Times of a page lie a little beside them.
      let count = rate.frameCount(filling: whole) ?? .max
      let first = min(count - 1, Int((rate.position(at: part.start) + Self.grace).rounded(.down)))
      let last = min(count, max(first + 1, Int((rate.position(at: min(part.end, whole)) - Self.grace).rounded(.up))))
      range = .frames(first..<last)
      (start, end) = (rate.start(ofFrame: first), last == count ? whole : rate.start(ofFrame: last))
    } else {
      range = .times(part.start..<part.end)
      (start, end) = (part.start, min(part.end, whole))
    }
    self.map = try Self.map(map, from: start, to: end, crossfading: job.crossfade)
  }

  /// In frames.
  private static let grace = 1e-3

  private static func map(
    _ map: FilmMap, from start: Double, to end: Double, crossfading length: Double
  ) throws(FilmError) -> FilmMap {
    do throws(Refusal) {
      let part = try map.map.followed(by: PlayList([PlayList.Part(from: start, to: end, speed: 1)]).map())
      let text = MapTable.text(of: try part.tabulated(tolerance: 1e-11))
      return FilmMap(
        try Crossfades(part, lasting: length), table: Document(name: "part_map", text: text, maker: nil))
    } catch { throw .usage(error.description) }
  }
}

extension FilmPlan {
  /// The words of the encoder for a part of a result: picture and one sound, without chapters, covers and tags.
  func partPhrases(_ part: PartPlan, starting start: [Stage.Word]) -> [[Stage.Word]] {
    let inputs = [part.range.flatMap(picture.input)].compactMap(\.self) + sound.inputs
    let taken = inputs.enumerated().flatMap { $0.element.taking($0.offset) }
    let plain = ["-map_metadata:g", "-1", "-map_chapters", "-1", "-fflags", "+bitexact"]
    let codecs = film.encoding.map(codecWords) ?? []
    let options: [String] = taken + plain + inputs.flatMap(\.outputOptions) + codecs
    let output: [Stage.Word] = .init(options) + [.result]
    return [start] + inputs.map(\.phrase) + [output]
  }
}
