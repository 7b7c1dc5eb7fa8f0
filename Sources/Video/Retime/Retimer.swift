import Streams
import Warp

/// Carries out a schedule: brings in the frames it asks for, keeps what it may ask for again, and writes what it says.
///
/// It decides nothing: the schedule says what is shown, the supply knows where frames are, the mixer makes frames of
/// others, the output writes and counts them. A frame whose samples need not be looked at is moved from the input to
/// the output by the mover.
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
  /// Tells duplicates; nil where the schedule does not ask for them.
  private let likeness: FrameLikeness?
  let made: MadeSpan

  /// - Parameters:
  ///   - recall: how `store` can read frames again, if it can.
  ///   - parts: what follows the reader, which reads the first of them; nil where it reads all there is.
  ///   - workers: share the work of making up frames.
  ///   - maker: makes frames between two instead; nil where they are made up by motion.
  ///   - keepsGrain: whether frames made up by motion are to be as grainy as those they lie between.
  ///   - made: the part of the result that the schedule makes.
  package init(
    _ reader: consuming FrameReader<Source>, _ schedule: Plan, times: InputTimes, writer: any FrameWriter,
    to sink: consuming Sink, moving mover: consuming Moving, keeping store: consuming UnitStore, recall: Recall<Source>,
    parts: ClipParts<Source>? = nil, workers: any Workers = OneWorker(), maker: (any FrameMaking)? = nil,
    keepsGrain: Bool = false, making made: MadeSpan = MadeSpan(nil, at: nil)
  ) {
    let layout = reader.format.layout
    self.schedule = schedule
    self.times = times
    likeness = schedule.footage.skipsDuplicates ? FrameLikeness(layout) : nil
    supply = FrameSupply(reader, moving: mover, keeping: store, recall: recall, parts: parts)
    mixer = FrameMixer(
      layout, workers: workers, outside: maker, looksAround: schedule.looksAround, keepsGrain: keepsGrain)
    output = FrameOutput(writer, to: sink, frameBytes: layout.frameBytes, first: made.firstFrame)
    self.made = made
  }

  package var tally: FrameTally { output.tally }

  /// Frames that came whole.
  package var inputCount: Int { supply.count }

  /// The error where the input ended inside a frame. All frames that came whole have been used nevertheless.
  package var truncation: VideoError? { supply.truncation }

  /// Whether the input has not been read to its end, since no more of it is wanted.
  package var inputGoesOn: Bool { supply.inputGoesOn }

  /// Runs to the end of the input.
  ///
  /// - Parameter reached: called after each picture with the number of output frames so far, and the tick of the last one
  ///   if it has one.
  package mutating func run(_ reached: (Int, Int64?) throws -> Void) throws {
    do {
      try output.writeHeader()
      while try step(reached) {}
    } catch {
      // What has been buffered are whole frames, so they are written; an error from that is dropped in favour of the
      // first.
      if output.tally.outputCount > 0 { try? output.flush() }
      throw error
    }
  }

  /// Carries out one instruction. False once the output is complete and the input has been read to its end.
  private mutating func step(_ reached: (Int, Int64?) throws -> Void) throws -> Bool {
    // If an instruction names a frame that turns out to be cut short, the schedule is set back to before it and told
    // that the input has ended.
    var before = supply.hasPending ? schedule : nil
    switch try schedule.next() {
    case .done:
      while !schedule.footage.clock.isEnded { try takeIn() }
      try output.flush()
      return false
    case .needInput:
      // The second reference is dropped here: with it, copy on write would copy the times of all frames for each one
      // that is added.
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
    // Frames that are still to come are not released, although the schedule may not need them now: if the input ends
    // early, the last of them is shown for those that are missing.
    // With the last one the next is compared.
    supply.letGo(before: min(schedule.needs.horizon, supply.count - (likeness == nil ? 0 : 1)))
    return true
  }

  /// Keeps or discards the frame before, reads the head of the next one and tells the schedule of it.
  private mutating func takeIn() throws {
    guard
      try supply.settle(schedule.needs), case let index = supply.count, let head = try supply.readHead(),
      let isDuplicate = try isDuplicate(index)
    else { return schedule.end(count: supply.count) }
    guard let start = try times.start(ofFrame: index, head, supply.format) else {
      return schedule.append(isDuplicate: isDuplicate)
    }
    guard schedule.append(start: start, isDuplicate: isDuplicate) else {
      throw VideoError.untimely(
        "frame \(index) does not start later than the frame before it", advice: "check the timestamps of the input")
    }
  }

  /// Whether the frame whose head was read last looks like the one before; nil if the input ends inside it. Where
  /// nobody asks, its samples are not read yet.
  private mutating func isDuplicate(_ frame: Int) throws -> Bool? {
    guard let likeness else { return false }
    guard try supply.keepAll() else { return nil }
    guard frame > 0 else { return false }
    var areAlike = false
    try supply.withFrames(frame - 1, frame) { (one, other) throws(StreamFailure) in
      areAlike = likeness.areAlike(one, other)
    }
    return areAlike
  }

  /// Writes a picture once for each stamp. False, with nothing written, if the input ends inside a frame that is needed
  /// for it.
  private mutating func show(_ picture: Picture, stamps: [Int64?]) throws -> Bool {
    if case .frame(let frame) = picture { return try supply.show(frame, stamps: stamps, schedule.needs, to: &output) }
    guard try supply.keepAll() else { return false }
    if mixer.wantsForecast { mixer.foresee(MakerForecast(picture, followedBy: schedule)) }
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

  /// Closes the output, which may only then report a failure, and returns the input, for the caller to close.
  package consuming func close() throws(StreamFailure) -> Source {
    try output.finish()
    return supply.intoSource()
  }
}

/// Where the times of the input's frames come from.
package enum InputTimes: Sendable {
  /// Frames are counted, at one rate.
  case counted
  /// Frames are counted, at one rate, from a later source time than 0 on.
  case late(Double, FrameRate)
  /// Each frame of the stream has a stamp.
  case stamped
  /// The starts of all frames are listed apart from the stream, in seconds.
  case listed([Double])

  /// When a frame starts, in seconds of source time; nil where frames are counted.
  func start(ofFrame index: Int, _ head: FrameHead, _ format: StreamFormat) throws(VideoError) -> Double? {
    switch self {
    case .counted: return nil
    case .late(let start, let rate): return start + rate.start(ofFrame: index)
    case .stamped: return head.stamp.flatMap { format.seconds(atStamp: $0) }
    case .listed(let starts):
      guard index < starts.count else {
        throw .untimely("the input has more frames than the list has timestamps", advice: "check --input-timestamps")
      }
      return starts[index]
    }
  }
}
