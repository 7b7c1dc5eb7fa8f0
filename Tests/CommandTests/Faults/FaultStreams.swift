import Foundation

/// Synthetic streams and maps.
enum FaultStreams {
  /// A y4m film. Every byte of a frame is the number of the frame, counted from 1.
  static func film(_ width: Int, _ height: Int, frames: Int) -> [UInt8] {
    var bytes = Array("YUV4MPEG2 W\(width) H\(height) F25:1 C420jpeg\n".utf8)
    for number in 0..<frames {
      bytes += Array("FRAME\n".utf8)
      bytes += [UInt8](repeating: UInt8(number + 1), count: width * height * 3 / 2)
    }
    return bytes
  }

  /// Raw 16-bit samples with the values 0, 1, 2 and so on.
  static func samples(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  static let pcm = ["--format", "s16le", "--rate", "1000", "--channels", "1"]

  /// The header of a WAV stream with `length` bytes of 16-bit mono samples at 1000 Hz; `.max` means an unknown length.
  static func wavHead(length: UInt32) -> [UInt8] {
    func word(_ value: UInt32, _ count: Int = 4) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
    return Array("RIFF".utf8) + word(length == .max ? .max : length + 36) + Array("WAVEfmt ".utf8) + word(16)
      + word(1, 2) + word(1, 2) + word(1000) + word(2000) + word(2, 2) + word(16, 2) + Array("data".utf8)
      + word(length)
  }

  /// Maps by name: three with a constant speed, and one that plays three frames backward.
  static let maps = [
    "same": "0 0 1\ninf inf 1\n", "slow": "0 0 2\ninf inf 2\n", "fast": "0 0 0.5\ninf inf 0.5\n",
    "back": "0.12 0\n0 0.12\n",
  ]

  /// Calls `body` with the path of a directory that has one file per map.
  static func withMaps<Result>(_ body: (String) throws -> Result) throws -> Result {
    let directory = FileManager.default.temporaryDirectory.appending(path: "warp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    for (name, text) in maps { try Data(text.utf8).write(to: directory.appending(path: name)) }
    return try body(directory.path)
  }
}
