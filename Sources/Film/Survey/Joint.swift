import Values

/// Concatenated streams in one file, as `cat` makes them, whose timestamps restart. ffmpeg passes picture and sound on
/// with continuous timestamps, as it plays them. Every program that decodes a track reads this output.
package struct Joint: Equatable, Sendable {
  /// The tracks that are passed on, in order. They are the same for every reader, because ffmpeg corrects the times of
  /// all tracks by what it sees in one.
  private let tracks: [ProbedStream]

  init(_ tracks: TrackChoice) { self.tracks = tracks.read }

  /// The arguments with which ffmpeg passes the tracks on, as NUT.
  func words(_ file: MediaFile) -> [String] {
    // Some packets of old discs have no timestamps, but NUT requires them.
    ["-nostdin", "-v", "fatal", "-fflags", "+genpts"] + file.opening
      + tracks.flatMap { ["-map", "0:\($0.index)"] }
      + ["-c", "copy", "-f", "nut", "-"]
  }

  /// The number of a track in the output.
  func position(of stream: ProbedStream) -> Int { tracks.firstIndex { $0.index == stream.index } ?? 0 }

  /// The length of a tick in the output, in seconds. NUT counts sound in samples.
  func timeBase(of stream: ProbedStream) -> Rational {
    stream.sound.flatMap { Rational(1, Int64($0.rate)) } ?? stream.timeBase
  }
}
