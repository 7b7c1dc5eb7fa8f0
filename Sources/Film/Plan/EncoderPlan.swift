import Warp

/// The last program: it reads picture, sound and what there is besides, and makes the file.
extension FilmPlan {
  var encoderPhrases: [[Stage.Word]] {
    // Else it would call a file whole whose last bytes found no room.
    var command: [Stage.Word] = .init(Self.ffmpeg + ["-xerror"] + (job.overwrites && encoding != nil ? ["-y"] : []))
    if let file = job.progressFile { command += ["-progress", .progress(file)] }
    return [command] + inputs.map(\.phrase) + [outputWords]
  }

  /// One of the encoder's inputs: the words that open it, and those that say what is taken from it, once its number is
  /// known.
  private struct Input {
    let phrase: [Stage.Word]
    let taking: (Int) -> [String]
  }

  private var inputs: [Input] {
    var inputs: [Input] = []
    if let stream = picture, let facts = stream.picture {
      let phrase = .init(pictureFormat(facts) + ["-i"]) + [Stage.Word.feed(pictureFeed(stream, facts))]
      inputs.append(
        Input(phrase: phrase) { number in
          guard case .variable(let timebase) = job.rate else { return ["-map", "\(number):v:0"] }
          return ["-map", "\(number):v:0"] + asStamped + ["-enc_time_base", "\(timebase)"]
        })
    }
    if let stream = sound, let facts = stream.sound {
      let phrase = .init(soundFormat(facts) + ["-i"]) + [Stage.Word.feed(soundFeed(stream, facts))]
      inputs.append(Input(phrase: phrase) { ["-map", "\($0):a:0"] })
    }
    guard encoding != nil else { return inputs }
    // The encoder that its tags name is not the one that made the result.
    inputs.append(
      Input(phrase: ["-i", .text(sourceFile)]) { ["-map_metadata", "\($0)", "-metadata", "encoder="] })
    if let chapters {
      inputs.append(
        Input(phrase: ["-f", "ffmetadata", "-i", .feed(.document(chapters))]) { ["-map_chapters", "\($0)"] })
    }
    return inputs
  }

  private var outputWords: [Stage.Word] {
    let taken = inputs.enumerated().flatMap { $0.element.taking($0.offset) }
    guard let encoding else {
      return .init(taken + ["-c:v", "rawvideo", "-c:a", "pcm_f32le", "-f", "nut", "-"])
    }
    // Bit exact: without the numbers some containers draw for themselves.
    let exact = (chapters == nil ? ["-map_chapters", "-1"] : []) + ["-fflags", "+bitexact"]
    let language = sound?.language.map { ["-metadata:s:a:0", "language=\($0)"] } ?? []
    return .init(
      taken + exact + language + encoding.words(picture: picture?.picture, sound: sound?.sound)) + [.result]
  }

  /// Nil where there are none.
  private var chapters: Document? {
    let chapters = Chapters(probe.chapters, origin: span.start, along: map.map)
    return chapters.isEmpty ? nil : Document(name: "chapters", text: chapters.text, maker: nil)
  }
}
