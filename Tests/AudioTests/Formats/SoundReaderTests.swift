import Streams
import TestSupport
import Testing

@testable import Audio

@Suite struct SoundReaderTests {
  private static let stereo = try! SoundFormat(.s16le, channels: 2, rate: 8000)

  private func wav(_ samples: [UInt8], length: Int? = nil, _ rest: [UInt8] = []) -> [UInt8] {
    WAV.stream(WAV.chunk("fmt ", WAV.fmt()), WAV.chunk("data", samples, length: length), rest)
  }

  @Test func readsRawSamplesAsDeclared() throws {
    let bytes = Array("RIFF".utf8) + [UInt8](noise: 4000, seed: 1)
    let read = try Sound(bytes, declared: .raw(Self.stereo))
    #expect(read.container == .raw(.s16le) && read.format == Self.stereo && read.header == nil && read.start == 0)
    #expect(read.bytes == bytes && read.brokenFrame == nil && read.shortfall == nil)
    #expect(try Sound([], declared: .raw(Self.stereo)).bytes.isEmpty)
  }

  @Test func readLengthsAndBufferSizesChangeNothing() throws {
    let samples = [UInt8](noise: 4001, seed: 2)
    let raw = try Sound(samples, declared: .raw(Self.stereo))
    let whole = try Sound(wav(samples))
    for longestRead in [1, 2, 3, 5, 7, 64, 511, 513, 1000] {
      for room in [4, 6, 7, 511, 512, 515, 5000] {
        #expect(try Sound(samples, declared: .raw(Self.stereo), chopping: longestRead, room: room) == raw)
        #expect(try Sound(wav(samples), chopping: longestRead, room: room) == whole)
      }
    }
  }

  @Test(arguments: 0...13) func dropsAPartOfASampleFrame(count: Int) throws {
    let samples = [UInt8](noise: count, seed: 3)
    let raw = try Sound(samples, declared: .raw(Self.stereo))
    #expect(raw.bytes == Array(samples.prefix(count - count % 4)) && raw.shortfall == nil)
    #expect(raw.brokenFrame == (count % 4 == 0 ? nil : .truncated("sample frame \(count / 4)", byte: count)))
    // A WAV whose header states `count` bytes of samples must give the same samples as the raw input.
    let promised = try Sound(wav(samples + [9, 9, 9], length: count))
    if count > 0 { #expect(promised.bytes == raw.bytes && promised.shortfall == nil) }
    if count > 0 { #expect((promised.brokenFrame == nil) == (count % 4 == 0)) }
  }

  @Test(arguments: 0...16) func tellsAShortInputFromABrokenFrame(count: Int) throws {
    let read = try Sound(wav([UInt8](noise: count - count % 2, seed: 4), length: 16))
    let count = count - count % 2
    #expect(read.bytes.count == count / 4 * 4)
    #expect(read.brokenFrame == (count % 4 == 0 ? nil : .truncated("sample frame \(count / 4)", byte: 44 + count)))
    #expect(read.shortfall == (count == 16 ? nil : .short(missing: 4 - count / 4, promised: 4, byte: 44 + count)))
  }

  @Test func stopsAtTheStatedLengthAndSkipsTheRest() throws {
    let bytes = wav([UInt8](noise: 200_000, seed: 5), WAV.chunk("LIST", [UInt8](noise: 100_001, seed: 6)))
    let source = MemorySource(bytes, chopping: 70_000)
    let reader = try SoundReader(source)
    #expect(reader.promisedFrames == 50_000 && reader.payloadStart == 44)
    var room = [UInt8](repeating: 0, count: 400)
    var span = room.mutableSpan
    #expect(try reader.read(into: &span) == 100)
    #expect(try reader.skipRest() == 49_900)
    #expect(reader.frameCount == 50_000 && reader.position == bytes.count && reader.truncation == nil)
    #expect(try reader.skipRest() == 0)
    #expect(try source.read(into: &room) == 0)
  }

  @Test func reportsReadFailures() throws {
    let bytes = wav([UInt8](noise: 2000, seed: 7))
    for count in 0...1000 {
      let error = complaint {
        let reader = try SoundReader(MemorySource(bytes, failingAfter: count))
        try reader.skipRest()
      }
      #expect(error.contains("it fails after \(count) bytes"))
    }
  }

  @Test func errorsSayWhereAndWhatNext() {
    #expect(AudioError.undeclared.description.contains("--format, --rate and --channels"))
    #expect(
      AudioError.malformed("the input is not WAV", byte: 0).description
        == "the input is not WAV (byte 0 of the input); make the input with ffmpeg -f wav or -f nut")
    #expect(
      AudioError.short(missing: 2, promised: 5, byte: 56).description
        == "the input lacks 2 of the 5 sample frames in its header (byte 56 of the input); "
        + "check why the command before the pipe stopped")
  }
}
