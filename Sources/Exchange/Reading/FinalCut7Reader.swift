import Notation
import Values
import Warp

/// Reads the video track of the first sequence in the XML of Final Cut Pro 7, which Premiere and DaVinci Resolve write.
///
/// The clips have places in the sequence. `FinalCut7Source` says what each clip shows.
enum FinalCut7Reader {
  static func map(_ root: XMLElement) throws(Refusal) -> TimeMap {
    guard let sequence = root.all("sequence").first(where: { $0.first("media") != nil }) else {
      throw .map("the project has no sequence")
    }
    guard let rate = try sequence.frameRate else { throw .map("the sequence has no frame rate") }
    let files = Dictionary(
      root.all("file").filter { !$0.children.isEmpty }.map { ($0["id"] ?? "", $0) },
      uniquingKeysWith: { first, _ in first })
    var lines: [FinalCut7Line] = []
    var film = OneFilm()
    for item in try track(sequence).children {
      switch item.localName {
      case "clipitem":
        let file = item.first("file").map { $0.children.isEmpty ? files[$0["id"] ?? ""] ?? $0 : $0 }
        try append(item, of: file, at: rate, &film, to: &lines)
      case "transitionitem": throw refusal("a transition")
      case "generatoritem": throw refusal("a title or another generator")
      default: break
      }
    }
    var list = LineList()
    for line in lines.joined(at: rate) {
      try list.hold(until: line.start)
      try list.play(from: line.from, to: line.to, until: line.stop)
    }
    return try list.map()
  }

  private static func refusal(_ part: String) -> Refusal {
    .map("the track has \(part)", advice: "--map reads tracks of clips and gaps")
  }

  /// The only track of pictures that has clips. Without one, the first track of sound that has clips.
  private static func track(_ sequence: XMLElement) throws(Refusal) -> XMLElement {
    func tracks(_ kind: String) -> [XMLElement] {
      let tracks = sequence.first("media")?.first(kind)?.children ?? []
      return tracks.filter {
        $0.localName == "track" && !$0.isFalse("enabled") && $0.children.contains(where: \.isItem)
      }
    }
    let pictures = tracks("video")
    guard pictures.count < 2 else {
      throw .map("the sequence has \(pictures.count) tracks of pictures", advice: "--map needs a sequence with one")
    }
    guard let track = pictures.first ?? tracks("audio").first else {
      throw .map("the sequence has no track with clips")
    }
    return track
  }

  private static func append(
    _ item: XMLElement, of file: XMLElement?, at rate: FrameRate, _ film: inout OneFilm, to lines: inout [FinalCut7Line]
  ) throws(Refusal) {
    guard let first = try item.frames("start"), let end = try item.frames("end"), first >= 0, end >= first else {
      throw .map("a clip has no start or no end in the sequence")
    }
    let (start, stop) = (rate.instant(at: first), rate.instant(at: end))
    guard start > (lines.last?.stop ?? 0) - 1e-6 else {
      throw .map("the clips overlap or are not in order", at: "frame \(NumberSyntax.print(first)) of the sequence")
    }
    guard !item.isFalse("enabled") else { return }
    guard item.first("sequence") == nil else { throw refusal("a sequence inside a sequence") }
    try film.take(file?.value("pathurl") ?? file?["id"])
    lines += try FinalCut7Source(item, of: file, shown: (start, stop), at: rate).lines
  }
}

extension XMLElement {
  fileprivate var isItem: Bool { ["clipitem", "generatoritem", "transitionitem"].contains(localName) }

  /// The text of a child without the blanks around it; nil without the child, or if it has no text.
  func value(_ name: String) -> String? {
    guard let text = first(name)?.text else { return nil }
    let start = text.utf8.drop { $0 <= 0x20 }
    let end = start.lastIndex { $0 > 0x20 }
    return end.flatMap { String(start[...$0]) }
  }

  /// Whether the text of a child is `FALSE`.
  func isFalse(_ name: String) -> Bool { value(name)?.lowercased() == "false" }

  /// Whether the text of a child is `TRUE`.
  func isTrue(_ name: String) -> Bool { value(name)?.lowercased() == "true" }

  /// Reads a number of frames, or another number. Files have whole numbers of frames, and fractions in graphs.
  func frames(_ name: String) throws(Refusal) -> Double? {
    guard let text = value(name) else { return nil }
    guard let number = NumberSyntax.parse(text), number.magnitude <= 1e12 else {
      throw .map("'\(text)' is not a number of frames", at: "<\(name)>")
    }
    return number
  }

  var frameRate: FrameRate? {
    get throws(Refusal) {
      guard let rate = first("rate") else { return nil }
      guard let base = rate.value("timebase").flatMap({ Int64($0) }), (1...100_000).contains(base),
        let terms = rate.isTrue("ntsc") ? Rational(base * 1000, 1001) : Rational(base)
      else { throw .map("a <rate> has no timebase from 1 to 100000") }
      return FrameRate(terms)
    }
  }
}
