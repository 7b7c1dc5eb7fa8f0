/// What samples come in: nothing, which does not say what they are, or WAV, which does.
package enum SoundContainer: Equatable, Sendable {
  case raw(SampleFormat)
  case wav
}
