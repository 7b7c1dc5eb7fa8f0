import Tool

/// The options of warp-film for the level of the sound, and for music.
extension WarpCommand {
  package enum SoundSpeed: Sendable { case follow, original }
  package static let sound = ChoiceOption<SoundSpeed>(
    "sound", value: "HOW", naming: "way to play the sound",
    help: "Choose how the sound of INPUT plays:", usual: "follow",
    [
      Choice("follow", .follow, "at the speed of the picture"),
      Choice("original", .original, "at its own speed, from the first moment shown; silence after its end"),
    ])
  package static let soundLevel = Option(
    "sound-level", value: "DB",
    help: "Change the level of the sound of INPUT by DB decibels, such as -6 (default: 0).")
  package static let mute = Option(
    "mute", value: "FROM..TO", repeatable: true,
    help: """
      Silence the sound of INPUT from FROM to TO, two times of INPUT. Music plays on. Without any sound: --no-audio.
      """)
  package static let music = Option(
    "music", value: "FILE", completion: .file,
    help: """
      Play the sound of FILE at its own speed, from the first frame of the result to its end. It fades out at \
      the end. The music is mixed into each sound track. With --no-audio, or if INPUT has no sound, it is the only \
      sound.
      """)
  package static let musicStart = Option(
    "music-start", value: "TIME", help: "With --music: begin at this time of FILE (default: 0).")
  package static let musicLoop = Option(
    "music-loop", help: "With --music: repeat the music, from --music-start on, if it ends before the result.")
  package static let musicLevel = Option(
    "music-level", value: "DB",
    help: "With --music: change the level of the music by DB decibels, such as -12 (default: 0).")
  package static let musicFade = Option(
    "music-fade", value: "TIME",
    help: "With --music: fade the music out over the last TIME of the result (default: 1.5 s). 0: no fade.")
  /// Options that need `--music`.
  package static let musicOptions = [musicStart, musicLoop, musicLevel, musicFade]
  package static let mixOptions = [sound.option, soundLevel, mute, music] + musicOptions
}
