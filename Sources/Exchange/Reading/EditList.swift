import Notation
import Values
import Warp

/// Reads an edit decision list in CMX 3600 format. Picture events follow each other at their record times, and M2 lines
/// contain the speed.
enum EditList {
  static func isFirstLine(_ line: ArraySlice<UInt8>) -> Bool {
    ["TITLE:", "FCM:"].contains { line.starts(with: $0.utf8) } || EditListReader.isEvent(line)
  }

  static func map(_ bytes: [UInt8], _ clip: Clip) throws -> TimeMap {
    let rate = try clip.requiredFrameRate(for: "an edit decision list")
    var reader = EditListReader(EditClock(rate))
    for (index, line) in ByteLines(bytes).enumerated() { _ = try reader.read(line, number: index + 1) }
    let pictures = reader.events.filter(\.showsPicture)
    var lines = LineList()
    var film = OneFilm()
    var start: Double?
    let shown = pictures.isEmpty ? reader.events : pictures
    let timecode = timecode(of: shown, clip)
    for event in shown {
      guard event.transition == "C" else {
        throw Refusal.map(
          "the list has a transition of kind \(event.transition)", at: event.recordIn.text,
          advice: "--map reads cuts; replace dissolves and wipes")
      }
      let length = event.recordOut.seconds - event.recordIn.seconds
      let begin = event.recordIn.seconds - (start ?? event.recordIn.seconds)
      start = start ?? event.recordIn.seconds
      guard length >= 0, begin > lines.warped - 1e-6 else {
        throw Refusal.map("the events overlap or are not in order", at: event.recordIn.text)
      }
      // The reel BL is black, which a map of a film cannot show. The last picture is held instead.
      if event.reel == "BL" {
        try lines.hold(until: begin + length)
        continue
      }
      guard !event.endsBeforeItBegins else {
        throw Refusal.map(
          "the source of the event ends before it begins", at: event.sourceOut.text,
          advice: "an event that plays backward needs an M2 line")
      }
      // AX means an unknown reel.
      try film.take(event.reel == "AX" ? event.clipName : event.reel)
      let (place, speed) = event.source
      let from = timecode?.source(ofListed: place) ?? place
      try lines.hold(until: begin)
      try lines.play(from: from, to: from + speed * length, until: begin + length)
    }
    return try lines.map()
  }

  /// The timecode from which the list counts: that of the film if all events lie in it, otherwise none.
  private static func timecode(of events: [EditEvent], _ clip: Clip) -> StartTimecode? {
    guard let timecode = clip.timecode else { return nil }
    let end = clip.duration.map { $0 + 1 / timecode.rate.value } ?? .infinity
    let isInFilm = events.allSatisfy { event in
      // Without a duration, times before the timecode are not after midnight.
      guard clip.duration != nil || event.sourceIn.seconds > timecode.seconds - 1e-6 else { return event.reel == "BL" }
      return event.reel == "BL" || timecode.source(ofListed: event.sourceIn.seconds) <= end
    }
    return isInFilm ? timecode : nil
  }
}
