/// Options that are described together, under one heading.
package struct OptionGroup: Sendable {
  /// The subject of a group's options. Code finds groups by role and not by title, so that titles can be reworded.
  /// Several groups of a command may have the same role.
  package enum Role: Sendable {
    /// The length and the frame rate of the clip.
    case clip
    /// The map: the curves that make it, changes to it, or a file with a map.
    case map
    /// How warp chooses and makes frames.
    case picture
    /// How warp makes sound.
    case sound
    /// The formats of the input and output streams.
    case streams
    /// What to write or show, and where.
    case output
    /// Memory, threads and progress: settings that do not change the result.
    case run
    /// The options of every tool, such as `--help`.
    case general
  }

  package let title: String
  package let role: Role
  package let options: [Option]

  package init(_ title: String, for role: Role, _ options: [Option]) {
    self.title = title
    self.role = role
    self.options = options
  }
}
