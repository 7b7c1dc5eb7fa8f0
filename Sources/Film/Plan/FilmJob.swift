import Pixels
import Warp

/// What is asked for, except for the map: the words of `warp-film`'s command line, understood.
package struct FilmJob: Equatable, Sendable {
  package enum TrackWish: Equatable, Sendable {
    case all, none
    /// Counted from 1 among the sound tracks, in the order they are to have.
    case numbers([Int])
  }

  /// When output frames are shown.
  package enum Rate: Equatable, Sendable {
    /// Nil for the clip's own rate.
    case fixed(FrameRate?)
    case variable(Timebase)
  }

  /// By which names the tools can be started.
  package struct Tools: Equatable, Sendable {
    package var map = "warp-map"
    package var video = "warp-video"
    package var audio = "warp-audio"

    package init() {}

    package init(in directory: String) {
      map = "\(directory)/warp-map"
      video = "\(directory)/warp-video"
      audio = "\(directory)/warp-audio"
    }
  }

  /// The tables of known kinds of file; tests add rows.
  package struct Kinds: Equatable, Sendable {
    var inputs = ContainerKind.all
    var outputs = FileKind.all

    package init() {}
  }

  package var kinds = Kinds()
  /// As typed.
  package var input: String
  /// As typed; nil if the result is shown and not kept, `standardOutput` if it goes to standard output.
  package var output: String?
  package var overwrites = false
  package var sounds = TrackWish.all
  package var keepsSubtitles = true
  package var rate = Rate.fixed(nil)
  /// Whether the picture stays as it is encoded; then `rate` is variable.
  package var copies = false
  /// The words of --encode; nil where it is not given.
  package var encoding: [String]?
  /// The encoder of the picture by its name here or ffmpeg's, and how good the picture is to be on its own scale; nil for
  /// the defaults.
  package var codec: String?
  package var quality: String?
  /// How wide the picture is to be; nil where nothing is asked for.
  package var width: Int?
  /// The encoder's preset by its own name.
  package var preset: String?
  /// Whether the result is to be made fast, and may be small and large in bytes.
  package var isDraft = false
  package var deinterlacing = Deinterlacing.none

  /// How many frames are made of the two fields of an interlaced frame.
  package enum Deinterlacing: Sendable { case none, frame, field }
  /// Options that are passed on to warp-video and warp-audio as they were typed.
  package var pictureOptions: [String] = []
  package var soundOptions: [String] = []
  /// Whether these keep the pitch.
  package var keepsPitch = false
  /// Whether the sound of the film does not follow the map.
  package var keepsSoundSpeed = false
  /// In decibels, added to the sound of the film.
  package var soundLevel = 0.0
  package var music: Music?

  /// Music that is heard from the first frame of the result to its end, at its own speed.
  package struct Music: Equatable, Sendable {
    package let file: String
    /// Seconds of the file that are skipped.
    package let start: Double
    package let repeats: Bool
    /// In decibels.
    package let level: Double

    package init(file: String, start: Double, repeats: Bool, level: Double) {
      (self.file, self.start, self.repeats, self.level) = (file, start, repeats, level)
    }
  }

  /// The job of looking at the music, as at a film; nil without music.
  package var ofMusic: FilmJob? {
    music.map { music in
      var job = FilmJob(input: music.file, output: nil)
      (job.tools, job.kinds) = (tools, kinds)
      return job
    }
  }
  /// The options that were typed about the picture, by name: they have no effect where there is none.
  package var pictureWishes: [String] = []
  /// The same about INPUT's own sound.
  package var soundWishes: [String] = []
  /// The same about any sound, music among it.
  package var audibleWishes: [String] = []
  /// Whether `pictureOptions` say which frames are shown or how they are mixed.
  package var choosesFrames = false
  /// Whether they make frames of others.
  package var mixesFrames = false
  /// Whether a frame that they make of two depends on those beside the two.
  package var looksAround = false
  package var memory: String?
  /// `--progress` or `--no-progress` for the filter that shows how far the work has come; empty if neither was typed.
  package var progress: [String] = []
  /// Where the encoder writes how far it has come.
  package var progressFile: String?
  package var tools = Tools()
  package var part = Part.whole
  /// The words on which the frames of a result depend, as they can be pasted, and the release of warp: pieces of one result
  /// have the same.
  package var pieceWords = ""
  package var version = ""

  /// Whether the result is made in one run, or one piece of it, or the result of pieces that are there.
  package enum Part: Equatable, Sendable {
    case whole
    case piece(ResultPiece)
    case join
  }
  /// What is to be found in the film before there is a map.
  package var search = Search()

  package struct Search: Equatable, Sendable {
    /// Nil where silences are not to be found.
    package var silence: Silence?
    /// Whether standing pictures are to be found.
    package var findsStills = false
    /// Whether to measure how fast each part of the sound can be played.
    package var measuresSpeech = false
    /// Whether to measure how much the picture changes.
    package var measuresMotion = false
    /// The recording whose clock the film is brought onto; nil for none.
    package var reference: String?
    /// Whether ffmpeg shows how far it has come.
    package var showsProgress = false

    package init() {}

    package struct Silence: Equatable, Sendable {
      /// What is softer is silent, as ffmpeg writes it: `-35dB` or `0.02`.
      let level: String
      /// In seconds; what is silent for less does not count.
      let length: Double

      package init(level: String, length: Double) {
        self.level = level
        self.length = length
      }
    }
  }

  /// Widths that --width may ask for: at most what warp-video reads.
  package static let widths = 2...PixelLayout.sides.upperBound

  package static let standardOutput = "-"

  /// Whether the result goes to standard output.
  package var isStreamed: Bool { output == Self.standardOutput }

  package init(input: String, output: String?) {
    self.input = input
    self.output = output
  }

  /// Whether OUTPUT's ending names a kind of file that can be made.
  package static func isWritten(_ name: String) -> Bool { FileKind.of(name: name, among: FileKind.all) != nil }

  /// A path that ffmpeg takes for that of a file: not for an option if the name begins with `-`, and not for a protocol
  /// if there is a colon in it.
  package static func path(_ name: String) -> String {
    // By bytes: to Swift a slash and an accent behind it are one Character.
    ["/", "./", "../"].contains { name.utf8.starts(with: $0.utf8) } ? name : "./\(name)"
  }
}
