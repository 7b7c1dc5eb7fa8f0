import Audio
import Tool
import Warp

/// What a run has come to.
struct RunReport {
  let tally: SampleTally
  private let inputCount: Int
  private let outputCount: Int
  private let plan: SoundPlan
  private let format: SoundFormat

  init(_ tally: SampleTally, _ inputCount: Int, _ outputCount: Int, _ plan: SoundPlan, _ format: SoundFormat) {
    self.tally = tally
    self.inputCount = inputCount
    self.outputCount = outputCount
    self.plan = plan
    self.format = format
  }

  var secondsOut: Double { Double(outputCount) / Double(format.rate) }

  var shortfall: Shortfall? { plan.shortfall(ofInput: inputCount) }

  func write(to stats: consuming StatsFile) throws {
    try stats.finish([
      "samples_in": .count(inputCount),
      "samples_out": .count(outputCount),
      "samples_unused": .count(plan.unusedCount(ofInput: inputCount)),
      "samples_clipped": .count(tally.clippedCount),
      "samples_not_finite": .count(tally.nonFiniteCount),
      "peak": .measure(tally.peak),
      "bytes_out": .count(outputCount * format.frameBytes),
      "seconds_out": .measure(secondsOut),
    ])
  }
}
