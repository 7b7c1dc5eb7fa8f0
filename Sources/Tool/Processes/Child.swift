import CSystem
import Glibc
import Streams

/// A program to be started as a child, which is killed when the thread that has started it ends.
///
/// The death signal is for this one process, not for those that it starts. A filter therefore gives it to its own
/// commands.
package struct Child {
  /// The program, and its arguments.
  package var words: [String]
  /// The environment variables that it has besides those of this process.
  package var variables: [String: String] = [:]
  /// The descriptors that become its standard streams.
  package var input: Int32
  package var output: Int32
  package var error = StandardStream.error.rawValue
  /// Further descriptors that it has, under the numbers that they have here.
  package var kept: [Int32] = []
  /// What owns these descriptors, so that they stay open until the program has started.
  package var owners: [PipeEnd] = []
  /// Whether it is the first of a process group, so that the programs it starts can be killed with it.
  package var leadsGroup = false
  /// Whether it goes on when this process is killed.
  package var outlives = false

  package init(_ words: [String], input: Int32, output: Int32) {
    self.words = words
    self.input = input
    self.output = output
  }

  /// Starts the program and returns the number of its process. Only the main thread may call this: the death signal
  /// comes when the calling thread ends.
  ///
  /// - Parameter path: the file of the program.
  func start(_ path: String) throws(SystemError) -> pid_t {
    let words = unsafe Linux.strings(self.words)
    let added = unsafe Linux.strings(variables.map { "\($0)=\($1)" })
    defer { unsafe Linux.release(words + added) }
    let environment = unsafe Linux.inheritedVariables(except: Set(variables.keys)) + added
    let process = unsafe Linux.name(path).withUnsafeBufferPointer { path in
      unsafe words.withUnsafeBufferPointer { words in
        unsafe environment.withUnsafeBufferPointer { environment in
          unsafe kept.withUnsafeBufferPointer { kept in
            var start = unsafe ChildStart(
              path: path.baseAddress, words: words.baseAddress, variables: environment.baseAddress,
              streams: (input, output, error), kept: kept.baseAddress, keptCount: CInt(kept.count),
              leadsGroup: leadsGroup ? 1 : 0, outlives: outlives ? 1 : 0)
            return unsafe startChild(&start)
          }
        }
      }
    }
    guard process > 0 else { throw .last }
    return process
  }
}

/// Where programs are found.
package enum ProgramFile {
  /// The file of a program, looked for on the PATH unless the name has a slash; nil if there is none.
  package static func path(of name: String) -> String? {
    if name.utf8.contains(UInt8(ascii: "/")) { return Linux.isProgram(name) ? name : nil }
    let directories = (Linux.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(
      separator: ":", omittingEmptySubsequences: false)
    // An empty entry is the working directory.
    return directories.lazy.map { $0.isEmpty ? "./\(name)" : "\($0)/\(name)" }.first(where: Linux.isProgram)
  }

  /// This program's own file; nil if it cannot be found.
  package static var own: String? {
    (try? Linux.target(ofLink: "/proc/self/exe")) ?? CommandLine.arguments.first.flatMap(path)
  }
}
