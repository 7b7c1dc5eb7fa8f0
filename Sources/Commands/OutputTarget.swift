import Exchange
import Tool

/// The option that prints the map for other programs.
extension MapCommand {
  /// What `--to` prints.
  package enum Target: Equatable, Sendable {
    case table
    case program(ExchangeFormat)
    /// What the result still says.
    case transcript
  }
  package static let to = ChoiceOption<Target>(
    "to", value: "KIND", naming: "kind of file",
    help: """
      Print the map for another program, or the words of --words that it plays. All but table and text approximate the \
      map by straight lines. KIND is:
      """,
    usual: "table",
    [
      Choice("table", .table, "the exact table"),
      Choice("mlt", .program(.mlt), "for Kdenlive, Shotcut, melt"),
      Choice("fcpxml", .program(.fcpxml), "for Final Cut Pro and DaVinci Resolve"),
      Choice("fcp7", .program(.fcp7), "XML of Final Cut Pro 7, for Premiere and DaVinci Resolve"),
      Choice("otio", .program(.otio), "OpenTimelineIO"),
      Choice("edl", .program(.edl), "an edit decision list (CMX 3600) with speeds, for most editors"),
      Choice("rubberband", .program(.rubberband), "Rubber Band"),
      Choice("timestamps", .program(.timestamps), "for mkvmerge"),
      Choice("auto-editor", .program(.autoEditor), "chunks"),
      Choice("mpv", .program(.mpv), "a script that plays the video along the map in mpv"),
      Choice("text", .transcript, "the words, a line for each sentence"),
    ])
}
