import Audio
import Streams
import Tool
import Values
import Video

/// Targets that parse single values.
extension Target {
  static let values = [
    Target(
      name: "time", words: ["s", "ms", ":", ";", "00:01:00;02", "f", "%", "e", ".", "-", "inf", "99999999999"],
      run: parseTime),
    Target(name: "number", words: ["e", "-", ".", "+", "0x", "inf", "nan", "0000000000", "e308"], run: parseNumber),
    Target(name: "rate", words: ["/", ".", "1001", "ntsc", "9223372036854775807", "0"], run: parseRate),
    Target(
      name: "sample-format", words: ["u", "s", "f", "8", "16", "24", "32", "64", "le", "be", "flt", "dbl", "p", "wav"],
      run: parseSampleFormat),
    Target(name: "memory", words: ["k", "M", "G", "T", "iB", "B", "9223372036854775807", "-"], run: parseMemory),
    Target(
      name: "timestamps", words: ["# timestamp format v2\n", "\n", "\r\n", "1e12", "-", ".", "\t", "e", "000000000"],
      run: parseTimestamps),
  ]

  @Sendable private static func parseTime(_ bytes: [UInt8]) throws {
    let text = text(bytes)
    if let seconds = try? TimeSyntax.seconds(text) {
      expect(seconds >= 0 && seconds <= TimeSyntax.longest, "a time lies in range")
      let printed = NumberSyntax.print(seconds)
      expect((try? TimeSyntax.seconds(printed)) == seconds, "a time reads back as itself")
    }
    if let length = try? TimeSyntax.seconds(text, on: MapLaws.clip) {
      expect((try? TimeSyntax.instant(text, on: MapLaws.clip)) == length, "a length is an instant, too")
    }
    let instant = try TimeSyntax.instant(text, on: MapLaws.clip)
    expect(instant >= 0 && instant <= TimeSyntax.longest, "an instant lies in range")
  }

  @Sendable private static func parseNumber(_ bytes: [UInt8]) throws {
    guard let number = NumberSyntax.parse(text(bytes)) else { throw Refusal.usage("this is no number") }
    expect(number.isFinite && Double(text(bytes)) == number, "a number is what the standard library takes it for")
    expect(NumberSyntax.parse(NumberSyntax.print(number)) == number, "a number reads back as itself")
  }

  @Sendable private static func parseRate(_ bytes: [UInt8]) throws {
    let rate = try FrameRateSyntax.parse(text(bytes))
    expect(rate.value > 0 && rate.value.isFinite, "a rate lies in range")
    expect((try? FrameRateSyntax.parse(rate.description)) == rate, "a rate reads back as itself")
    _ = rate.start(ofFrame: .max)
    _ = rate.frameCount(filling: 1e9)
    _ = rate.frameCount(startingWithin: 1e9)
  }

  @Sendable private static func parseSampleFormat(_ bytes: [UInt8]) throws {
    let container = try SampleFormatSyntax.parse(text(bytes))
    let again = try? SampleFormatSyntax.parse(SampleFormatSyntax.name(of: container))
    expect(again == container, "a sample format reads back as itself")
  }

  @Sendable private static func parseMemory(_ bytes: [UInt8]) throws {
    let size = try MemorySizeSyntax.parse(text(bytes))
    expect(size >= 0 && (try? MemorySizeSyntax.parse("\(size)")) == size, "a size reads back as itself")
  }

  /// Reads a list in one piece and in small portions, which must give the same times. Times that fit in ticks can be
  /// written and read back.
  @Sendable private static func parseTimestamps(_ bytes: [UInt8]) throws {
    let times = try? times(in: MemorySource(bytes))
    expect((try? self.times(in: MemorySource(bytes, chopping: 5))) == times, "a list read in chunks is the same")
    guard let times else { throw Refusal.usage("these are no times") }
    for time in times where time >= 0 {
      let tick = Timebase.standard.tick(at: time)
      let line = TimestampList.line(tick, of: .standard).utf8.dropLast()
      expect(try TimestampList.seconds(ArraySlice(line)) != nil || tick > 1 << 56, "a time that was written is read")
    }
  }

  private static func times(in source: MemorySource) throws -> [Double] {
    var lines = LineReader(source)
    var times: [Double] = []
    while let line = try lines.next() {
      if let time = try TimestampList.seconds(line) { times.append(time) }
    }
    return times
  }
}
