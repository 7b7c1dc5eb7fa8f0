import CSystem
import Glibc
import Streams

/// A program to start as a child process. Linux kills the child when the thread that started it ends.
///
/// This death signal reaches only the child, not the processes that the child starts. Therefore a filter requests the
/// same signal for its own commands.
package struct Child {
  /// The program and its arguments.
  package var words: [String]
  /// Environment variables for the child, besides those that it inherits.
  package var variables: [String: String] = [:]
  /// The descriptors that become the child's standard streams.
  package var input: Int32
  package var output: Int32
  package var error = StandardStream.error.rawValue
  /// Further descriptors for the child, which keep their numbers.
  package var kept: [Int32] = []
  /// The owners of these descriptors. They keep the descriptors open until the program has started.
  package var owners: [PipeEnd] = []
  /// Whether the child leads a new process group, so that its own children can be killed with it.
  package var leadsGroup = false
  /// Whether a signal that ends this process also kills the group that the child leads. Only SIGKILL does not.
  var endsGroup = false
  /// Whether the child continues when this process is killed.
  package var outlives = false

  package init(_ words: [String], input: Int32, output: Int32) {
    self.words = words
    self.input = input
    self.output = output
  }

  /// A variable that the program which started this process has given it.
  package static func variable(_ name: String) -> String? { Linux.environment(name) }

  /// Starts the program and returns its process ID. Only the main thread may call this, because the child is killed
  /// when the calling thread ends.
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
              leadsGroup: leadsGroup ? 1 : 0, endsGroup: endsGroup ? 1 : 0, outlives: outlives ? 1 : 0)
            return unsafe startChild(&start)
          }
        }
      }
    }
    guard process > 0 else { throw .last }
    return process
  }
}

package enum ProgramFile {
  /// Returns the file of a program, or nil if there is none. A name without a slash is looked up on the PATH.
  package static func path(of name: String) -> String? {
    if name.utf8.contains(UInt8(ascii: "/")) { return Linux.isProgram(name) ? name : nil }
    let directories = (Linux.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").unicodeScalars.split(
      separator: ":", omittingEmptySubsequences: false)
    // An empty entry of PATH means the working directory.
    return directories.lazy.map { $0.isEmpty ? "./\(name)" : "\(String($0))/\(name)" }.first(where: Linux.isProgram)
  }

  /// The executable of this process; nil if it cannot be found.
  package static var own: String? {
    (try? Linux.target(ofLink: "/proc/self/exe")) ?? CommandLine.arguments.first.flatMap(path)
  }
}
