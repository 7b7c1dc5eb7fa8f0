import Values

/// NMEA 0183, the log of a satellite receiver. Its lines are called sentences. Sentences with the same time form a cue.
/// Sentences without a time belong to the previous ones. Times count from the first sentence.
enum PositionLog {
  struct Cue: RetimableCue {
    let text: ArraySlice<UInt8>
    let sentences: [Sentence]
    let start: Double
    /// The time of day of the first sentence, in seconds, at which the clip starts.
    let clipStart: Double
    /// Seconds since midnight of the first day.
    let oldTime: Double

    var end: Double { start }
    var isInstant: Bool { true }

    func text(for showing: CueShowing, number: Int) -> [UInt8] {
      // A cue that does not move keeps its bytes.
      if abs(clipStart + showing.start - oldTime) < 0.0005 { return Array(text) }
      return text.edited(sentences.flatMap { $0.edits(to: clipStart + showing.start, from: oldTime, in: text) })
    }
  }

  /// A sentence with a time of day.
  struct Sentence {
    let line: Range<Int>
    let time: Range<Int>
    let seconds: Double
    let fractionDigits: Int
    /// The date, if the sentence has one: its fields, and the days since the start of 1970.
    private let dateFields: [Range<Int>]
    private let day: Int

    /// The index of the time field for each kind of sentence.
    private static let fields = ["RMC": 1, "GGA": 1, "GNS": 1, "ZDA": 1, "GBS": 1, "GRS": 1, "GST": 1, "GLL": 5]

    init?(_ content: ArraySlice<UInt8>) {
      guard content.first == UInt8(ascii: "$"), content.count < 1000 else { return nil }
      let fields = content.split(omittingEmptySubsequences: false) {
        $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "*")
      }
      let kind = String(decoding: fields[0].suffix(3), as: UTF8.self)
      guard let index = Self.fields[kind], index < fields.count else { return nil }
      let parts = fields[index].split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts[0].count == 6, fields[index].allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }),
        let number = NumberSyntax.parse(String(decoding: fields[index], as: UTF8.self))
      else { return nil }
      let whole = Int(number)
      guard whole / 10_000 < 24, whole / 100 % 100 < 60, whole % 100 <= 60 else { return nil }
      line = content.startIndex..<content.endIndex
      time = fields[index].startIndex..<fields[index].endIndex
      seconds = Double(whole / 10_000 * 3600 + whole / 100 % 100 * 60 + whole % 100) + (number - Double(whole))
      fractionDigits = parts.count == 2 ? min(9, parts[1].count) : 0
      (dateFields, day) = Self.date(in: fields, of: kind)
    }

    /// RMC has the date as ddmmyy, and ZDA in three fields.
    private static func date(in fields: [ArraySlice<UInt8>], of kind: String) -> ([Range<Int>], Int) {
      let indices = kind == "RMC" ? 9..<10 : kind == "ZDA" ? 2..<5 : 0..<0
      guard !indices.isEmpty, indices.upperBound <= fields.count else { return ([], 0) }
      let digits = fields[indices].joined()
      guard digits.allSatisfy(\.isDigit), digits.count == (kind == "RMC" ? 6 : 8),
        let number = Int(String(decoding: Array(digits), as: UTF8.self))
      else { return ([], 0) }
      let yearUnit = kind == "RMC" ? 100 : 10_000
      let (day, month) = (number / yearUnit / 100, number / yearUnit % 100)
      guard (1...31).contains(day), (1...12).contains(month) else { return ([], 0) }
      let year = number % yearUnit + (kind == "RMC" ? 2000 : 0)
      return (fields[indices].map { $0.startIndex..<$0.endIndex }, CalendarTime.day(year, month, day))
    }

    /// The edits for a date that is `days` later.
    private func edits(days: Int) -> [ByteEdit] {
      guard days != 0, !dateFields.isEmpty else { return [] }
      let date = CalendarTime.date(day + days)
      let year = PaddedDigits.print(date.year, count: 4)
      let texts = [PaddedDigits.print(date.day, count: 2), PaddedDigits.print(date.month, count: 2), year]
      if dateFields.count == 1 {
        return [ByteEdit(dateFields[0], Array((texts[0] + texts[1] + String(year.suffix(2))).utf8))]
      }
      return zip(dateFields, texts).map { ByteEdit($0, Array($1.utf8)) }
    }

    /// The edits for time, date and checksum. Times are seconds since midnight of the first day.
    func edits(to time: Double, from old: Double, in text: ArraySlice<UInt8>) -> [ByteEdit] {
      let digits = max(3, fractionDigits)
      let unit = (0..<digits).reduce(1.0) { unit, _ in unit * 10 }
      let ticks = (min(1e9, max(0, time)) * unit).rounded()
      let (days, whole) = Int(ticks / unit).quotientAndRemainder(dividingBy: 86_400)
      var decimals = PaddedDigits.print(Int(ticks.truncatingRemainder(dividingBy: unit)), count: digits)
      while decimals.utf8.count > fractionDigits, decimals.hasSuffix("0") { decimals.removeLast() }
      let clock = [whole / 3600, whole / 60 % 60, whole % 60].map { PaddedDigits.print($0, count: 2) }.joined()
      let edit = ByteEdit(self.time, Array((clock + (decimals.isEmpty ? "" : "." + decimals)).utf8))
      let edits = ([edit] + edits(days: days - Int(old / 86_400))).sorted { $0.range.lowerBound < $1.range.lowerBound }
      guard let star = text[line].lastIndex(of: UInt8(ascii: "*")), star + 3 <= line.upperBound else { return edits }
      guard edits.allSatisfy({ $0.range.upperBound <= star }) else { return edits }
      let sum = String(text[line.lowerBound + 1..<star].edited(edits).reduce(0, ^), radix: 16, uppercase: true)
      return edits + [ByteEdit(star + 1..<star + 3, Array((sum.utf8.count < 2 ? "0" + sum : sum).utf8))]
    }
  }

  static func document(_ lines: TextLines, origin: Double) throws(CueError) -> CueDocument<Cue> {
    var groups: [(first: Int, end: Int, sentences: [Sentence], time: Double)] = []
    // Seconds added at each midnight.
    var days = 0.0
    for line in 0..<lines.count {
      guard let sentence = Sentence(lines.content(line)) else {
        if !groups.isEmpty { groups[groups.count - 1].end = line + 1 }
        continue
      }
      if let last = groups.last, days + sentence.seconds < last.time - 43_200 { days += 86_400 }
      let time = days + sentence.seconds
      if groups.last?.time == time {
        groups[groups.count - 1].sentences.append(sentence)
        groups[groups.count - 1].end = line + 1
      } else {
        groups.append((line, line + 1, [sentence], time))
      }
    }
    guard let first = groups.first else {
      throw CueError("the text has no sentence of NMEA with a time", line: nil, advice: "it needs lines such as $GPRMC")
    }
    var document = CueDocument<Cue>()
    for (index, group) in groups.enumerated() {
      let lead = lines.text((index == 0 ? 0 : groups[index - 1].end)..<group.first)
      let cue = Cue(
        text: lines.text(group.first..<group.end), sentences: group.sentences, start: group.time - first.time,
        clipStart: first.time + origin, oldTime: group.time)
      document.cues.append(.init(lead: lead, cue: cue))
    }
    document.missingEnd = lines.isCutOff ? lines.ending : []
    return document
  }
}
