import Values

/// A clip in the XML of Final Cut Pro 7, with the filter that retimes it.
///
/// A retimed clip has a time axis of its own, in frames. `in` and `out` are places on this axis, as far apart as the
/// clip is long in the result. The filter's graph says which source frame each place shows. The axis reaches from one
/// end of the film to the other, so that an editor can lengthen the clip.
struct FinalCut7Clip {
  /// The largest error of a written source frame.
  static let grain = 0.5e-5

  private let part: PlayedPart
  /// Source frames at the frames of `part.knots`.
  private let places: [Double]
  /// Source frames per frame of the result: the speed of the clip, or the mean speed of a curve.
  private let speed: Double
  /// The number of the film's frames.
  private let media: Int
  /// The length of the clip's time axis.
  private let length: Int
  private let start: Int

  /// - Parameter media: the number of the film's frames.
  init(_ part: PlayedPart, ofFrames media: Int, at rate: FrameRate) {
    self.part = part
    self.media = media
    places = part.knots.map { (rate.position(at: $0.y) * 1e5).rounded() / 1e5 }
    speed = rate.position(at: part.pace)
    // Before and after a very slow part, the axis continues at normal speed. Otherwise it would be very long.
    let pace = abs(speed) < 0.01 ? 1 : abs(speed)
    let before = speed < 0 ? max(0, Double(media) - places[0]) : places[0]
    start = Int((before / pace).rounded())
    length = max(start + part.frameCount, Int((Double(media) / pace).rounded()))
  }

  /// - Parameter file: the element that describes the film, or refers to it.
  func text(number: Int, name: String, _ rate: FinalCut7Rate, _ file: String) -> String {
    let (first, end) = (Int(part.first.x), Int(part.end.x))
    return """
                <clipitem id="clipitem-\(number)">
                  <name>\(name)</name>
                  <duration>\(length)</duration>
                  \(rate.xml)
                  <start>\(first)</start>
                  <end>\(end)</end>
                  <in>\(start)</in>
                  <out>\(start + part.frameCount)</out>
                  \(file)
      \(isPlain ? "" : filter)          </clipitem>

      """
  }

  /// Whether the clip plays whole frames at normal speed, and so needs no filter.
  private var isPlain: Bool {
    part.knots.count == 2 && places[0] == places[0].rounded() && places[1] - places[0] == Double(part.frameCount)
  }

  private var filter: String {
    let parameters = [
      parameter("variablespeed", range: (0, 1), value: part.isSteady ? "0" : "1"),
      parameter("speed", range: (-100_000, 100_000), value: NumberSyntax.print((abs(speed) * 1e8).rounded() / 1e6)),
      parameter("reverse", value: speed < 0 ? "TRUE" : "FALSE"),
      parameter("frameblending", value: "FALSE"),
      parameter(
        "graphdict", range: (0, media), value: "0",
        keys + ["<interpolation><name>FCPCurve</name></interpolation>"]),
    ]
    return """
                  <filter>
                    <effect>
                      <name>Time Remap</name>
                      <effectid>timeremap</effectid>
                      <effectcategory>motion</effectcategory>
                      <effecttype>motion</effecttype>
                      <mediatype>video</mediatype>
      \(parameters.joined())              </effect>
                  </filter>

      """
  }

  private func parameter(
    _ name: String, range: (Int, Int)? = nil, value: String, _ lines: [String] = []
  ) -> String {
    let limits = range.map { "<valuemin>\($0.0)</valuemin><valuemax>\($0.1)</valuemax>" } ?? ""
    let head = "<parameterid>\(name)</parameterid><name>\(name)</name>\(limits)<value>\(value)</value>"
    let inner = lines.map { "\n                  \($0)" }.joined() + (lines.isEmpty ? "" : "\n                ")
    return "                <parameter authoringApp=\"PremierePro\">\(head)\(inner)</parameter>\n"
  }

  /// The keys of the graph. Keys that only mark the ends of a constant speed, or of the axis, are virtual.
  private var keys: [String] {
    let end = start + part.frameCount
    var keys: [String] = []
    if start > 0 {
      let edge = speed == 0 ? places[0] : speed < 0 ? max(Double(media), places[0]) : 0
      keys.append(key(0, edge, "speedkfstart", isVirtual: true))
    }
    for (index, knot) in part.knots.enumerated() {
      let role = index == 0 ? "speedkfin" : index == part.knots.count - 1 ? "speedkfout" : nil
      keys.append(
        key(start + Int(knot.x - part.first.x), places[index], role, isVirtual: part.isSteady && role != nil))
    }
    if end < length {
      let last = places[places.count - 1]
      let edge = speed == 0 ? last : speed < 0 ? 0 : max(Double(media), last)
      keys.append(key(length, edge, "speedkfend", isVirtual: true))
    }
    return keys
  }

  private func key(_ when: Int, _ value: Double, _ role: String?, isVirtual: Bool) -> String {
    "<keyframe><when>\(when)</when><value>\(NumberSyntax.print(value))</value>"
      + (isVirtual ? "<speedvirtualkf>TRUE</speedvirtualkf>" : "")
      + (role.map { "<\($0)>TRUE</\($0)>" } ?? "") + "</keyframe>"
  }
}

extension PlayedPart {
  fileprivate var frameCount: Int { Int(end.x - first.x) }
}
