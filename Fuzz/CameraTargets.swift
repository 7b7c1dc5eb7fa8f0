import Camera
import Cues
import TestFilms
import Values
import Warp

/// Targets that read what cameras note about time.
extension Target {
  static let cameras = [
    Target(
      name: "sef", words: ["SEFH", "SEFT", "SlowMotion_Data", "Super_SlowMotion_Data", ":", "*", "88:879:2"],
      seeds: { [trailer("88:879:2*1255:1970:4"), trailer("0:5000:4")] },
      run: { bytes in
        guard let trailer = try SamsungTrailer(ofFileWith: bytes.count, reading: { Array(bytes[$0]) }) else { return }
        var facts = ShotFacts()
        facts.trailer = trailer
        try play(facts, Choices(bytes))
      }),
    Target(
      name: "aae",
      words: [
        "bplist00", "<dict>", "</dict>", "<key>", "</key>", "<data>", "</data>", "<array>", "rate", "\u{1}\u{10}",
      ],
      seeds: { [sidecar(base64), sidecar("ARYA6f88cGxpc3Q+PGRpY3QvPjwvcGxpc3Q+")] },
      run: { bytes in
        var facts = ShotFacts()
        facts.sidecar = try AppleSidecar(reading: bytes)
        try play(facts, Choices(bytes))
      }),
    Target(
      name: "gpmf", words: ["DEVC", "DVID", "STRM", "GPS5", "GPS9", "SCAL", "TSMP", "GPSF", "\0\0\0\0"],
      seeds: { [false, true].map { Array(GoProTrack.ride([1, 4, 2], isLong: $0).bytes.joined()) } },
      run: { bytes in
        var (whole, parts) = (GPMFReader(), GPMFReader())
        try whole.take(bytes)
        for start in stride(from: 0, to: bytes.count, by: 11) { try parts.take(bytes[start...].prefix(11)) }
        expect(parts.points() == whole.points(), "a track is read the same in parts")
        try whole.finish()
        let payloads = (0..<4).map { GPMFReader.Payload(start: Double($0), length: 1.001, size: bytes.count / 4 + 1) }
        check(whole.points(at: payloads))
        check(try GPMFReader.points(ofTrack: bytes))
      }),
    Target(
      name: "flight-log",
      words: ["[latitude: 52.5]", "[longitude: 13.4]", "longtitude", "GPS(13.4,52.5,9)", "H.S 5.5m/s", "-->", "\n\n"],
      seeds: {
        let cues = (1...4).map { number in
          "\(number)\n00:00:0\(number),000 --> 00:00:0\(number),033\n"
            + "[latitude: 52.\(number)] [longitude: 13.4] H.S \(number)m/s\n\n"
        }
        return [Array(cues.joined().utf8)]
      },
      run: { check(try FlightLog.points($0)) }),
  ]

  /// The way along a track only grows.
  private static func check(_ points: [EvenCurve.Point]) {
    expect(
      zip(points, points.dropFirst()).allSatisfy { $0.source < $1.source && $0.total <= $1.total && $1.total.isFinite },
      "the way along a track grows")
  }

  /// What a phone says can be played, printed and read.
  private static func play(_ facts: ShotFacts, _ choices: Choices) throws {
    var (facts, choices) = (facts, choices)
    facts.captureRate = choices.one(of: [nil, 30, 120, 240])
    guard case .keys(let keys, _) = ShotSpeed(facts, rate: choices.one(of: [30, 240]), duration: 5) else {
      expect(facts.trailer?.regions.isEmpty != false && facts.sidecar == nil, "regions give keyframes")
      return
    }
    expect((try? keys.map(duration: 5)) != nil, "the speeds of a phone make a map")
    let read = try SpeedSyntax.keys(SpeedSyntax.text(keys), on: Clip())
    expect(read.keys.map(\.source) == keys.keys.map(\.source), "speeds are read as they are printed")
  }

  private static func trailer(_ value: String) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
    let name = "SlowMotion_Data"
    let data = number(0, 2) + number(0x890, 2) + number(name.utf8.count, 4) + Array((name + value).utf8)
    let entry = number(0, 2) + number(0x890, 2) + number(data.count, 4) + number(data.count, 4)
    let head = Array("SEFH".utf8) + number(106, 4) + number(1, 4) + entry
    return Array("film".utf8) + data + head + number(head.count, 4) + Array("SEFT".utf8)
  }

  private static func sidecar(_ data: String) -> [UInt8] {
    Array(
      """
      <?xml version="1.0"?><plist version="1.0"><dict><key>adjustmentData</key><data>\(data)</data>
      <key>adjustmentFormatIdentifier</key><string>com.apple.video.slomo</string></dict></plist>
      """.utf8)
  }

  /// A binary property list with one region.
  private static let base64 =
    "YnBsaXN0MDDRAQJac2xvd01vdGlvbtIDBAUGVHJhdGVXcmVnaW9ucyM/wAAAAAAAAKEH0QgJWXRpbWVSYW5nZdIKCwwVWGR1cmF0aW9uVXN0YX"
    + "J01A0ODxAREhMUVWVwb2NoVWZsYWdzWXRpbWVzY2FsZVV2YWx1ZRAAEAEQChAZ1A0ODxAREhMTCAsWGyAoMTM2QEVOVF1jaXN5e31/gQAAAAAA"
    + "AAEBAAAAAAAAABYAAAAAAAAAAAAAAAAAAACK"
}
