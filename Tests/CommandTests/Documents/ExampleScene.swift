import Foundation

/// A temporary directory with the input files of the documents' examples, which `Shell/ExampleScene.sh` makes.
final class ExampleScene {
  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "warp-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: Self.model.directory, to: directory)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// The original directory, made once. Each `ExampleScene` gets a copy, because examples change files.
  private static let model = Model()

  private final class Model: Sendable {
    let directory: URL

    init() {
      directory = FileManager.default.temporaryDirectory.appending(path: "warp-\(UUID().uuidString)")
      atexit { try? FileManager.default.removeItem(at: ExampleScene.model.directory) }
      let result = try? Shell.run(script: "ExampleScene", [directory.path])
      if result?.status != 0 { fatalError("the examples' files cannot be made: \(String(describing: result))") }
    }
  }

  /// Runs an example in the directory, for at most two minutes.
  func run(_ text: String, in language: Example.Language) throws -> Shell.Result {
    try Data(text.utf8).write(to: directory.appending(path: "bin/example"))
    let shell =
      switch language {
      case .bash: "bash -e -o pipefail bin/example"
      case .sh: "sh -e bin/example"
      case .table: "warp-map --map bin/example"
      }
    return try Shell.run("cd '\(directory.path)' && PATH=$PWD/bin:$PATH timeout 120 \(shell)")
  }

  /// The files in the directory with their modification times.
  func files() throws -> [String: Date] {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    return try Dictionary(
      uniqueKeysWithValues: names.filter { $0 != "bin" }.map { name in
        let path = directory.appending(path: name).path
        return (
          name, try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date ?? .distantPast
        )
      })
  }

  /// Checks a file that an example has made: decodes films and sounds with ffmpeg, and reports other files if empty.
  /// Returns an empty text if the file is good.
  func complaint(about file: String) throws -> String {
    let kind = file.split(separator: ".").last ?? ""
    let check =
      ["mp4", "mkv", "webm", "mov", "264", "wav", "flac"].contains(kind)
      ? "ffmpeg -nostdin -v error -i '\(file)' -fps_mode passthrough -enc_time_base 1/64000 -f null -"
      : "test -s '\(file)' || echo empty >&2"
    return try Shell.run("cd '\(directory.path)' && \(check)").errors
  }
}
