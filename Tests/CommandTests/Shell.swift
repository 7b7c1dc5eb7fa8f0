import Foundation

/// Runs command lines as a user types them, with the built tools on the PATH.
enum Shell {
  struct Result {
    let status: Int32
    let output: String
    let errors: String

    /// Standard error without the notes that a slowed film repeats frames, for tests of other things.
    var otherErrors: String {
      errors.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.contains(" frames repeat the frame before; ") }.joined(separator: "\n")
    }

    /// The rows of a table as numbers, an empty field as nil. Lines that begin with something else, such as comments
    /// and the names of columns, are left out.
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

  /// The directory of the tools. scripts/coverage sets another one, whose tools record which of their lines run.
  private static let executables =
    ProcessInfo.processInfo.environment["WARP_EXECUTABLES"] ?? file(".build/release").path

  /// Runs one line in bash, in an empty directory of its own. The whole-film command is called as `warp-film`.
  static func run(_ line: String, input: String = "", environment: [String: String] = [:]) throws -> Result {
    try bash(["-c", line], input: input, environment: environment)
  }

  /// The first number of ffmpeg's version. What is due depends on it where versions write or read a file differently.
  static let ffmpegVersion: Int? = {
    let words = (try? run("ffmpeg -version"))?.output ?? ""
    return words.firstMatch(of: /version n?(\d+)/).flatMap { Int($0.output.1) }
  }()
  static var isNewFFmpeg: Bool { ffmpegVersion.map { $0 > 5 } ?? false }

  /// Runs a script of `Tests/CommandTests/Shell` in an empty directory of its own. Values reach it as arguments and by
  /// the environment; the text of a script is never put together, so that shellcheck reads what is run.
  ///
  /// - Parameters:
  ///   - script: the script's name without `.sh`, which is that of the suite.
  ///   - words: its arguments. In most scripts these are the name of a function, as a rule that of the test, and the
  ///     arguments of the function.
  static func run(script: String, _ words: [String], environment: [String: String] = [:]) throws -> Result {
    try bash([file("Tests/CommandTests/Shell/\(script).sh").path] + words, environment: environment)
  }

  /// The standard streams are files, so that nothing blocks however much is printed.
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
    // malloc fills memory with this byte when it is taken and when it is freed: code that reads memory it has not
    // written, or no longer has, does not find zeros there, with which it might go on unnoticed.
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
