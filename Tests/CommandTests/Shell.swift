import Foundation

/// Runs command lines as a user types them, with the built tools on the PATH.
enum Shell {
  struct Result {
    let status: Int32
    let output: String
    let errors: String

    /// The rows of a table as numbers; comments and names left out, empty fields nil.
    var rows: [[Double?]] {
      output.split(separator: "\n").filter { $0.first?.isNumber == true || $0.first == "\t" || $0.hasPrefix("inf") }.map
      { line in
        line.split(separator: "\t", omittingEmptySubsequences: false).map { Double($0) }
      }
    }
  }

  private static let checkout = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A file of the checkout.
  static func file(_ path: String) -> URL { checkout.appending(path: path) }

  /// Where the tools are; scripts/coverage has others, which take notes.
  private static let executables =
    ProcessInfo.processInfo.environment["WARP_EXECUTABLES"] ?? file(".build/release").path

  /// The script, as a word of a command line.
  static var warp: String { "'\(file("scripts/warp").path)'" }

  /// `line` in bash, in an empty directory of its own; whatever it prints goes to files, so nothing can block.
  static func run(_ line: String, input: String = "", environment: [String: String] = [:]) throws -> Result {
    let directory = FileManager.default.temporaryDirectory.appending(path: "warp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let names = ["stdin", "stdout", "stderr"].map { directory.appending(path: $0) }
    try Data(input.utf8).write(to: names[0])
    for name in names.dropFirst() { try Data().write(to: name) }

    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = directory
    var variables = ProcessInfo.processInfo.environment
    variables["PATH"] = executables + ":" + (variables["PATH"] ?? "")
    variables["COLUMNS"] = nil
    // Memory that is not ours, or no longer, has no zeros in it that would do.
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
