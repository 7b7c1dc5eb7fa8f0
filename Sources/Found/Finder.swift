import Warp

/// A search in a film for the map. The compiler asks a new case for what it reads and finds.
package enum Finder: Equatable, Sendable {
  /// Silences. `level` is the level below which sound is silent, in ffmpeg's notation: `-35dB` or `0.02`. `length` is
  /// the shortest silence, in seconds.
  case silences(level: String, length: Double)
  /// Pauses, in which nobody speaks. `length` is the shortest pause, in seconds.
  case pauses(length: Double)
  /// Still pictures.
  case stills
  /// How fast each part of the sound can play.
  case speech
  /// How much the picture changes.
  case motion
  /// The ground covered, from the film's own track of GoPro.
  case ground
  /// The clock of another recording, the file `reference`.
  case alignment(reference: String)

  package enum Track: String, Sendable {
    case sound, picture
    case data = "GPS track"
  }

  /// What is searched, for messages.
  package var noun: String {
    switch self {
    case .silences: "silences"
    case .pauses: "pauses"
    case .stills: "stills"
    case .speech: "speech"
    case .motion: "motion"
    case .ground: "the ground covered"
    case .alignment: "alignment"
    }
  }

  /// The track that is read.
  package var track: Track {
    switch self {
    case .silences, .pauses, .speech, .alignment: .sound
    case .stills, .motion: .picture
    case .ground: .data
    }
  }

  /// Whether nobody speaks in what is found, so that it may play at any speed.
  package var findsNoSpeech: Bool {
    switch self {
    case .silences, .pauses: true
    case .stills, .speech, .motion, .ground, .alignment: false
    }
  }
}

/// The sound tracks of a film that are searched.
package enum Listening: Equatable, Sendable {
  /// The first track in the result.
  case kept
  /// All tracks that ffmpeg can decode.
  case all
  /// The track with this number, from 1.
  case track(Int)
}

/// What the searches in a film have found, in source time. Empty where no search was requested.
package struct Evidence: Equatable, Sendable {
  /// Silences, pauses and stills.
  package var parts: [FoundPart] = []
  /// How fast each part of the sound can play.
  package var paces = SpeechPaces()
  /// What grows along the film: the change of the picture, or the ground covered.
  package var growth: [EvenCurve.Point] = []
  /// The map onto the clock of another recording.
  package var alignment: TimeMap?

  package init() {}
}
