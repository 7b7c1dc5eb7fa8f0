/// Tries what may need a graphics card, before the film is read.
extension FilmSurvey {
  /// Tries an encoder on a graphics card, because ffmpeg's own messages blame the arguments. An option of --encode that
  /// opens a card chooses which one, so the trial says nothing then.
  func requireCard(_ encoding: Encoding?) throws {
    guard !job.run.isDry, let encoding, !encoding.names(.device) else { return }
    guard let encoder = encoding.namedEncoder.flatMap(CardEncoder.init) else { return }
    guard try oracle.ask(questions.trial(of: encoder)).status == 0 else { throw encoder.missing }
  }

  /// Tries the options of --decode, because ffmpeg's own messages blame the film.
  func requireDecoder(of stream: ProbedStream?) throws {
    guard !job.run.isDry, !job.mode.showsMap, !job.picture.decoding.words.isEmpty, let stream,
      let facts = stream.picture
    else { return }
    guard try oracle.ask(questions.trial(of: job.picture.decoding, stream, facts)).status == 0 else {
      throw job.picture.decoding.failure(for: job.input)
    }
  }
}
