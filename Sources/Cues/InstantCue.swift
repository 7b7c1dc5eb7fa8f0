/// A part of a text that marks an instant by one time.
struct InstantCue: RetimableCue {
  let text: ArraySlice<UInt8>
  let time: InstantTime
  /// The first date of the text, from which dates count; 0 for seconds.
  let first: Double
  /// The time in the text at which the clip starts.
  let origin: Double

  var start: Double { time.seconds - first }
  var end: Double { start }
  var isInstant: Bool { true }

  func text(for showing: CueShowing, number: Int) -> [UInt8] {
    // Dates stay on the calendar of the recording. Times in seconds count from the start of the result.
    text.edited([time.edit(time.isDate ? first + origin + showing.start : showing.start)].compactMap(\.self))
  }
}

/// Seconds or a date, with the notation.
enum InstantTime {
  case seconds(DecimalTime)
  case date(CalendarTime)

  init?(_ field: ArraySlice<UInt8>) {
    if let time = DecimalTime(field) {
      self = .seconds(time)
    } else if let date = CalendarTime(field) {
      self = .date(date)
    } else {
      return nil
    }
  }

  var seconds: Double {
    switch self {
    case .seconds(let time): time.seconds
    case .date(let date): date.seconds
    }
  }

  var isDate: Bool { if case .date = self { true } else { false } }

  func edit(_ seconds: Double) -> ByteEdit? {
    switch self {
    case .seconds(let time): time.edit(seconds)
    case .date(let date): date.edit(seconds)
    }
  }
}
