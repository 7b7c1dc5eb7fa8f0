import Glibc
import Streams

/// A pool of threads. They start at the first call of `share`, and wait between calls.
package final class WorkerThreads: Workers, @unchecked Sendable {
  /// The allowed numbers of threads, including the calling one.
  package static let counts = 1...256

  private let count: Int
  /// Nil until there is work for more than one thread.
  private var crew: Crew?

  /// - Parameter count: the number of threads, including the calling one; nil uses the number of processors online.
  package init(_ count: Int?) {
    self.count = min(max(count ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), Self.counts.upperBound)
  }

  /// Two threads must not call this at once.
  package func share(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
    guard self.count > 1, count > 1 else { return OneWorker().share(count, work) }
    let crew = self.crew ?? Crew(self.count - 1)
    self.crew = crew
    crew.share(count, work)
  }
}

/// The threads besides the calling one.
///
/// They are never stopped or joined; they end with the process. No work is lost, because `share` returns only when all
/// work is done.
@safe private final class Crew: @unchecked Sendable {
  /// The shared work, numbered from 0 to `count` - 1. `next` is the first number that no thread has taken, and `left`
  /// counts the unfinished ones.
  private struct Task {
    var work: (Int) -> Void
    var count: Int
    var next = 0
    var left: Int
  }

  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let begun = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let done = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Read and changed only under the lock.
  private var task: Task?

  init(_ count: Int) {
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(begun, nil)
    unsafe pthread_cond_init(done, nil)
    for _ in 0..<count { start() }
  }

  /// Starts a thread. If that fails, the other threads do the work.
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

  func share(_ count: Int, _ work: @escaping (Int) -> Void) {
    unsafe pthread_mutex_lock(lock)
    task = Task(work: work, count: count, left: count)
    unsafe pthread_cond_broadcast(begun)
    takePart()
    while let task, task.left > 0 { unsafe pthread_cond_wait(done, lock) }
    task = nil
    unsafe pthread_mutex_unlock(lock)
  }

  private func serve() {
    unsafe pthread_mutex_lock(lock)
    while true {
      takePart()
      unsafe pthread_cond_wait(begun, lock)
    }
  }

  /// Works until all numbers are taken. Requires the lock on entry and holds it on return, but releases it during the
  /// work.
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
