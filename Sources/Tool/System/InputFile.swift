/// What can be asked about a file without opening it.
package enum InputFile {
  /// Whether it can be read as often as one likes, which pipes and what stands for them cannot.
  package static func isRegular(_ path: String) -> Bool { Linux.isRegularFile(path) }
}
