import Foundation
import Testing

@testable import Tool

/// Result files with and without a temporary random name.
@Suite struct ResultFileTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private var path: String { "\(scratch.path)/out" }

  private func file(_ path: String? = nil, replacing: Bool = false, named: Bool) throws -> ResultFile {
    let file = try ResultFile(path ?? self.path, called: "out", replacing: replacing, named: named, standBy: nil)
    try file.append(Array("made".utf8))
    return file
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
  }

  private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private func mode() throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func write(_ text: String, mode: Int = 0o600) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test(arguments: [false, true]) func appearsOnlyWhenKept(named: Bool) throws {
    let made = try file(named: named)
    #expect(!FileManager.default.fileExists(atPath: path))
    // A child opens the file by its path and replaces its content.
    try "by a child".write(toFile: made.path, atomically: false, encoding: .utf8)
    #expect(made.size == 10)
    try made.keep()
    #expect(try names() == ["out"] && text() == "by a child")
    let other = "\(scratch.path)/other"
    #expect(FileManager.default.createFile(atPath: other, contents: nil))
    let usual = try FileManager.default.attributesOfItem(atPath: other)[.posixPermissions] as? Int
    #expect(try mode() == usual)
  }

  @Test(arguments: [false, true]) func leavesNothingIfItIsDropped(named: Bool) throws {
    var made: ResultFile? = try file(named: named)
    #expect(try names().count == (named ? 1 : 0))
    #expect(made?.size == 4)
    made = nil
    #expect(try names() == [])
  }

  @Test(arguments: [false, true]) func neverReplacesAFileWithoutPermission(named: Bool) throws {
    do {
      let made = try file(named: named)
      try write("before")
      #expect(throws: Failure(.usage, "another program has just created 'out'; use -y to overwrite it")) {
        try made.keep()
      }
    }
    #expect(try names() == ["out"] && text() == "before")
  }

  @Test(arguments: [false, true]) func keepsTheModeOfTheReplacedFile(named: Bool) throws {
    try write("before", mode: 0o640)
    try file(replacing: true, named: named).keep()
    #expect(try names() == ["out"] && text() == "made" && mode() == 0o640)
  }

  @Test(arguments: [false, true]) func followsALinkWithoutReplacingIt(named: Bool) throws {
    try FileManager.default.createSymbolicLink(atPath: "\(scratch.path)/link", withDestinationPath: "out")
    try file("\(scratch.path)/link", named: named).keep()
    #expect(try names() == ["link", "out"] && text() == "made")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(scratch.path)/link") == "out")
  }

  @Test(arguments: [false, true]) func removedDirectoryIsAFailure(named: Bool) throws {
    let directory = "\(scratch.path)/gone"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    let made = try file("\(directory)/out", named: named)
    try FileManager.default.removeItem(atPath: directory)
    #expect(throws: Failure(.inputOutput, "cannot write 'out': No such file or directory")) { try made.keep() }
    #expect(throws: Failure(.inputOutput, "cannot write 'out': No such file or directory")) {
      _ = try file("\(directory)/out", named: named)
    }
  }

  @Test func circularLinksHaveNoTarget() throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "out")
    #expect(ResultFile.target(of: path) == nil)
  }
}
