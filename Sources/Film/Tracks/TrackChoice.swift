/// Which of a file's tracks are retimed.
package struct TrackChoice: Equatable, Sendable {
  /// The first picture that moves. Not in a file for sound alone, but it decides how long the clip is.
  package let picture: ProbedStream?
  package let sound: ProbedStream?

  /// - Parameter needsSound: whether there is nothing to make without.
  package init(_ probe: Probe, _ job: FilmJob, needsSound: Bool) throws(FilmError) {
    picture = probe.streams.first { $0.kind == .picture }
    // Tracks of no channels are of a codec that nobody knows.
    let tracks = probe.streams.filter { $0.kind == .sound && $0.sound?.channels != 0 }
    switch job.track {
    case .none: sound = nil
    case .first: sound = tracks.first
    case .number(let number):
      guard tracks.indices.contains(number - 1) else {
        throw .usage("there is no sound track \(number) (--audio); there are \(tracks.count)")
      }
      sound = tracks[number - 1]
    }
    if needsSound, sound == nil { throw .usage("there is no sound in '\(job.input)' for '\(job.output ?? "")'") }
    if picture == nil, sound == nil { throw .usage("there is neither picture nor sound in '\(job.input)'") }
  }

  /// The track whose length is the clip's.
  package var measure: ProbedStream? { picture ?? sound }
}
