/// What the user says the input is.
package enum SoundDeclaration: Equatable, Sendable {
  case raw(SoundFormat)
  case wav
}
