/// Threads, or one thread, that can share a piece of work.
package protocol Workers: Sendable {
  /// Calls `work` once for each number from 0 up to but not including `count`, in any order and possibly at the same
  /// time, and returns when all calls have returned. `count` is 0 or more. Must not be called by two threads at once,
  /// nor from within `work`.
  func share(_ count: Int, _ work: @Sendable (Int) -> Void)
}

/// Does all work on the calling thread, in order.
package struct OneWorker: Workers {
  package init() {}

  package func share(_ count: Int, _ work: @Sendable (Int) -> Void) {
    for number in 0..<count { work(number) }
  }
}
