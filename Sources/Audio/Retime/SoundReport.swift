import Streams
import Warp

/// What a run has come to, in numbers. `inputCount`, `outputCount` and `unusedCount` are sample frames; the tally
/// counts the samples of each channel.
package struct SoundReport: Equatable, Sendable {
  package let tally: SampleTally
  package let inputCount: Int
  package let outputCount: Int
  /// Samples of the input that lie outside what the map shows.
  package let unusedCount: Int
  package let shortfall: Shortfall?
  package let seams: SoundSeams
  /// How many samples were read at most beyond those that the output written by then shows.
  package let readAhead: Int
  /// How many bytes the output's samples are, without its header.
  package let byteCount: Int
  /// How long the result lasts, in seconds.
  package let length: Double

  /// - Parameter inputEnd: the number of the sample after the input's last.
  init(
    _ tally: SampleTally, inputEnd: Int, inputCount: Int, outputCount: Int, plan: SoundPlan, format: SoundFormat,
    seams: SoundSeams = .none, readAhead: Int = 0
  ) {
    self.tally = tally
    self.inputCount = inputCount
    self.outputCount = outputCount
    self.seams = seams
    self.readAhead = readAhead
    let shownCount = inputEnd - plan.unusedCount(ofInput: inputEnd)
    unusedCount = max(0, inputCount - shownCount)
    shortfall = plan.shortfall(ofInput: inputEnd)
    byteCount = outputCount * format.frameBytes
    length = Double(outputCount) / Double(format.rate)
  }
}

extension SoundRetimer where Sink: ~Copyable {
  /// Call it once `run` has returned.
  ///
  /// - Parameters:
  ///   - plan: the one the retimer was made with.
  ///   - format: that of the output.
  package func report(_ plan: SoundPlan, format: SoundFormat) -> SoundReport {
    SoundReport(
      tally, inputEnd: inputEnd, inputCount: inputCount, outputCount: outputCount, plan: plan, format: format,
      seams: seams, readAhead: readAhead)
  }
}
