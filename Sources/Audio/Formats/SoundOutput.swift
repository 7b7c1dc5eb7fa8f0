import Warp

/// What is written: the format of the samples, and the bytes before and after them.
package struct SoundOutput: Equatable, Sendable {
  package let format: SoundFormat
  package let header: [UInt8]
  package let trailer: [UInt8]

  /// - Parameters:
  ///   - header: that of the input, if the input is WAV. Its channel mask is kept.
  ///   - wanted: what the user asked for; nil for the same as the input.
  ///   - count: exactly how many sample frames will be written; nil if that is not sure.
  package init(
    _ input: SoundFormat, _ container: SoundContainer, header: WAVHeader?, as wanted: SoundContainer?, count: Int?
  ) {
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
    }
  }
}
