import Foundation
import Testing

/// Runs command lines with ffmpeg and ffprobe, the programs at the other end of warp's pipes.
enum FFmpeg {
  struct Failure: Error {
    let line: String
    let status: Int32
    let errors: String
  }

  /// Runs `body` in a new directory, and then removes the directory.
  static func inDirectory<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let directory = FileManager.default.temporaryDirectory.appending(path: "warp-video-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try body(directory)
  }

  @discardableResult
  static func run(_ line: String, in directory: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "set -o pipefail; { \(line); } 2>errors.txt >output.txt"]
    process.currentDirectoryURL = directory
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let errors = try String(contentsOf: directory.appending(path: "errors.txt"), encoding: .utf8)
    guard process.terminationStatus == 0 else {
      throw Failure(line: line, status: process.terminationStatus, errors: errors)
    }
    return try String(contentsOf: directory.appending(path: "output.txt"), encoding: .utf8)
  }
}

extension URL {
  func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: appending(path: name)) }

  func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: appending(path: name))) }
}
