import Glibc
import Streams

extension Linux {
  /// The words of the command line after the tool's name, by `ByteText`: they may be names of files.
  ///
  /// Swift's own list of them is found with the help of /proc, and where no more files can be opened it is empty, which
  /// would be another command. They stand where every process is given them: right below its environment.
  static func words() -> [String] {
    let end = unsafe environ - 1
    // Unless the environment has been moved, the list ends with a nil.
    guard unsafe end.pointee == nil else { return Array(CommandLine.arguments.dropFirst()) }
    var count = 0
    // Below the list stands its length, smaller than any address in it.
    while unsafe Int(bitPattern: end[-1 - count]) != count { count += 1 }
    return (0..<count).dropFirst().map { unsafe word(end[$0 - count]!) }
  }

  private static func word(_ start: UnsafePointer<CChar>) -> String {
    let length = unsafe strlen(start)
    return unsafe start.withMemoryRebound(to: UInt8.self, capacity: length) { bytes in
      unsafe ByteText.text(UnsafeBufferPointer(start: bytes, count: length))
    }
  }
}
