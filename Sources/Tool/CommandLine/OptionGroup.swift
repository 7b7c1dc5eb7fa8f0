/// Options that are described together, under one heading.
package struct OptionGroup: Sendable {
  /// What the options of a group are about. Code tells groups apart by their role, never by their title, so that a
  /// title can be reworded. Several groups of a command may have the same role.
  package enum Role: Sendable {
    /// The length and the frame rate of the clip.
    case clip
    /// The map: the curves that make it, the changes to it, or the file it is read from.
    case map
    /// How pictures are chosen and made.
    case picture
    /// How sound is made.
    case sound
    /// The formats of the streams that are read and written.
    case streams
    /// What is written or shown, and where.
    case output
    /// Memory, threads, progress: how the work is done, not what comes of it.
    case run
    /// What every tool can be asked about itself.
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
