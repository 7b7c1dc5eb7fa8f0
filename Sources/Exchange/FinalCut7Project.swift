import Values

/// A retimed film in the XML of Final Cut Pro 7, which Premiere and DaVinci Resolve read: a sequence with one track.
///
/// The track has the picture alone. Its clips follow each other, each with a constant speed or a curve.
enum FinalCut7Project {
  static func text(_ request: ExchangeRequest) throws(Refusal) -> ExchangeText {
    let rate = try request.requiredFrameRate()
    guard let timebase = FinalCut7Rate(rate) else {
      throw .usage(
        "the XML of Final Cut Pro 7 has no frame rate of \(BriefNumber.print(rate.value)) fps", at: "--to fcp7",
        advice: "use --to fcpxml")
    }
    let grain = FinalCut7Clip.grain / rate.value
    let (parts, count) = try PlayedPart.all(of: request.map, at: rate, within: request.limit - grain)
    let media = try request.sourceFrameCount(at: rate)
    var clips = ""
    for (index, part) in parts.enumerated() {
      let file = index == 0 ? self.file(request, media, timebase) : "<file id=\"file-1\"/>"
      clips += FinalCut7Clip(part, ofFrames: media, at: rate)
        .text(number: index + 1, name: request.name, timebase, file)
    }
    let start = StartTimecode("00:00:00:00", at: rate).map {
      StartTimecode(frame: 0, isDropFrame: request.timecode?.isDropFrame ?? false, rate: $0.rate)
    }
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE xmeml>
      <xmeml version="4">
        <sequence id="sequence-1">
          <name>\(request.name)</name>
          <duration>\(count)</duration>
          \(timebase.xml)
      \(timecode(start, timebase, indent: "    "))    <media>
            <video>
              <track>
      \(clips)        </track>
            </video>
          </media>
        </sequence>
      </xmeml>

      """
    return ExchangeText(
      bytes: Array(text.utf8), pointCount: parts.reduce(0) { $0 + $1.knots.count },
      deviation: (parts.map(\.deviation).max() ?? 0) + grain)
  }

  /// - Parameter count: the number of the film's frames.
  private static func file(_ request: ExchangeRequest, _ count: Int, _ rate: FinalCut7Rate) -> String {
    """
    <file id="file-1">
                  <name>\(request.name)</name>
                  <pathurl>\(XMLText.escaped(FileURL.text(request.clip)))</pathurl>
                  \(rate.xml)
                  <duration>\(count)</duration>
    \(timecode(request.timecode, rate, indent: "              "))              <media><video/></media>
                </file>
    """
  }

  /// Returns a line, or nothing without a timecode.
  private static func timecode(_ code: StartTimecode?, _ rate: FinalCut7Rate, indent: String) -> String {
    guard let code else { return "" }
    return indent + "<timecode>\(rate.xml)<string>\(code.text)</string><frame>\(code.frame)</frame>"
      + "<displayformat>\(code.isDropFrame ? "DF" : "NDF")</displayformat></timecode>\n"
  }
}
