import Found
import Values
import Warp

/// The packets of each stream.
package struct PacketSpans: Answer, Equatable, Sendable {
  private var spans: [Int: PacketSpan] = [:]

  package init() {}

  package mutating func take(_ line: ArraySlice<UInt8>) {
    guard let (stream, packet) = PacketLine.read(line) else { return }
    spans[stream, default: PacketSpan()].take(packet)
  }

  /// Empty if no packet of the stream has been read.
  subscript(stream: Int) -> PacketSpan { spans[stream] ?? PacketSpan() }
}

/// The output of ffprobe when it is asked for tracks and packets together.
struct ProbeAndPackets: Answer {
  private var tracks = Probe()
  private(set) var packets = PacketSpans()

  mutating func take(_ line: ArraySlice<UInt8>) {
    packets.take(line)
    tracks.take(line)
  }

  var probe: Probe {
    var probe = tracks
    for index in probe.streams.indices where packets[probe.streams[index].index].isEncrypted {
      probe.streams[index].isEncrypted = true
    }
    return probe
  }
}

extension Probe: Answer {
  package mutating func take(_ line: ArraySlice<UInt8>) {
    if !line.starts(with: PacketLine.start) { take(ProbeLine(String(decoding: line, as: UTF8.self))) }
  }
}

/// The timestamps of frames, in ticks, from lines such as `512,`. Marks for side data may follow the comma.
struct FrameStamps: Answer {
  private(set) var ticks: [Int] = []

  mutating func take(_ line: ArraySlice<UInt8>) {
    if let tick = PacketLine.number(line.prefix { $0 != UInt8(ascii: ",") }) { ticks.append(tick) }
  }
}

/// The first bytes of a file, as od prints them: ` 82  73  70`.
struct FirstBytes: Answer {
  private(set) var bytes: [UInt8] = []

  mutating func take(_ line: ArraySlice<UInt8>) {
    let numbers = line.split(separator: UInt8(ascii: " ")).compactMap(PacketLine.number)
    bytes += numbers.compactMap(UInt8.init(exactly:))
  }
}

/// The description of encoders, each after a line with its name: `Encoder libx264 [H.264]:`. ffmpeg would use the first
/// one.
struct ToldEncoders: Answer {
  /// Nil if no encoder is described.
  private(set) var first: EncoderFacts?
  private var count = 0

  mutating func take(_ line: ArraySlice<UInt8>) {
    if line.starts(with: "Encoder ".utf8) {
      count += 1
      if first == nil { first = EncoderFacts() }
    } else if line.first == UInt8(ascii: " "), count == 1 {
      first?.take(line)
    }
  }
}

/// Everything that a detector has found, in its order.
struct Detections: Answer {
  private(set) var all: [Detection] = []

  mutating func take(_ line: ArraySlice<UInt8>) {
    if line.starts(with: "lavfi.".utf8) { all += Detection.all(in: line) }
  }
}

/// The accumulated change of the picture at each frame, from the scores that ffmpeg's scdet writes.
struct MeasuredMotion: Answer {
  /// Times are on the file's clock.
  private(set) var points: [EvenCurve.Point] = []
  private var time: Double?
  private var change = 0.0

  /// The score from which scdet calls a frame a scene change. A scene change is not motion.
  private static let leastScore = 10.0

  mutating func take(_ line: ArraySlice<UInt8>) {
    if line.starts(with: "frame:".utf8) {
      time = Self.number(after: "pts_time:", in: line)
    } else if let change = Self.number(after: "lavfi.scd.mafd=", in: line) {
      self.change = change
    } else if let score = Self.number(after: "lavfi.scd.score=", in: line), let time {
      let (last, isLater) = (points.last?.total ?? 0, time > points.last?.source ?? -.infinity)
      if isLater { points.append(EvenCurve.Point(source: time, total: last + (score < Self.leastScore ? change : 0))) }
    }
  }

  private static func number(after name: String, in line: ArraySlice<UInt8>) -> Double? {
    let field = line.split(separator: UInt8(ascii: " ")).first { $0.starts(with: name.utf8) }
    let number = field.flatMap { NumberSyntax.parse(String(decoding: $0.dropFirst(name.utf8.count), as: UTF8.self)) }
    return number.flatMap { abs($0) <= TimeSyntax.longest ? $0 : nil }
  }
}

/// The table of a map.
struct PrintedTable: Answer {
  private(set) var bytes: [UInt8] = []

  mutating func take(_ line: ArraySlice<UInt8>) { bytes += line + [UInt8(ascii: "\n")] }
}

/// How fast each part of a sound can play: keyframes of speed, one per line.
struct MeasuredPaces: Answer {
  private(set) var paces = SpeechPaces()

  mutating func take(_ line: ArraySlice<UInt8>) {
    let keys = try? SpeedSyntax.keys(String(decoding: line, as: UTF8.self), on: Clip())
    if let keys { paces.take(keys) }
  }
}
