import Foundation
import TestSupport
import Testing

/// The tables of exact values are what their generator prints.
@Suite struct GoldenTests {
  private static let interval = 10

  /// Every tenth row in a share, all rows in a long run: those of a share take a second.
  @Test(arguments: ["curves", "components"], Campaign.share(of: 0..<interval))
  func theTableIsWhatItsGeneratorPrints(_ table: String, _ first: Int) throws {
    let folder = "Tests/WarpTests/Golden"
    let rows = try Document.text("\(folder)/\(table).tsv").split(separator: "\n")
    let due =
      rows.prefix(2) + rows.dropFirst(2).enumerated().filter { $0.offset % Self.interval == first }.map(\.element)
    // Not the Python of the PATH: the one for which scripts/setup installs mpmath.
    let script = Shell.file("\(folder)/golden.py").path
    let result = try Shell.run("/usr/bin/python3 '\(script)' \(table) \(first) \(Self.interval)")
    #expect(result.output.split(separator: "\n") == Array(due), "\(result.errors)")
  }
}
