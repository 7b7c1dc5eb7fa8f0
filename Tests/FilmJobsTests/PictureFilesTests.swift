import Film
import Foundation
import TestSupport
import Testing
import Values

@testable import FilmJobs
@testable import Tool

/// An INPUT that is a pattern for the names of pictures.
@Suite struct PictureFilesTests {
  private let rate = FrameRate(Rational(25)!)!

  /// Calls `body` with the path of a directory that has files of these names.
  private func with(_ names: [String], _ body: (String) throws -> Void) throws {
    let directory = NSTemporaryDirectory() + "/warp-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    for name in names {
      let path = "\(directory)/\(name)"
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data().write(to: URL(fileURLWithPath: path))
    }
    try body(directory)
  }

  @Test(
    arguments: [
      ("%04d.png", ["0007.png", "0008.png", "0009.png", "7.png", "0010.jpg"], "%04d.png", 7),
      ("a%d.tif", ["a9.tif", "a10.tif", "a11.tif", "a012.tif", "ax.tif"], "a%d.tif", 9),
      ("%02d", ["99", "100", "101", "-1"], "%02d", 99), ("50%/%d.png", ["50%/0.png", "50%/1.png"], "50%%/%d.png", 0),
      ("*.png", ["1.png", "3.png", "b.png"], "*.png", nil), ("[ab]?.png", ["a2.png", "b1.png"], "[ab]?.png", nil),
    ] as [(String, [String], String, Int?)])
  func patternsFindTheirPictures(_ typed: String, _ names: [String], _ pattern: String, _ first: Int?) throws {
    try with(names) { directory in
      let files = try #require(PictureFiles("\(directory)/\(typed)"))
      let expected = NumberedPictures(pattern: "\(directory)/\(pattern)", first: first, rate: rate)
      #expect(try !files.isEmpty && files.pictures(at: rate) == expected)
    }
  }

  @Test(arguments: [
    (
      "%04d.png", ["0007.png", "0009.png"], Tool.ExitStatus.input,
      "'D/0008.png' is missing between 7 and 9; to play the pictures that exist, write 'D/*.png' in quotes"
    ),
    (
      "%d.png", ["9.png", "12.png"], .input,
      "'D/10.png' is missing between 9 and 12; number the pictures without a gap"
    ),
    (
      "*.png", ["1.png", "2.png", "10.png"], .usage,
      "by their names, 'D/10.png' comes before 'D/2.png'; write %d for the number, as in 'D/%d.png'"
    ),
    ("%d.png", ["1.jpg"], .inputOutput, "no file has a name like 'D/%d.png'"),
    ("none/%d.png", [], .inputOutput, "no file has a name like 'D/none/%d.png'"),
    ("*.png", ["1.jpg"], .inputOutput, "no file has a name like 'D/*.png'"),
  ])
  func picturesInDoubtAreRefused(
    _ typed: String, _ names: [String], _ status: Tool.ExitStatus, _ message: String
  ) throws {
    try with(names) { directory in
      let files = try #require(PictureFiles("\(directory)/\(typed)"))
      #expect(throws: Failure(status, message.replacing("D/", with: "\(directory)/"))) {
        try files.pictures(at: rate)
      }
    }
  }

  /// Names without a number, and names of files that exist.
  @Test func otherNamesAreNotPatterns() throws {
    try with(["%04d.png", "a*.mp4"]) { directory in
      for name in ["%04d.png", "a*.mp4", "a.mp4", "%4d.png", "%d%d.png", "%s.png", "100%.mp4", "%0xd.png"] {
        #expect(PictureFiles("\(directory)/\(name)") == nil, "\(name)")
      }
    }
  }
}
