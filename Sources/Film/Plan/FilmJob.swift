import Found
import Pixels
import Values

/// The request without the map: the parsed command line of `warp-film`.
package struct FilmJob: Equatable, Sendable {
  package enum TrackWish: Equatable, Sendable {
    case all, none
    /// Numbers of sound tracks, from 1, in the order of the result.
    case numbers([Int])
  }

  /// The frame timing of the result.
  package enum Rate: Equatable, Sendable {
    /// Nil for the clip's own rate.
    case fixed(FrameRate?)
    case variable(Timebase)
  }

  /// The names by which the tools are started.
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

  /// The tables of known formats; tests add rows.
  package struct Kinds: Equatable, Sendable {
    var inputs = ContainerKind.all
    var outputs = FileKind.all

    package init() {}
  }

  package var kinds = Kinds()
  /// As typed.
  package var input: String
  /// As typed. Nil if the result is played and not kept; `standardOutput` if it goes to standard output.
  package var output: String?
  package var overwrites = false
  package var sounds = TrackWish.all
  package var keepsSubtitles = true
  package var rate = Rate.fixed(nil)
  /// Whether the picture is copied without re-encoding. Then `rate` is variable.
  package var copies = false
  /// The words of --encode; nil if it is not given.
  package var encoding: [String]?
  /// The video encoder by warp's or ffmpeg's name, and the quality on its own scale; nil for the defaults.
  package var codec: String?
  package var quality: String?
  /// The requested width of the picture; nil if none.
  package var width: Int?
  /// The encoder's preset by its own name.
  package var preset: String?
  /// Whether speed matters most; the picture may be small and the file large.
  package var isDraft = false
  package var deinterlacing = Deinterlacing.none

  /// The number of frames to make of an interlaced frame with two fields.
  package enum Deinterlacing: Sendable { case none, frame, field }
  /// Options for warp-video and warp-audio, as typed.
  package var pictureOptions: [String] = []
  package var soundOptions: [String] = []
  /// Whether the sound options keep the pitch.
  package var keepsPitch = false
  /// Whether the sound of the film does not follow the map.
  package var keepsSoundSpeed = false
  /// The gain for the sound of the film, in decibels.
  package var soundLevel = 0.0
  package var music: Music?

  /// Music from the first frame of the result to its end, at its own speed.
  package struct Music: Equatable, Sendable {
    package let file: String
    /// Seconds to skip at the start of the file.
    package let start: Double
    package let repeats: Bool
    /// The gain in decibels.
    package let level: Double

    package init(file: String, start: Double, repeats: Bool, level: Double) {
      (self.file, self.start, self.repeats, self.level) = (file, start, repeats, level)
    }
  }

  /// The job of surveying the music file like a film; nil without music.
  package var ofMusic: FilmJob? {
    music.map { music in
      var job = FilmJob(input: music.file, output: nil)
      (job.tools, job.kinds) = (tools, kinds)
      return job
    }
  }
  /// The typed options about the picture, which have no effect without a picture.
  package var pictureWishes: [String] = []
  /// The typed options about the sound of INPUT, which have no effect without it.
  package var soundWishes: [String] = []
  /// The typed options about any sound, including music.
  package var audibleWishes: [String] = []
  /// Whether `pictureOptions` choose how frames are picked or mixed.
  package var choosesFrames = false
  /// Whether `pictureOptions` make new frames from source frames.
  package var mixesFrames = false
  /// Whether a frame between two others also depends on the neighbours of the two.
  package var looksAround = false
  package var memory: String?
  /// `--progress` or `--no-progress` for the filter that shows the progress; empty if neither was typed.
  package var progress: [String] = []
  /// The file to which the encoder writes its progress.
  package var progressFile: String?
  package var tools = Tools()
  package var part = Part.whole
  /// The arguments that the frames of the result depend on, quoted, and the release of warp. Both are the same for all
  /// pieces of a result.
  package var pieceWords = ""
  package var version = ""

  /// Which part of the result this run makes.
  package enum Part: Equatable, Sendable {
    case whole
    case piece(ResultPiece)
    case join
  }
  /// The searches in the film before a map exists.
  package var finders: [Finder] = []
  /// Whether searches show their progress.
  package var showsProgress = false

  /// The widths that --width accepts: at most what warp-video reads.
  package static let widths = 2...PixelLayout.sides.upperBound

  package static let standardOutput = "-"

  /// Whether the result goes to standard output.
  package var isStreamed: Bool { output == Self.standardOutput }

  package init(input: String, output: String?) {
    self.input = input
    self.output = output
  }

  /// Whether the extension of OUTPUT belongs to a known format.
  package static func isWritten(_ name: String) -> Bool { FileKind.of(name: name, among: FileKind.all) != nil }

  /// A path that ffmpeg takes for a file, even if the name begins with `-` (an option) or contains a colon (a
  /// protocol).
  package static func path(_ name: String) -> String {
    // By bytes: for Swift, a slash and a following combining accent are one Character.
    ["/", "./", "../"].contains { name.utf8.starts(with: $0.utf8) } ? name : "./\(name)"
  }
}
