/// The options for other programs to read: one to a line, its name, what stands for its value (empty for a flag), and
/// the heading it is described under, divided by tabs.
struct OptionListing {
  let command: Command

  var text: String {
    command.groups.flatMap { group in
      group.options.map { "\($0.name)\t\($0.placeholder ?? "")\t\(group.title)\n" }
    }.joined()
  }
}
