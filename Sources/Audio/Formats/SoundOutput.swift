import Warp

/// What goes out: samples of one format, and what stands before and after them.
package struct SoundOutput: Equatable, Sendable {
  package let format: SoundFormat
  package let header: [UInt8]
  package let trailer: [UInt8]

  /// - Parameters:
  ///   - wanted: what was asked for; nil for what the input is.
  ///   - count: how many sample frames there will be; nil where nobody can be sure.
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
