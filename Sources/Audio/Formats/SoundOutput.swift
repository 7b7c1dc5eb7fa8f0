import NUT
import Values

/// The format of the output's samples, and the bytes before and after the samples.
package struct SoundOutput: Sendable {
  package let format: SoundFormat
  package let header: [UInt8]
  package let trailer: [UInt8]
  /// The writer of NUT packets with timestamps; nil if the output is WAV or raw samples.
  package let packets: NUTWriter?

  /// - Parameters:
  ///   - header: the header of the input, if the input is WAV. Its channel mask is kept.
  ///   - wanted: the requested container; nil for the container of the input.
  ///   - count: the exact number of sample frames that will be written; nil if unknown.
  package init(
    _ input: SoundFormat, _ container: SoundContainer, header: WAVHeader?, as wanted: SoundContainer?, count: Int?
  ) {
    var packets: NUTWriter?
    switch wanted ?? container {
    case .raw(let sample):
      format = input.with(sample)
      self.header = []
      trailer = []
    case .wav:
      let writer = WAVHeaderWriter(input, channelMask: header?.channelMask, frameCount: count)
      format = writer.format
      self.header = writer.header
      trailer = writer.trailer
    case .nut:
      format = input
      packets = PacketFormat.stream(of: input).flatMap { stream in
        Rational(1, Int64(input.rate)).map { NUTWriter(stream, timebase: $0, rate: nil) }
      }
      self.header = packets?.header ?? []
      trailer = []
    }
    self.packets = packets
  }
}
