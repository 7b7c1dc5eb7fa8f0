/// In which format sound goes through a pipe, by ffmpeg's and warp-audio's name.
///
/// Numbers with a fraction hold 24 bits and anything beyond full scale. What has more than that is carried as it is.
package enum CarriedSamples {
  package static func format(for sound: SoundFacts) -> String {
    switch sound.sampleFormat {
    case "s32", "s32p": sound.rawBits == 24 ? "f32le" : "s32le"
    case let name where name.hasPrefix("dbl"): "f64le"
    default: "f32le"
    }
  }
}
