import Glibc

/// The part of the long campaigns that this run executes. A campaign is a test with so many cases that all of them
/// would take too long each time: each system call of each tool made to fail, thousands of random maps.
///
/// `scripts/test` runs a tenth of each, another one with each commit, so that ten commits meet all. `scripts/test
/// --long` runs all, and so does `swift test` without a share in the environment.
package enum Campaign {
  private static let shareCount = 10

  /// From 0 to 9; nil where all cases are to run.
  private static let share: Int? = {
    guard let text = unsafe getenv("WARP_TEST_SHARE").map({ unsafe String(cString: $0) }) else { return nil }
    guard let share = Int(text), (0..<shareCount).contains(share) else {
      fatalError("WARP_TEST_SHARE is '\(text)' and not a number from 0 to \(shareCount - 1)")
    }
    return share
  }()

  /// Those of the cases that belong to this run. Each case belongs to one share. Campaigns of few cases begin at
  /// different shares, as the line that asks for them says, so that no share gets the first case of all.
  package static func share<Cases: Collection>(of cases: Cases, line: Int = #line) -> [Cases.Element] {
    guard let share else { return Array(cases) }
    return cases.enumerated().filter { ($0.offset + line) % shareCount == share }.map(\.element)
  }

  /// Whether all cases run. What a test says of all of them together holds of a share only with some allowance.
  package static var isWhole: Bool { share == nil }

  /// What has to be counted at least in this run where all cases have `count`: a share may have less than its part.
  package static func least(_ count: Int) -> Int { isWhole ? count : count / shareCount / 2 }
}
