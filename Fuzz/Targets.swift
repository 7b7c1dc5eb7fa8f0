import Audio
import Streams
import Video
import Warp

/// Something that reads text from outside. It may refuse; what it accepts has to keep the laws checked here.
struct Target: Sendable {
  let name: String
  let words: [String]
  /// What cannot be kept as text; nil for what stands in a file.
  var seeds: [[UInt8]]?
  /// Throws a Refusal where the input is refused; a broken law stops the process.
  let run: @Sendable ([UInt8]) throws -> Void

  static let all: [Target] = [
    Target(
      name: "table",
      words: ["\t", "\n", ",", "inf", "1e-9", "1e400", "nan", "-", "#", "0\t0\t1\n", "source\twarped\n"],
      run: readTable),
    Target(
      name: "curve",
      words: CurveSyntax.names.map(\.name) + ["factor=", "modifier=", "@", "..", "%", "s", "1e6", "1e-300", ","],
      run: parseCurve),
    Target(
      name: "speed", words: ["x", "%", "smooth", "hold", "bezier(", ")", ",", "=", "1e-6x", "linear"],
      run: parseSpeed),
    Target(
      name: "expression",
      words: ["sin(", "cos(", ")", "u", "t", "d", "^", "/", "if(", "lt(", ",", "1e9", "PI", "mod(", "exp(", ";"],
      run: parseExpression),
    Target(name: "anchor", words: ["=", "s", "ms", ":", "%", "f", "1e9", "0"], run: parseAnchors),
    Target(name: "play", words: ["..", "@", "x", "s", "%", "f", ":"], run: parsePlay),
    Target(name: "time", words: ["s", "ms", ":", "f", "%", "e", ".", "-", "inf", "99999999999"], run: parseTime),
    Target(
      name: "y4m", words: ["YUV4MPEG2", " W", " H", " F25:1", " C420", " C444p10", " XA=", "FRAME", "\n", "0"],
      run: readFrames),
    Target(
      name: "wav", words: ["RIFF", "RF64", "WAVE", "fmt ", "data", "ds64", "LIST", "\0\0\0\0", "\u{1}\0", "\u{8}\0"],
      seeds: SoundSeeds.all, run: readSound),
    Target(
      name: "sample-format", words: ["u", "s", "f", "8", "16", "24", "32", "64", "le", "be", "flt", "dbl", "p", "wav"],
      run: parseSampleFormat),
    Target(name: "rate", words: ["/", ".", "1001", "ntsc", "9223372036854775807", "0"], run: parseRate),
  ]

  private static let clip = Clip(duration: 10, frameRate: try? FrameRateSyntax.parse("29.97"))

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// However the bytes come, the same frames come of them.
  private static func readFrames(_ bytes: [UInt8]) throws {
    let whole = outcome(of: MemorySource(bytes))
    precondition(outcome(of: MemorySource(bytes, chopping: 7)) == whole, "where the bytes are chopped matters")
    if let refusal = whole.refusal { throw Refusal.usage(refusal) }
  }

  private static func outcome(of source: MemorySource) -> (stamps: [Int], refusal: String?) {
    var stamps: [Int] = []
    do {
      var reader = try FrameReader(source)
      while let head = try reader.nextFrame() {
        guard try reader.skipPayload() else { throw reader.truncation }
        stamps.append(head.stamp ?? stamps.count)
      }
      return (stamps, nil)
    } catch {
      return (stamps, "\(error)")
    }
  }

  /// However the bytes come, the same samples come of them, and those that are finite can be written back.
  private static func readSound(_ bytes: [UInt8]) throws {
    let whole = try? sound(of: MemorySource(bytes))
    let chopped = try? sound(of: MemorySource(bytes, chopping: 7))
    precondition(whole?.samples == chopped?.samples, "where the bytes are chopped matters")
    guard let (format, samples) = whole else { throw Refusal.usage("this is no WAV") }
    let frames = samples.count / format.frameBytes
    var values = [Double](repeating: 0, count: frames * format.channels)
    var planes = values.mutableSpan
    let strangeCount = SampleDecoder(format).decode(
      samples.span, frames: frames, into: &planes, stride: frames, at: 0)
    var encoder = SampleEncoder(format, copiesFrom: format.sample)
    var written = [UInt8](repeating: 0, count: samples.count)
    var room = written.mutableSpan
    encoder.encode(values.span, stride: frames, at: 0, frames: frames, unchanged: [0..<frames], into: &room)
    precondition(strangeCount > 0 || written == samples, "samples read back as others")
  }

  private static func sound(of source: MemorySource) throws -> (format: SoundFormat, samples: [UInt8]) {
    var reader = try SoundReader(source)
    var samples: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1000)
    var room = block.mutableSpan
    while case let count = try reader.read(into: &room), count > 0 {
      for index in 0..<count * reader.format.frameBytes { samples.append(room[index]) }
    }
    return (reader.format, samples)
  }

  private static func parseSampleFormat(_ bytes: [UInt8]) throws {
    let container = try SampleFormatSyntax.parse(text(bytes))
    let again = try? SampleFormatSyntax.parse(SampleFormatSyntax.name(of: container))
    precondition(again == container, "a sample format reads back as another")
  }

  private static func readTable(_ bytes: [UInt8]) throws { try checkRoundTrip(try map(reading: bytes)) }

  private static func parseCurve(_ bytes: [UInt8]) throws {
    let components = try text(bytes).split(separator: "\n").map { try CurveSyntax.parse(String($0), on: clip) }
    try check(try Components(components, duration: 10).map())
  }

  private static func parseSpeed(_ bytes: [UInt8]) throws {
    try check(try SpeedSyntax.keys(text(bytes), on: clip).map(duration: 10))
  }

  private static func parseExpression(_ bytes: [UInt8]) throws {
    try check(try ExpressionCurve.map(scale: text(bytes), duration: 10))
    try check(try ExpressionCurve.map(integral: text(bytes), duration: 10))
  }

  private static func parseAnchors(_ bytes: [UInt8]) throws {
    let anchors = try text(bytes).split(separator: "\n").map { try AnchorSyntax.parse(String($0), on: clip) }
    for easing in Anchors.Easing.allCases { try check(try Anchors(anchors, easing: easing).map(duration: 10)) }
  }

  private static func parsePlay(_ bytes: [UInt8]) throws {
    let stretches = try text(bytes).split(separator: "\n").map { try PlaySyntax.parse(String($0), on: clip) }
    let map = try PlayList(stretches).map()
    try check(map)
    try check(map.reversed())
    try check(map.frozen(at: stretches.first?.from ?? 0, for: 1))
    try check(map.trimmed(from: 1, to: 9))
  }

  private static func parseTime(_ bytes: [UInt8]) throws {
    let text = text(bytes)
    if let seconds = try? TimeSyntax.seconds(text) {
      precondition(seconds >= 0 && seconds <= TimeSyntax.longest, "a time is out of range")
    }
    let place = try TimeSyntax.place(text, on: clip)
    precondition(place >= 0 && place <= TimeSyntax.longest, "a place is out of range")
    _ = try? ChangeSyntax.trim(text, on: clip)
    _ = try? ChangeSyntax.freeze(text, on: clip)
  }

  private static func parseRate(_ bytes: [UInt8]) throws {
    let rate = try FrameRateSyntax.parse(text(bytes))
    precondition(rate.value > 0 && rate.value.isFinite, "a rate is out of range")
    let again = try? FrameRateSyntax.parse(rate.description)
    precondition(again == rate, "a rate reads back as another")
    _ = rate.start(ofFrame: .max)
    _ = rate.frameCount(filling: 1e9)
  }

  /// What is accepted can be asked, written and read back.
  private static func check(_ map: TimeMap) throws {
    var last = 0.0
    for step in 0...16 {
      let warped = (map.warpedLength ?? 10) * Double(step) / 16
      precondition(map.instant(at: warped)?.source.isFinite == true, "an instant shows nothing")
      precondition(warped >= last)
      last = warped
    }
    try checkRoundTrip(try map.tabulated(tolerance: 1e-3))
  }

  private static func checkRoundTrip(_ map: TimeMap) throws {
    let written = text(of: map)
    guard let read = try? self.map(reading: written) else { preconditionFailure("a table that was written is refused") }
    precondition(text(of: read) == written, "a table reads back as another")
  }

  private static func text(of map: TimeMap) -> [UInt8] {
    var listing = ListingWriter(.tsv, columns: MapTable.Column.allCases.map(\.rawValue), title: MapTable.title)
    for row in MapTable.rows(of: map) { listing.add([row.source, row.warped, row.scale]) }
    return listing.finish()
  }

  /// Feeds the bytes in two parts, which is no different from one.
  private static func map(reading bytes: [UInt8]) throws -> TimeMap {
    var reader = TableReader(name: "fuzz")
    let middle = bytes.count / 3
    try reader.read(bytes.span.extracting(0..<middle))
    try reader.read(bytes.span.extracting(middle..<bytes.count))
    return try reader.finish()
  }
}
