import Streams
import Warp

/// Carries out a schedule: brings in the frames it asks for, keeps what it may ask for again, and writes what it says.
///
/// It decides nothing: the schedule says what is shown, the supply knows where frames are, the mixer makes frames of
/// others, the output writes and counts them. A frame whose samples nobody has to look at goes from end to end by the mover.
package struct Retimer<
  Source: ByteSource & ~Copyable, Sink: ByteSink & ~Copyable, Moving: Mover & ~Copyable, Plan: Schedule
>:
  ~Copyable
{
  package private(set) var schedule: Plan
  private var supply: FrameSupply<Source, Moving>
  private var mixer: FrameMixer
  private var output: FrameOutput<Sink>
  private let times: InputTimes

  /// - Parameters:
  ///   - recall: how `store` can have frames again without keeping them, if it can.
  ///   - workers: make up frames.
  package init(
    _ reader: consuming FrameReader<Source>, _ schedule: Plan, times: InputTimes, writer: any FrameWriter,
    to sink: consuming Sink, moving mover: consuming Moving, keeping store: consuming UnitStore, recall: Recall<Source>,
    workers: any Workers = OneWorker()
  ) {
    let layout = reader.format.layout
    self.schedule = schedule
    self.times = times
    supply = FrameSupply(reader, moving: mover, keeping: store, recall: recall)
    mixer = FrameMixer(layout, workers: workers)
    output = FrameOutput(writer, to: sink, frameBytes: layout.frameBytes)
  }

  package var tally: FrameTally { output.tally }

  /// Frames that came whole.
  package var inputCount: Int { supply.count }

  /// Set where the input ended inside a frame. Everything that was whole has been written all the same.
  package var truncation: VideoError? { supply.truncation }

  /// Runs to the end of the input. `reached` is told of the output frames written so far, and the tick of the last one
  /// if it has one.
  package mutating func run(_ reached: (Int, Int64?) throws -> Void) throws {
    do {
      try output.writeHeader()
      while try step(reached) {}
    } catch {
      // Frames that are whole are written, whatever comes then; the first error is the one to be told.
      if output.tally.outputCount > 0 { try? output.flush() }
      throw error
    }
  }

  /// Carries out one instruction. False once the output is complete and the input has been read to its end.
  private mutating func step(_ reached: (Int, Int64?) throws -> Void) throws -> Bool {
    // An instruction may name a frame that turns out to be cut short; then it was never given.
    var before = supply.hasPending ? schedule : nil
    switch try schedule.next() {
    case .done:
      while !schedule.footage.clock.isEnded { try takeIn() }
      try output.flush()
      return false
    case .needInput:
      // Not kept any longer, or all stamps would be copied for each that comes.
      before = nil
      try takeIn()
    case .show(let picture, let times, let tick):
      if try show(picture, stamps: [Int64?](repeating: tick, count: times)) {
        try reached(output.tally.outputCount, tick)
      } else {
        if let before { schedule = before }
        schedule.end(count: supply.count)
      }
    }
    // What is still to come is not let go of: the last frame to come stands in for what an input may turn out to lack.
    supply.letGo(before: min(schedule.needs.horizon, supply.count))
    return true
  }

  /// Reads the next frame's head and tells the schedule. The frame before has been kept if it is needed, or passed over.
  private mutating func takeIn() throws {
    guard try supply.settle(schedule.needs), case let index = supply.count, let head = try supply.readHead() else {
      return schedule.end(count: supply.count)
    }
    guard let start = try times.start(ofFrame: index, head, supply.format) else { return schedule.append() }
    guard schedule.append(start: start) else {
      throw VideoError.untimely(
        "frame \(index) does not start after the one before", advice: "check the times of the input")
    }
  }

  /// Writes a picture once for each stamp. False, with nothing written, if the input ends inside a frame it is made of.
  private mutating func show(_ picture: Picture, stamps: [Int64?]) throws -> Bool {
    if case .frame(let frame) = picture { return try supply.show(frame, stamps: stamps, schedule.needs, to: &output) }
    guard try supply.keepAll() else { return false }
    switch picture {
    case .frame: break
    case .mix(let weights):
      try mixer.mix(weights, from: &supply)
      try output.write(mixer.samples, of: weights.map(\.frame))
    case .between(let first, let second, let phase):
      if let nearest = try mixer.makeUp(first, second, phase, from: &supply) {
        return try show(.frame(nearest), stamps: stamps)
      }
      try output.write(mixer.samples, of: [first, second])
    case .average(let moments):
      try mixer.average(moments, from: &supply)
      try output.write(mixer.samples, of: moments.flatMap { [$0.first, $0.second] })
    }
    return true
  }

  /// Closes the output, which may report a failure only then. Gives back the input, for whoever has to see it off.
  package consuming func close() throws(StreamFailure) -> Source {
    try output.finish()
    return supply.intoSource()
  }
}
