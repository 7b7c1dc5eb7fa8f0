import Foundation

/// A directory in which the files are that examples speak of, each as small as can be.
final class ExampleScene {
  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "warp-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: Self.model.directory, to: directory)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// Copied for each reader, since they change it.
  private static let model = Model()

  private final class Model: Sendable {
    let directory: URL

    init() {
      directory = FileManager.default.temporaryDirectory.appending(path: "warp-\(UUID().uuidString)")
      atexit { try? FileManager.default.removeItem(at: ExampleScene.model.directory) }
      let result = try? Shell.run("mkdir '\(directory.path)' && cd '\(directory.path)' || exit\n\(ExampleScene.making)")
      if result?.status != 0 { fatalError("the examples' files cannot be made: \(String(describing: result))") }
    }
  }

  /// `in.mp4` lasts ten seconds, as the recipes say; `in.mov` and `film.mkv` last more than a minute. In bin are `warp`
  /// and an `ffplay` that needs no screen: it only decodes what it is to show.
  private static var making: String {
    """
    set -e
    film() { ffmpeg -nostdin -v error -f lavfi -i "testsrc2=$1" -f lavfi -i "sine=b=4:r=48000:$2" -ac 2 \\
      -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -shortest "$3"; }
    film s=64x48:r=25:d=10 d=10 in.mp4
    film s=16x16:r=5:d=72 d=72 film.mkv
    cp in.mp4 holiday.mp4
    ffmpeg -nostdin -v error -i in.mp4 -c copy in.mkv
    ffmpeg -nostdin -v error -i film.mkv -c copy in.mov
    ffmpeg -nostdin -v error -i in.mp4 in.flac
    warp-map --duration 10 --curve double-smoothstep:factor=3 > map.tsv
    printf '1\\n00:00:01,000 --> 00:00:02,500\\nOne\\n\\n2\\n00:00:05,000 --> 00:00:09,000\\nTwo\\n' > in.srt
    printf '0\\tOpening\\n4.5\\tMiddle\\n' > chapters.tsv
    mkdir bin
    ln -s '\(Shell.file("scripts/warp").path)' bin/warp
    printf '#!/bin/sh\\nexec ffmpeg -nostdin -v error -i - -f null -\\n' > bin/ffplay
    chmod +x bin/ffplay
    """
  }

  /// `text` as typed in the directory, by someone with a minute to spare.
  func run(_ text: String, in language: Example.Language) throws -> Shell.Result {
    try Data(text.utf8).write(to: directory.appending(path: "bin/example"))
    let shell =
      switch language {
      case .bash: "bash -e -o pipefail bin/example"
      case .sh: "sh -e bin/example"
      case .table: "warp-map --map bin/example"
      }
    return try Shell.run("cd '\(directory.path)' && PATH=$PWD/bin:$PATH timeout 60 \(shell)")
  }

  /// The files there, and when they were changed.
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

  /// What is wrong with a file that an example has made; empty if nothing is.
  func complaint(about file: String) throws -> String {
    let kind = file.split(separator: ".").last ?? ""
    let check =
      ["mp4", "mkv", "webm", "mov", "264", "wav", "flac"].contains(kind)
      ? "ffmpeg -nostdin -v error -i '\(file)' -fps_mode passthrough -enc_time_base 1/64000 -f null -"
      : "test -s '\(file)' || echo empty >&2"
    return try Shell.run("cd '\(directory.path)' && \(check)").errors
  }
}
