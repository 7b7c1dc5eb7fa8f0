/// What stands before the samples of a WAV stream.
package struct WAVHeader: Equatable, Sendable {
  package let format: SoundFormat
  /// Which loudspeakers the channels are for; nil where the header has no place to say.
  package let channelMask: UInt32?
  /// How many bytes of samples follow; nil where they go on to the end of the stream.
  package let dataLength: Int?
}
