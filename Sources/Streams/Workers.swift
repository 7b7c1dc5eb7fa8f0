/// One or more threads that can share a piece of work.
package protocol Workers: Sendable {
  /// Calls `work` once for each number in 0..<`count`, in any order and possibly at the same time. Returns when all
  /// calls have returned. `count` is at least 0. Two threads must not call this at once, and `work` must not call it.
  func share(_ count: Int, _ work: @escaping @Sendable (Int) -> Void)
}

/// Does all work on the calling thread, in order.
package struct OneWorker: Workers {
  package init() {}

  package func share(_ count: Int, _ work: @Sendable (Int) -> Void) {
    for number in 0..<count { work(number) }
  }
}
