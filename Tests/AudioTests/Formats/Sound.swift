import Streams
import TestSupport

@testable import Audio

/// The results of a `SoundReader` that has read an input to its end.
struct Sound: Equatable {
  var container: SoundContainer
  var format: SoundFormat
  var header: WAVHeader?
  var start: Int
  var bytes: [UInt8] = []
  var brokenFrame: AudioError?
  var shortfall: AudioError?

  init(
    _ bytes: [UInt8], declared declaration: SoundDeclaration? = nil, chopping longestRead: Int? = nil, room: Int = 600
  ) throws(AudioError) {
    let reader = try SoundReader(MemorySource(bytes, chopping: longestRead), declared: declaration)
    (container, format, header, start) = (reader.container, reader.format, reader.header, reader.payloadStart)
    var block = [UInt8](repeating: 0, count: max(room, format.frameBytes))
    var frameCount = 0
    while true {
      var span = block.mutableSpan
      let count: Int
      do throws(StreamFailure) { count = try reader.read(into: &span) } catch { throw .stream(error) }
      if count == 0 { break }
      self.bytes += block.prefix(count * format.frameBytes)
      frameCount += count
      precondition(reader.frameCount == frameCount && reader.position <= bytes.count)
    }
    (brokenFrame, shortfall) = (reader.brokenFrame, reader.shortfall)
  }
}

extension [UInt8] {
  /// Creates bytes from pairs of hexadecimal digits. White space is ignored.
  init(hex: String) {
    let digits = hex.filter { !$0.isWhitespace }.map { UInt8($0.hexDigitValue!) }
    self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  init(noise count: Int, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    self = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }
}

/// Builds WAV streams for tests, independently of `WAVHeaderWriter`.
enum WAV {
  static func little(_ number: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  static func chunk(_ name: String, _ content: [UInt8], length: Int? = nil) -> [UInt8] {
    Array(name.utf8) + little(length ?? content.count, 4) + content + (content.count % 2 == 0 ? [] : [0])
  }

  static func fmt(tag: Int = 1, channels: Int = 2, rate: Int = 48000, block: Int? = nil, bits: Int = 16) -> [UInt8] {
    let block = block ?? channels * ((bits + 7) / 8)
    return little(tag, 2) + little(channels, 2) + little(rate, 4) + little(rate * block, 4) + little(block, 2)
      + little(bits, 2)
  }

  static func extensible(
    tag: Int = 1, channels: Int = 2, bits: Int = 16, valid: Int? = nil, mask: Int = 3, guidEnd: String? = nil
  ) -> [UInt8] {
    fmt(tag: 0xFFFE, channels: channels, bits: bits) + little(22, 2) + little(valid ?? bits, 2) + little(mask, 4)
      + little(tag, 2) + [UInt8](hex: guidEnd ?? "0000 0000 1000 8000 00aa 0038 9b71")
  }

  static func stream(magic: String = "RIFF", _ chunks: [UInt8]...) -> [UInt8] {
    Array(magic.utf8) + little(0, 4) + Array("WAVE".utf8) + chunks.joined()
  }
}
