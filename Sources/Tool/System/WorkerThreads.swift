import Glibc
import Streams

/// Threads that wait for work. They are started when there is some for the first time.
package final class WorkerThreads: Workers, @unchecked Sendable {
  /// How many there can be.
  package static let counts = 1...256

  private let count: Int
  /// Nil before there is work for more than one.
  private var crew: Crew?

  /// - Parameter count: by default as many as there are processors to be had.
  package init(_ count: Int?) {
    self.count = min(max(count ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), Self.counts.upperBound)
  }

  /// One at a time may ask for work to be shared.
  package func share(_ count: Int, _ work: @Sendable (Int) -> Void) {
    guard self.count > 1, count > 1 else { return OneWorker().share(count, work) }
    let crew = self.crew ?? Crew(self.count - 1)
    self.crew = crew
    crew.share(count, work)
  }
}

/// The threads besides the one that asks.
///
/// They live as long as the process does: it leaves no work undone, since `share` returns when all is done.
@safe private final class Crew: @unchecked Sendable {
  /// What is being shared: numbers up to `count`, of which `next` is the first that nobody has taken, and `left` are not
  /// done.
  private struct Task {
    var work: (Int) -> Void
    var count: Int
    var next = 0
    var left: Int
  }

  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let begun = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let done = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Only looked at and changed under the lock.
  private var task: Task?

  init(_ count: Int) {
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(begun, nil)
    unsafe pthread_cond_init(done, nil)
    for _ in 0..<count { start() }
  }

  /// If the system has no more threads, the work is done by those there are.
  private func start() {
    var thread = pthread_t()
    let crew = unsafe Unmanaged.passRetained(self)
    let failure = unsafe pthread_create(
      &thread, nil,
      { crew in
        unsafe Unmanaged<Crew>.fromOpaque(crew!).takeUnretainedValue().serve()
        return nil
      }, crew.toOpaque())
    if failure == 0 { pthread_detach(thread) } else { unsafe crew.release() }
  }

  func share(_ count: Int, _ work: (Int) -> Void) {
    withoutActuallyEscaping(work) { work in
      unsafe pthread_mutex_lock(lock)
      task = Task(work: work, count: count, left: count)
      unsafe pthread_cond_broadcast(begun)
      takePart()
      while let task, task.left > 0 { unsafe pthread_cond_wait(done, lock) }
      task = nil
      unsafe pthread_mutex_unlock(lock)
    }
  }

  private func serve() {
    unsafe pthread_mutex_lock(lock)
    while true {
      takePart()
      unsafe pthread_cond_wait(begun, lock)
    }
  }

  /// Takes numbers as long as there are any. Called and left with the lock held; the work is done without it.
  private func takePart() {
    while let current = task, current.next < current.count {
      task?.next += 1
      unsafe pthread_mutex_unlock(lock)
      current.work(current.next)
      unsafe pthread_mutex_lock(lock)
      task?.left -= 1
      if task?.left == 0 { unsafe pthread_cond_signal(done) }
    }
  }
}
