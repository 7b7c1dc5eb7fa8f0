import Foundation
import Testing

/// Runs command lines in bash, with the built tools on the PATH.
enum Shell {
  struct Result {
    let status: Int32
    let output: String
    let errors: String

    /// Standard error without the warnings about repeated frames that slowed-down films cause.
    var otherErrors: String {
      errors.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.contains(" frames repeat the frame before; ") }.joined(separator: "\n")
    }

    /// The rows of a table as numbers, with nil for an empty field. Skips comments and column names.
    var rows: [[Double?]] {
      output.split(separator: "\n").filter { $0.first?.isNumber == true || $0.first == "\t" || $0.hasPrefix("inf") }.map
      { line in
        line.split(separator: "\t", omittingEmptySubsequences: false).map { Double($0) }
      }
    }
  }

  private static let checkout = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func file(_ path: String) -> URL { checkout.appending(path: path) }

  /// The directory of the tools. scripts/coverage sets another one, with tools that record their executed lines.
  private static let executables =
    ProcessInfo.processInfo.environment["WARP_EXECUTABLES"] ?? file(".build/release").path

  /// Runs a line in bash, in a new empty directory.
  static func run(_ line: String, input: String = "", environment: [String: String] = [:]) throws -> Result {
    try bash(["-c", line], input: input, environment: environment)
  }

  /// The major version of ffmpeg. Versions differ in how they write or read some files, and so do the expected results.
  static let ffmpegVersion: Int? = {
    let words = (try? run("ffmpeg -version"))?.output ?? ""
    return words.firstMatch(of: /version n?(\d+)/).flatMap { Int($0.output.1) }
  }()
  static var isNewFFmpeg: Bool { ffmpegVersion.map { $0 > 5 } ?? false }

  /// For tests that fill a small disk. In some containers, not even root may mount one.
  static let whereDisksMayBeMounted = ConditionTrait.enabled(
    if: (try? run("unshare -rm mount -t tmpfs none .").status) == 0,
    "this machine does not let a user mount a small disk of his own")

  /// Runs a script of `Tests/CommandTests/Shell` in a new empty directory. Values are passed as arguments or
  /// environment variables. No script is composed from texts, so that shellcheck checks exactly what runs.
  ///
  /// - Parameters:
  ///   - script: the file name without `.sh`, usually equal to the name of the test suite.
  ///   - words: the arguments. In most scripts, the first names a function of the script. Its arguments follow.
  static func run(script: String, _ words: [String], environment: [String: String] = [:]) throws -> Result {
    try bash([file("Tests/CommandTests/Shell/\(script).sh").path] + words, environment: environment)
  }

  /// The standard streams are files, so that large output never blocks.
  private static func bash(
    _ arguments: [String], input: String = "", environment: [String: String]
  ) throws -> Result {
    let directory = FileManager.default.temporaryDirectory.appending(path: "warp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let names = ["stdin", "stdout", "stderr"].map { directory.appending(path: $0) }
    try Data(input.utf8).write(to: names[0])
    for name in names.dropFirst() { try Data().write(to: name) }

    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = arguments
    process.currentDirectoryURL = directory
    var variables = ProcessInfo.processInfo.environment
    variables["PATH"] = executables + ":" + (variables["PATH"] ?? "")
    variables["WARP_FIXTURES"] = file(".build/fixtures").path
    variables["COLUMNS"] = nil
    // malloc fills new and freed memory with this byte. Code that reads uninitialized or freed memory then finds no
    // zeros, which could hide the error.
    variables["MALLOC_PERTURB_"] = "165"
    process.environment = variables.merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: names[0])
    process.standardOutput = try FileHandle(forWritingTo: names[1])
    process.standardError = try FileHandle(forWritingTo: names[2])
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: names[1]), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: names[2]), as: UTF8.self))
  }
}
