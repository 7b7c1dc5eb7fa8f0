import Glibc
import Streams

/// The children of this process that run at the same time. While a `ChildSet` exists, signals that would end this
/// process wait until `wait` reads them.
///
/// If this process is ended or stopped, so are the children. They are killed and not asked to end, because ffmpeg would
/// then finish its file. A child that has ended is reaped only after its process group has been killed, because Linux
/// may give a reaped process ID to another process.
package final class ChildSet {
  /// A child that has been started. The numbers differ, while Linux gives the process ID of an ended child to another.
  package struct Member: Hashable, Sendable {
    fileprivate let number: Int
    package let process: pid_t
    fileprivate let leadsGroup: Bool
  }

  /// What happened during `wait`.
  package struct Events {
    /// The children that have ended, and how they ended.
    package var ended: [(child: Member, end: ProcessEnd)] = []
    /// The descriptors that can be read or written without blocking.
    package var ready: Set<Int32> = []
  }

  private var running: [Member] = []
  private var startCount = 0
  private let signals: Descriptor
  private var before = sigset_t()
  private let longestWait: Double?

  /// - Parameter longestWait: the longest wait, in seconds, before `wait` looks for ended children. Nil if this process
  ///   has one thread. With several threads, another thread may take the signal that would end the wait.
  package init(longestWait: Double? = nil) throws(StreamFailure) {
    do throws(SystemError) { signals = try Linux.catchSignals(&before) } catch {
      throw .inputOutput("cannot wait for programs: \(error.reason)")
    }
    self.longestWait = longestWait
  }

  /// Ends this process by SIGPIPE if standard output has no reader, as a write to standard output would.
  package func endIfNobodyReads() {
    guard Linux.isBroken(StandardStream.output.rawValue) else { return }
    Linux.die(of: SIGPIPE)
  }

  deinit {
    killAll()
    Linux.releaseSignals(before)
  }

  package var isEmpty: Bool { running.isEmpty }

  /// Starts a program.
  package func start(_ child: Child) throws(StreamFailure) -> Member {
    let program = child.words.first ?? ""
    guard let path = ProgramFile.path(of: program) else { throw .inputOutput("\(program) is not on the PATH") }
    do throws(SystemError) {
      startCount += 1
      running.append(Member(number: startCount, process: try child.start(path), leadsGroup: child.leadsGroup))
      return running[running.count - 1]
    } catch {
      throw .inputOutput("cannot run \(program): \(error.reason)")
    }
  }

  /// Waits until a child ends, a descriptor is ready, or `deadline` has passed. If a signal arrives that ends this
  /// process, kills all children and lets the signal end the process.
  ///
  /// - Parameter deadline: the time on the clock of `Clock.now`; nil waits without limit.
  package func wait(
    reading: [Int32], writing: [Int32] = [], until deadline: Double? = nil
  ) throws(StreamFailure) -> Events {
    var events = Events()
    do throws(SystemError) {
      let timeLeft = [deadline.map { max(0, $0 - Linux.now()) }, longestWait].compactMap(\.self).min()
      events.ready = try Linux.ready(
        reading: [signals.number] + reading, writing: writing,
        within: timeLeft.map { CInt(($0 * 1000).rounded(.up)) } ?? -1)
      if events.ready.remove(signals.number) != nil {
        while let signal = Linux.nextSignal(from: signals.number) { heed(signal) }
      }
      for child in running where try Linux.hasEnded(child.process) {
        events.ended.append((child, try reap(child)))
      }
    } catch {
      throw .inputOutput("cannot wait for programs: \(error.reason)")
    }
    running.removeAll { child in events.ended.contains { $0.child == child } }
    return events
  }

  private func heed(_ signal: CInt) {
    if Linux.isToStop(signal) {
      send(.stop)
      // Whoever sees that this process has stopped finds its children stopped too.
      for child in running { Linux.awaitStop(of: child.process) }
      Linux.stop()
      send(.goOn)
    } else if Linux.isEnd(signal) {
      killAll()
      Linux.die(of: signal)
    }
  }

  private func reap(_ child: Member) throws(SystemError) -> ProcessEnd {
    if child.leadsGroup { Linux.send(.kill, to: child.process, withGroup: true) }
    return try Linux.wait(for: child.process)
  }

  private func send(_ signal: Linux.GroupSignal) {
    for child in running { Linux.send(signal, to: child.process, withGroup: child.leadsGroup) }
  }

  /// Kills some children and waits until they have ended. `wait` does not report them.
  package func kill(_ children: [Member]) {
    for child in running where children.contains(child) {
      Linux.send(.kill, to: child.process, withGroup: child.leadsGroup)
      _ = try? Linux.wait(for: child.process)
    }
    running.removeAll(where: children.contains)
  }

  /// Kills all children and waits until they have ended.
  package func killAll() {
    send(.kill)
    for child in running { _ = try? Linux.wait(for: child.process) }
    running = []
  }
}

package enum Clock {
  /// Seconds on a monotonic clock, which `ChildSet.wait` uses.
  package static var now: Double { Linux.now() }
}
