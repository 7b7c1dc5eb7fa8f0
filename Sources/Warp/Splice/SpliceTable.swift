import Values

/// The text of a `Splice`: one row per line, with the columns
///
///     work  count  from  to  at  [entry  group  start]
///
/// `from`, `to` and `entry` are times of the film, `at` and `start` are times of the result, each in the units that the
/// first line states. `group` is `new` or `same`.
extension Splice {
  package static let title = "# warp splice 1, in units of"

  package var text: String {
    rows.reduce("\(Self.title) \(tick) to \(timebase)\n") { text, row in
      let frames = "\(row.count) \(row.stamps.lowerBound) \(row.stamps.upperBound) \(row.warped)"
      guard let source = row.source else { return text + "copy \(frames)\n" }
      let group = source.isSameGroup ? "same" : "new"
      return text + "encode \(frames) \(source.entry) \(group) \(source.start)\n"
    }
  }

  package init(parsing text: String) throws(Refusal) {
    let lines = text.split(separator: "\n")
    let units = lines.first.flatMap { $0.hasPrefix(Self.title) ? $0.dropFirst(Self.title.count) : nil } ?? ""
    let words = units.split(separator: " ").map(String.init)
    guard words.count == 3, words[1] == "to", lines.count > 1,
      let tick = Rational(positive: words[0]),
      let unit = Rational(positive: words[2]), unit.numerator == 1,
      let timebase = Timebase(ticksPerSecond: Int(unit.denominator))
    else {
      throw .usage("this is not a splice table", advice: "warp-film --copy --dry-run prints one")
    }
    var rows: [Row] = []
    for (index, line) in lines.enumerated().dropFirst() {
      guard let row = Row(line) else {
        throw .usage("'\(line)' is not a row of a splice table", at: "line \(index + 1)")
      }
      rows.append(row)
    }
    self.init(rows: rows, timebase: timebase, tick: tick)
  }
}

extension Splice.Row {
  fileprivate init?(_ line: Substring) {
    let fields = line.split(separator: " ")
    let isCopied = fields.first == "copy"
    guard isCopied || fields.first == "encode", fields.count == (isCopied ? 5 : 8) else { return nil }
    let numbers = fields.dropFirst().compactMap { Int($0) }.filter { (0...1 << 60).contains($0) }
    guard numbers.count == (isCopied ? 4 : 6), numbers[0] > 0, numbers[1] < numbers[2] else { return nil }
    var source: Source?
    if !isCopied {
      guard ["new", "same"].contains(fields[6]), numbers[4] <= numbers[1] else { return nil }
      source = Source(entry: numbers[4], isSameGroup: fields[6] == "same", start: numbers[5])
    }
    self.init(count: numbers[0], stamps: numbers[1]..<numbers[2], warped: numbers[3], source: source)
  }
}

extension Rational {
  /// Reads `1/12800` or `1`.
  package init?(positive text: String) {
    let terms = text.split(separator: "/", omittingEmptySubsequences: false).map { Int64($0) }
    guard terms.count <= 2, let top = terms.first ?? nil, let bottom = terms.count == 2 ? terms[1] : 1,
      top > 0, bottom > 0
    else { return nil }
    self.init(top, bottom)
  }
}
