import Values

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
