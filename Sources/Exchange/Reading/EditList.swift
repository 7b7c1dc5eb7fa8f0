import Notation
import Warp

/// An edit decision list in the form of CMX 3600. Events of the picture follow each other at their record times; M2
/// lines say how fast they play.
enum EditList {
  static func isFirstLine(_ line: ArraySlice<UInt8>) -> Bool {
    ["TITLE:", "FCM:"].contains { line.starts(with: $0.utf8) } || EditEvent(line) != nil
  }

  static func map(_ bytes: [UInt8], _ clip: Clip) throws(Refusal) -> TimeMap {
    let rate = try clip.requiredFrameRate(for: "an edit decision list")
    let (all, clock) = events(bytes, EditClock(rate))
    let pictures = all.filter(\.showsPicture)
    var lines = LineList()
    var film = OneFilm()
    var start: Double?
    for event in pictures.isEmpty ? all : pictures {
      guard event.transition == "C" else {
        throw .map(
          "the list has a transition of kind \(event.transition)", at: event.recordIn.text,
          advice: "--map reads cuts; replace dissolves and wipes")
      }
      let (recordIn, recordOut) = (clock.seconds(event.recordIn), clock.seconds(event.recordOut))
      let begin = recordIn - (start ?? recordIn)
      start = start ?? recordIn
      guard recordOut >= recordIn, begin > lines.warped - 1e-6 else {
        throw .map("the events overlap or are not in order", at: event.recordIn.text)
      }
      // A black picture cannot be shown.
      if event.reel == "BL" {
        try lines.hold(until: begin + (recordOut - recordIn))
        continue
      }
      try film.take(event.reel)
      let (from, speed) = play(event, for: recordOut - recordIn, rate, clock)
      try lines.hold(until: begin, before: from)
      try lines.play(from: from, to: from + speed * (recordOut - recordIn), until: begin + (recordOut - recordIn))
    }
    return try lines.map()
  }

  /// The first source time of an event, and its speed, below 0 if it plays backward.
  private static func play(
    _ event: EditEvent, for length: Double, _ rate: FrameRate, _ clock: EditClock
  ) -> (from: Double, speed: Double) {
    let (start, end) = (clock.seconds(event.sourceIn), clock.seconds(event.sourceOut))
    guard let motion = event.speed else { return (start, length > 0 ? (end - start) / length : 1) }
    let speed = motion.framesPerSecond / rate.value
    let shown = motion.start.map(clock.seconds) ?? start
    // Backward, some lists give the earliest timecode for the first one that is shown.
    return (speed < 0 && shown <= start ? end : shown, speed)
  }

  private static func events(_ bytes: [UInt8], _ clock: EditClock) -> ([EditEvent], EditClock) {
    var (events, clock): ([EditEvent], EditClock) = ([], clock)
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      if let event = EditEvent(line) {
        events.append(event)
      } else if let speed = EditEvent.Speed(line), !events.isEmpty {
        events[events.count - 1].speed = speed
      } else if let isDropFrame = EditEvent.isDropFrame(line) {
        clock.isDropFrame = isDropFrame
      }
    }
    return (events, clock)
  }
}
