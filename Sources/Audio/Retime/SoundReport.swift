import Streams
import Warp

/// The results of a run, in numbers. `inputCount`, `outputCount` and `unusedCount` count sample frames; the tally
/// counts the samples of each channel.
package struct SoundReport: Equatable, Sendable {
  package let tally: SampleTally
  package let inputCount: Int
  package let outputCount: Int
  /// The number of input samples that the map never plays.
  package let unusedCount: Int
  package let shortfall: Shortfall?
  package let seams: SoundSeams
  /// The largest number of input samples that were read beyond those needed for the output written so far.
  package let readAhead: Int
  /// The size of the output's samples in bytes, without headers.
  package let byteCount: Int
  /// The duration of the result, in seconds.
  package let length: Double

  /// - Parameter inputEnd: the number of the sample after the input's last one.
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
  /// The results, valid once `run` has returned.
  ///
  /// - Parameters:
  ///   - plan: the plan with which the retimer was created.
  ///   - format: the format of the output.
  package func report(_ plan: SoundPlan, format: SoundFormat) -> SoundReport {
    SoundReport(
      tally, inputEnd: inputEnd, inputCount: inputCount, outputCount: outputCount, plan: plan, format: format,
      seams: seams, readAhead: readAhead)
  }
}
