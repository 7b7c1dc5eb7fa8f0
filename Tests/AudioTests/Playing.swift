import Glibc
import Streams
import TestSupport
import Values
import Warp

@testable import Audio

/// Parses the rows of a time map, as the command-line tools do.
func map(_ rows: String) throws -> TimeMap {
  let source = MemorySource(Array(rows.utf8))
  return try TableReader.map(named: "table") { (buffer) throws(StreamFailure) in try source.read(into: &buffer) }
}

/// Retimes sound in memory through all the stages that warp-audio uses.
struct Playing {
  var kernel = Kernel.high
  var rate = 48000
  var channels = 1
  var sample = SampleFormat.f64le
  var block = 1024
  var memory = 1 << 20
  var chopping: Int?
  var keepsPitch = false
  var crossfade = 0.0

  struct Result {
    var bytes: [UInt8]
    var outputCount: Int
    var inputCount: Int
    var clippedCount: Int
    var spillCalls: Int
  }

  func format() throws -> SoundFormat { try SoundFormat(sample, channels: channels, rate: rate) }

  func run(_ bytes: [UInt8], _ map: TimeMap) throws -> Result {
    let (chopping, format) = (chopping, try format())
    return try run(map) { _ in
      ReaderFeed(try SoundReader(MemorySource(bytes, chopping: chopping), declared: .raw(format)))
    }
  }

  /// - Parameter feed: creates the input, given the samples that may be requested.
  func run(_ map: TimeMap, reading feed: (SoundNeeds) throws -> any SoundFeed) throws -> Result {
    let format = try format()
    let plan = SoundPlan(try Crossfades(map, lasting: crossfade), rate: rate)
    let spill = MemorySpill()
    let store = UnitStore(unitSize: format.frameBytes * SoundSupply.unitLength, memory: memory, spill: spill)
    let sink = MemorySink()
    let renderer =
      keepsPitch ? RenderingChoice.pitchKept(plan, format) : RenderingChoice.varispeed(plan, kernel, format)
    var retimer = SoundRetimer(
      SoundSupply(try feed(renderer.needs), keeping: store, needs: renderer.needs, limit: renderer.limit), plan,
      by: renderer, blockLength: block, encoder: SampleEncoder(format, copiesFrom: sample), to: sink)
    try retimer.run { _ in }
    let result = Result(
      bytes: [], outputCount: retimer.outputCount, inputCount: retimer.inputCount,
      clippedCount: retimer.tally.clippedCount, spillCalls: spill.callCount)
    try retimer.close()
    return Result(
      bytes: sink.bytes, outputCount: result.outputCount, inputCount: result.inputCount,
      clippedCount: result.clippedCount, spillCalls: result.spillCalls)
  }

  /// Retimes mono sound in floating point.
  func play(_ samples: [Double], _ map: TimeMap) throws -> [Double] {
    precondition(channels == 1 && (sample == .f64le || sample == .f32le))
    let result = try run(sample == .f64le ? bytes64(samples) : bytes32(samples), map).bytes
    return sample == .f64le ? samples64(result) : samples32(result)
  }
}

func bytes64(_ samples: [Double]) -> [UInt8] {
  samples.flatMap { sample in (0..<8).map { UInt8(truncatingIfNeeded: sample.bitPattern >> (8 * $0)) } }
}

func samples64(_ bytes: [UInt8]) -> [Double] {
  stride(from: 0, to: bytes.count - 7, by: 8).map { start in
    Double(bitPattern: (0..<8).reduce(0) { $0 | UInt64(bytes[start + $1]) << (8 * $1) })
  }
}

func bytes32(_ samples: [Double]) -> [UInt8] {
  samples.flatMap { sample in (0..<4).map { UInt8(truncatingIfNeeded: Float(sample).bitPattern >> (8 * $0)) } }
}

func samples32(_ bytes: [UInt8]) -> [Double] {
  stride(from: 0, to: bytes.count - 3, by: 4).map { start in
    Double(Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * $1) }))
  }
}

/// Returns a sound in which sample n has the value n, so that each output sample shows where it was read.
func ramp(_ count: Int) -> [Double] { (0..<count).map(Double.init) }

/// Returns the signal-to-noise ratio of `sound` in dB, if `signal` is the exact sound.
func distance(_ sound: ArraySlice<Double>, from signal: ArraySlice<Double>) -> Double {
  let power = signal.reduce(0) { $0 + $1 * $1 }
  let error = zip(sound, signal).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  return 10 * log10(power / max(error, 1e-300))
}
