/// Hands that can work at once.
package protocol Workers: Sendable {
  /// Does `work` for each number under `count`, in any order and at once, and returns when all of it is done.
  func share(_ count: Int, _ work: @Sendable (Int) -> Void)
}

/// Does one thing after another.
package struct OneWorker: Workers {
  package init() {}

  package func share(_ count: Int, _ work: @Sendable (Int) -> Void) {
    for number in 0..<count { work(number) }
  }
}
