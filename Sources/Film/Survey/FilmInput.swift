import Values

/// A film as programs open it: the file or its joined streams, the place of the clip in it, and a track.
///
/// Everything that decodes a film gets its arguments here, so that joined streams are never forgotten.
package struct FilmInput: Equatable, Sendable {
  package let file: MediaFile
  /// The start of the file on its own clock, in seconds.
  let fileStart: Double
  let kind: ContainerKind
  package let span: ClipSpan
  /// Not nil if ffmpeg must make the film's timestamps continuous.
  package let joint: Joint?
  /// Not nil if the end of the file is missing.
  package let truncation: Truncation?
  /// The indices of sound tracks whose timestamps are too dense to be true.
  var crowdedSounds: Set<Int> = []

  /// The first arguments of a decoder. For a truncated film, its messages would repeat that the end is missing.
  var decoding: [String] { ["-nostdin", "-v", truncation == nil ? "error" : "fatal"] }

  /// The arguments that open the film, or the output of `joiner`, and select a track.
  ///
  /// - Parameter options: options of the input.
  func opening(_ stream: ProbedStream, _ options: [String] = []) -> [String] { options + opened + selecting(stream) }

  private var opened: [String] { joint == nil ? file.opening : ["-f", "nut", "-i", "-"] }

  func selecting(_ stream: ProbedStream) -> [String] { ["-map", "0:\(joint?.position(of: stream) ?? stream.index)"] }

  /// The arguments that open the film at a source time. ffmpeg counts -ss from where the file begins. What is joined
  /// cannot be sought: it is decoded from its start.
  func sought(to source: Double) -> [String] {
    let seek = ["-ss", NumberSyntax.print(source + clipStart)]
    return joint == nil ? seek + opened : opened + seek
  }

  /// The command before the first decoder; empty if the decoder opens the file itself.
  var joining: [Question.Command] { joint.map { [.init(.ffmpeg, $0.words(file))] } ?? [] }

  /// The input of a stage that opens the film; nil if it opens the file itself.
  func joiner(_ name: String) -> Feed? {
    joint.map { .stage(Stage("\(name) joiner", .ffmpeg, [.init($0.words(file))])) }
  }

  /// Timestamps stay those of the file, if it has any.
  var stampOptions: [String] { span.isStampless ? [] : ["-copyts"] }

  /// The options for the part of the file to decode.
  func options(for map: FilmMap) -> [String] {
    if joint != nil { return stampOptions }
    let needed = map.neededLength(of: span)
    let isPart = !span.isStampless && needed != span.length
    return (isPart ? ["-t", DecimalText.print(needed + leadIn + span.delay, decimals: 6)] : []) + stampOptions
  }

  /// Whether the film continues after the decoded part. The next frame may be too far away to be decoded.
  func continues(after map: FilmMap) -> Bool { map.neededLength(of: span) < span.length }

  /// Whether frames may end before the map without an error.
  func mayEndEarly(along map: FilmMap) -> Bool {
    endsEarly || continues(after: map)
  }

  /// Whether the last frame stays on screen longer than its timestamp says, or frames are missing at the end.
  var endsEarly: Bool { span.held > 0 || span.endsLong || truncation != nil }

  /// The seconds from the start of the file to the start of the clip.
  var leadIn: Double { span.start - fileStart }

  /// The position of source time 0 for a player that starts at the file's first packet.
  package var clipStart: Double { span.isStampless || joint != nil ? 0 : max(0, leadIn + span.delay) }

  /// A sound track along the clip; nil for a track without sound.
  func sound(_ stream: ProbedStream) -> ClipSound? {
    stream.sound.map { sound(stream, $0) }
  }

  func sound(_ stream: ProbedStream, _ facts: SoundFacts) -> ClipSound {
    let isCounted = crowdedSounds.contains(stream.index)
    return ClipSound(stream: stream, facts: facts, span: span, kind: kind, isCounted: isCounted)
  }

  /// The commands that print a sound track over the whole clip, as `f32le` samples.
  func soundCommands(_ sound: ClipSound) -> [Question.Command] {
    sound.commands(stampOptions, opening(sound.stream))
  }
}
