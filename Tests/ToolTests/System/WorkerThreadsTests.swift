import Testing

@testable import Tool

@Suite struct WorkerThreadsTests {
  /// Counts how often each number was processed. Each number has its own counter, so threads do not share counters.
  @safe private final class Marks: @unchecked Sendable {
    private let counts: UnsafeMutableBufferPointer<Int>

    init(_ count: Int) {
      unsafe counts = .allocate(capacity: count)
      unsafe counts.initialize(repeating: 0)
    }

    deinit { unsafe counts.deallocate() }

    func mark(_ number: Int) { unsafe counts[number] += 1 }
    var all: [Int] { unsafe Array(counts) }
  }

  @Test(arguments: [1, 2, 3, 8, 64]) func everyNumberIsWorkedOnOnce(threads: Int) {
    let workers = WorkerThreads(threads)
    for count in [0, 1, 2, 7, 1000] {
      let marks = Marks(count)
      for _ in 0..<20 { workers.share(count) { marks.mark($0) } }
      #expect(marks.all == [Int](repeating: 20, count: count))
    }
  }

  @Test func severalPoolsAreIndependent() {
    let (first, second) = (WorkerThreads(3), WorkerThreads(nil))
    let marks = (Marks(100), Marks(100))
    for _ in 0..<50 {
      first.share(100) { marks.0.mark($0) }
      second.share(100) { marks.1.mark($0) }
    }
    #expect(marks.0.all == marks.1.all && marks.0.all == [Int](repeating: 50, count: 100))
  }
}
