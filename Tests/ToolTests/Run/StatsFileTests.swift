import Foundation
import Streams
import Testing

@testable import Tool

@Suite struct StatsFileTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  @Test func writesOneFlatObject() throws {
    let path = try scratch.file("stats.json", "something longer that was there before, and should not be any more")
    let file = try StatsFile(creating: path)
    try file.finish(["frames_in": .count(12), "seconds": .measure(0.5), "rate": .measure(.infinity)])
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == "{\n  \"frames_in\": 12,\n  \"seconds\": 0.5,\n  \"rate\": null\n}\n")
    #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
  }

  @Test(arguments: [(0.1, "0.1"), (1, "1"), (-2.5e-7, "-2.5e-07"), (1e22, "1e+22"), (.nan, "null")])
  func printsNumbersThatReadBack(value: Double, text: String) {
    #expect(StatsFile.Number.measure(value).text == text)
  }

  @Test func reportsAnUnwritablePathAtOnce() {
    #expect(throws: StreamFailure.inputOutput("cannot open '/no/such/stats': No such file or directory")) {
      _ = try StatsFile(creating: "/no/such/stats")
    }
  }

  @Test func reportsAFullDisk() throws {
    let file = try StatsFile(creating: "/dev/full")
    do {
      try file.finish(["frames": .count(1)])
      Issue.record("the failure was lost")
    } catch {
      #expect(error == .inputOutput("cannot write '/dev/full': No space left on device"))
    }
  }
}
