import Warp

/// What is asked for, but for the map: the words of `warp`'s command line, understood.
package struct FilmJob: Equatable, Sendable {
  package enum TrackWish: Equatable, Sendable {
    case first, none
    /// Counted from 1 among the sound tracks.
    case number(Int)
  }

  /// What shows each output frame.
  package enum Rate: Equatable, Sendable {
    /// The clip's own rate where none is given.
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

  /// As typed.
  package var input: String
  /// As typed; nil where the result is shown and not kept.
  package var output: String?
  package var overwrites = false
  package var track = TrackWish.first
  package var rate = Rate.fixed(nil)
  /// The words of --encode; nil where it is not given.
  package var encoding: [String]?
  /// Options for the filters that are passed on as they are.
  package var pictureOptions: [String] = []
  package var soundOptions: [String] = []
  /// Whether they say which frames are shown or how they are mixed.
  package var choosesFrames = false
  package var memory: String?
  /// The option by which a filter is told to show how far it has come, or not to; empty for what it thinks best.
  package var progress: [String] = []
  /// Where the encoder is to say how far it has come.
  package var progressFile: String?
  package var tools = Tools()

  package init(input: String, output: String?) {
    self.input = input
    self.output = output
  }

  /// A path that ffmpeg takes for that of a file, whatever it begins with and whatever is in it.
  package static func path(_ name: String) -> String {
    ["/", "./", "../"].contains(where: name.hasPrefix) ? name : "./\(name)"
  }
}
