/// A program that warp-film starts. The value is the name of its file.
package enum Program: String, Sendable {
  case map = "warp-map"
  case video = "warp-video"
  case audio = "warp-audio"
  case ffmpeg, ffprobe, ffplay, od, sh

  /// The programs that belong to warp. Their exit statuses have a meaning, and their messages need no addition.
  package static let filters = [map, video, audio]

  package var isFilter: Bool { Self.filters.contains(self) }
}
