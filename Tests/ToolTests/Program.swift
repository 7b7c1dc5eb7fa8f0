import Foundation
import Testing

enum Program {
  struct Result {
    let status: Int32
    /// Standard output and standard error together.
    let text: String
  }

  static func run(_ words: String..., input: String = "") throws -> Result {
    let (process, stdin, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardInput = stdin
    process.standardOutput = output
    process.standardError = output
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(status: process.terminationStatus, text: String(decoding: text, as: UTF8.self))
  }
}

/// A directory that is removed with this object.
final class ScratchDirectory {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/warp-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Creates a file with this text and returns its path.
  func file(_ name: String, _ text: String) throws -> String {
    let file = "\(path)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
