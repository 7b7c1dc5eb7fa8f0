import Glibc
import Streams

/// A pool of threads. They are started when work is shared for the first time, and wait between one share and the next.
package final class WorkerThreads: Workers, @unchecked Sendable {
  /// How many threads there may be, the calling one included.
  package static let counts = 1...256

  private let count: Int
  /// Nil until there is work for more than one thread.
  private var crew: Crew?

  /// - Parameter count: the number of threads, the calling one included; by default the number of processors online.
  package init(_ count: Int?) {
    self.count = min(max(count ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), Self.counts.upperBound)
  }

  /// Must not be called by two threads at once.
  package func share(_ count: Int, _ work: @Sendable (Int) -> Void) {
    guard self.count > 1, count > 1 else { return OneWorker().share(count, work) }
    let crew = self.crew ?? Crew(self.count - 1)
    self.crew = crew
    crew.share(count, work)
  }
}

/// The threads besides the calling one.
///
/// They are never stopped or joined; they end with the process. No work is lost by that, because `share` returns only
/// when all of it is done.
@safe private final class Crew: @unchecked Sendable {
  /// The work being shared: the numbers below `count`. `next` is the first number that no thread has taken, `left` how
  /// many are not done.
  private struct Task {
    var work: (Int) -> Void
    var count: Int
    var next = 0
    var left: Int
  }

  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let begun = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let done = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Read and changed only while holding the lock.
  private var task: Task?

  init(_ count: Int) {
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(begun, nil)
    unsafe pthread_cond_init(done, nil)
    for _ in 0..<count { start() }
  }

  /// Starts a thread. If the system refuses, the work is done by the other threads.
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
    // The compiler puts the length of this file's path into the executable, also where it maps paths (scripts/build).
    #sourceLocation(file:"Crew.swift",line:70)
    withoutActuallyEscaping(work) { work in
      unsafe pthread_mutex_lock(lock)
      task = Task(work: work, count: count, left: count)
      unsafe pthread_cond_broadcast(begun)
      takePart()
      while let task, task.left > 0 { unsafe pthread_cond_wait(done, lock) }
      task = nil
      unsafe pthread_mutex_unlock(lock)
    }
    #sourceLocation()
  }

  private func serve() {
    unsafe pthread_mutex_lock(lock)
    while true {
      takePart()
      unsafe pthread_cond_wait(begun, lock)
    }
  }

  /// Works on numbers until all are taken. The lock must be held on entry and is held on return; it is released during
  /// the work.
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
