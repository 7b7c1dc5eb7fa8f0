import Glibc

/// The share of the long campaigns that this run executes. A campaign is a test of thousands of cases, such as a
/// failure of each system call of each tool. `scripts/test` runs a tenth, which changes with each commit. `scripts/test
/// --long` runs all, as does `swift test` without WARP_TEST_SHARE.
package enum Campaign {
  private static let shareCount = 10

  /// From 0 to 9, or nil if all cases run.
  private static let share: Int? = {
    guard let text = unsafe getenv("WARP_TEST_SHARE").map({ unsafe String(cString: $0) }) else { return nil }
    guard let share = Int(text), (0..<shareCount).contains(share) else {
      fatalError("WARP_TEST_SHARE is '\(text)' and not a number from 0 to \(shareCount - 1)")
    }
    return share
  }()

  /// The cases of this run. The calling line shifts the shares, so that not all first cases fall into one share.
  package static func share<Cases: Collection>(of cases: Cases, line: Int = #line) -> [Cases.Element] {
    guard let share else { return Array(cases) }
    return cases.enumerated().filter { ($0.offset + line) % shareCount == share }.map(\.element)
  }

  /// Whether all cases run. A claim about all cases together needs some tolerance if only a share runs.
  package static var isWhole: Bool { share == nil }

  /// The count that this run must reach if all cases together have `count`. A share must reach half its part.
  package static func least(_ count: Int) -> Int { isWhole ? count : count / shareCount / 2 }
}
