import Tool

/// A tool with an option of each kind.
enum Sample {
  static let duration = Option(
    "duration", letter: "d", value: "TIME", help: "How long the clip is. Every curve needs it.")
  static let map = Option(
    "map", value: "FILE", completion: .file, help: "Start from the table in FILE; '-' is standard input.")
  static let curve = Option(
    "curve", value: "SPEC", repeatable: true, completion: .words(["ramp", "sine", "sine-flipped"]),
    help: "Let a stretch [of the clip]: any, follow a function of the clip's time.\nSee --map for another way.")
  static let easing = Option(
    "anchor-easing-in-between", value: "linear|smooth", completion: .words(["linear", "smooth"]),
    help: "How to go on.")
  static let reverse = Option("reverse", letter: "r", help: "Play backward.")
  static let quiet = Option("quiet", letter: "q", help: "Say nothing.")

  static let command = Command(
    name: "warp-sample", version: Version("1.2.3", date: "2025-11-20"), summary: "turn functions into a time map",
    synopsis: ["[CURVE] [CHANGES] > map.tsv", "--map FILE [CHANGES] > map.tsv"],
    description: ["A time map relates the seconds of a source to the seconds of what is made from it."],
    groups: [
      OptionGroup("The clip", for: .clip, [duration, map]),
      OptionGroup("Curves", for: .map, [curve, easing]),
      OptionGroup("Changes", for: .map, [reverse, quiet]),
    ],
    examples: [
      .init("Half speed:", "warp-sample -d 10 --curve 'ramp' > map.tsv"),
      .init("Every kind of sign:", #".\" ~/a^b `c` "d\e" - -- …"#),
    ],
    sections: [.init("See also", ["warp-map(1)", ".not a request"])])
}
