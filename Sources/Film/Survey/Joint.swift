import Warp

/// Streams put end to end in one file, as with `cat`: the times of each start again. ffmpeg passes picture and sound on
/// with times that go on, as it plays them, and every program that decodes one of them reads what it passes on.
package struct Joint: Equatable, Sendable {
  /// The tracks that are passed on, in order: the same for every reader, since what ffmpeg sees in one of them corrects
  /// the times of all.
  private let tracks: [ProbedStream]

  init(_ tracks: TrackChoice) { self.tracks = tracks.timed }

  /// The command that passes them on, as NUT.
  func words(_ file: String) -> [String] {
    // Some packets of an old disc have no times; NUT has to be told one for each.
    ["ffmpeg", "-nostdin", "-v", "fatal", "-fflags", "+genpts", "-i", file]
      + tracks.flatMap { ["-map", "0:\($0.index)"] }
      + ["-c", "copy", "-f", "nut", "-"]
  }

  /// The number of a track where it is passed on.
  func position(of stream: ProbedStream) -> Int { tracks.firstIndex { $0.index == stream.index } ?? 0 }

  /// Seconds that a tick lasts where a track is passed on: NUT counts sound in samples.
  func timeBase(of stream: ProbedStream) -> Rational {
    stream.sound.flatMap { Rational(1, Int64($0.rate)) } ?? stream.timeBase
  }
}
