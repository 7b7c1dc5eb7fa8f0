import Streams
import Tool

/// The file of --progress-file.
package struct ProgressFile {
  let file: PipeEnd
  /// The duration of the result, in microseconds.
  let total: Int

  /// Creates the file. Waits for a reader if the file is a FIFO.
  package init(creating name: String, total: Int) throws(StreamFailure) {
    self.total = total
    file = try PipeEnd(creating: name)
    file.makeNonblocking()
  }

  /// Reports that OUTPUT is complete.
  package func end() throws(StreamFailure) { try file.writeAll(ByteText.bytes(ProgressReport.end)) }
}

/// Copies the encoder's progress to the file of --progress-file. If the reader of the file goes away, the run
/// continues.
final class Reporter {
  private let end: PipeEnd
  private let file: ProgressFile
  private var report: ProgressReport
  private var unwritten: ArraySlice<UInt8> = []
  private var hasEnded = false
  private var isWanted = true

  init(_ end: PipeEnd, _ file: ProgressFile) {
    end.makeNonblocking()
    (self.end, self.file) = (end, file)
    report = ProgressReport(total: file.total, start: Clock.now)
  }

  var reading: [Int32] { hasEnded ? [] : [end.number] }
  var writing: [Int32] { unwritten.isEmpty ? [] : [file.file.number] }
  var isDone: Bool { hasEnded && unwritten.isEmpty }

  func step(_ ready: Set<Int32>) throws(StreamFailure) {
    if ready.contains(end.number), !hasEnded {
      let block = try end.read()
      hasEnded = block == nil
      let text = report.take(block ?? [], at: Clock.now)
      // If the reader is slow, blocks are lost instead of delaying the encoder.
      if isWanted, unwritten.count < 1 << 16 { unwritten += ByteText.bytes(text) }
    }
    guard !unwritten.isEmpty else { return }
    switch try file.file.write(unwritten) {
    case .bytes(let count): unwritten = unwritten.dropFirst(count)
    case .unwanted: (unwritten, isWanted) = ([], false)
    }
  }
}
