import Cues
import Tool

/// The options of warp-map that retime texts.
extension MapCommand {
  package static let retime = ChoiceOption<CueFormat>(
    "retime", value: "KIND", naming: "kind of text",
    help: "Retime the subtitles or another text on standard input, and print the text. KIND is:",
    [
      Choice("srt", .srt, "SubRip"), Choice("vtt", .vtt, "WebVTT"),
      Choice("ass", .ass, "SubStation Alpha"),
      Choice("ffmetadata", .ffmetadata, "ffmpeg's chapters"),
      Choice("labels", .labels, "Audacity's labels"),
      Choice("times", .times, "lines that begin with a time, such as 62.5 or 1:02.5"),
      Choice("gpx", .gpx, "the points of a track"), Choice("nmea", .nmea, "the log of a satellite receiver"),
      Choice("csv", .csv, "rows with a column of times, below a line of names"),
      Choice("edl", .edl, "an edit decision list (CMX 3600); needs --fps"),
      Choice("llc", .llc, "a LosslessCut project"),
    ])
  package static let timeColumn = Option(
    "time-column", value: "NAME", help: "With --retime csv, the name of the column with the times (default: time).")
  package static let toSource = Option(
    "to-source",
    help: """
      With --retime: the text has times of the result, and they become times of the video. Without --to-source, times \
      of the video become times of the result.
      """)
  package static let textStart = Option(
    "text-start", value: "SECONDS",
    help: """
      With --retime, the time of the video's start in the text, in seconds (default: 0). Dates and timecodes count \
      from the first one in the text.
      """)
  package static let singleCues = Option(
    "single-cues",
    help: """
      With --retime srt, merge subtitles that overlap into one. Files that show one subtitle at a time, such as mp4, \
      need this.
      """)
}
