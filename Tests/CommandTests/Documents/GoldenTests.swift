import Foundation
import TestSupport
import Testing

/// Compares the tables of exact values with the output of their generator.
@Suite struct GoldenTests {
  private static let interval = 10

  /// Checks every tenth row of a table, which takes a second. With scripts/test --long, checks all rows.
  @Test(arguments: ["curves", "components"], Campaign.share(of: 0..<interval))
  func goldenTablesEqualTheirGeneratorsOutput(_ table: String, _ first: Int) throws {
    let folder = "Tests/WarpTests/Golden"
    let rows = try Document.text("\(folder)/\(table).tsv").split(separator: "\n")
    let due =
      rows.prefix(2) + rows.dropFirst(2).enumerated().filter { $0.offset % Self.interval == first }.map(\.element)
    // Runs /usr/bin/python3, for which scripts/setup installs mpmath. The PATH may have another Python.
    let script = Shell.file("\(folder)/golden.py").path
    let result = try Shell.run("/usr/bin/python3 '\(script)' \(table) \(first) \(Self.interval)")
    #expect(result.output.split(separator: "\n") == Array(due), "\(result.errors)")
  }
}
