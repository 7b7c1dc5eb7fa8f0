@testable import Values
@testable import Warp

/// The content of one output frame.
enum Shown: Equatable, CustomStringConvertible {
  case frame(Int)
  case mix([Weight])
  case between(Int, Int, Double)
  case average([Moment])
  case stamped(Int, Int64)

  var description: String {
    switch self {
    case .frame(let frame): "\(frame)"
    case .mix(let weights): weights.map { "\($0.share)·\($0.frame)" }.joined(separator: "+")
    case .between(let first, let second, let phase): "\(first)–\(second) at \(phase)"
    case .average(let moments): moments.map { "\($0.share)·\($0.position)" }.joined(separator: "+")
    case .stamped(let frame, let tick): "\(frame)@\(tick)"
    }
  }

  /// What would be shown if the frames had other numbers: frame n becomes `names[n]`.
  func renamed(by names: [Int]) -> Shown {
    switch self {
    case .frame(let frame): .frame(names[frame])
    case .mix(let weights): .mix(weights.map { Weight(frame: names[$0.frame], share: $0.share) })
    case .between(let first, let second, let phase): .between(names[first], names[second], phase)
    case .average(let moments):
      .average(
        moments.map { moment in
          Moment(first: names[moment.first], second: names[moment.second], phase: moment.phase, share: moment.share)
        })
    case .stamped(let frame, let tick): .stamped(names[frame], tick)
    }
  }
}

/// Carries out a schedule's instructions without bytes. Appends frames on request, drops frames that the schedule no
/// longer needs, and records instructions that use a dropped frame.
struct ScheduleTheatre<S: Schedule> {
  var schedule: S
  var shown: [Shown] = []
  /// The number of output frames for each instruction that shows a source frame at a fixed rate.
  var copies: [Int] = []
  /// Instructions that used a frame that was not held, or requested input after its end.
  var lost: [Instruction] = []
  var mostHeld = 0
  private var held: Set<Int> = []
  /// The newest frame, until it is decided whether its bytes are kept, passed on or skipped.
  private var inHand: Int?
  private let starts: [Double]
  private let isEven: Bool
  /// The frames that look like the previous frame.
  private let duplicates: Set<Int>
  /// The incomplete last frame, if there is one. This is noticed when its bytes are read.
  private let cutFrame: Int?
  private var came = 0
  private var ended = false

  /// `starts` are the starts of all input frames. With a constant rate, only their number is used.
  init(_ schedule: S, starts: [Double], isEven: Bool, isCut: Bool = false, duplicates: Set<Int> = []) {
    self.schedule = schedule
    self.starts = starts
    self.isEven = isEven
    self.duplicates = duplicates
    cutFrame = isCut ? starts.count - 1 : nil
  }

  /// Appends all frames and ends the input, then plays.
  mutating func playComplete() throws(Refusal) {
    while !ended { bring() }
    held = Set(0..<starts.count)
    inHand = nil
    try play()
  }

  /// Plays and appends frames on request.
  mutating func play() throws(Refusal) {
    while true {
      let before = schedule
      let instruction = try schedule.next()
      if let inHand, inHand == cutFrame, instruction.looksAt(inHand) {
        // The instruction cannot be carried out, so the schedule is reset to before it.
        schedule = before
        endBefore(inHand)
        continue
      }
      switch instruction {
      case .needInput:
        if let inHand, inHand == cutFrame {
          endBefore(inHand)
        } else {
          settle()
          bring()
        }
        continue
      case .show(let picture, let times, let tick):
        let shown = Shown(picture, tick)
        take(shown.frames, for: instruction)
        self.shown += Array(repeating: shown, count: times)
        if case .frame = picture, tick == nil { copies.append(times) }
      case .done:
        while !ended { bring() }
        return
      }
      settle()
    }
  }

  private mutating func bring() {
    guard came < starts.count else {
      if ended { lost.append(.needInput) }
      // A schedule that asks for more and more would never end.
      precondition(lost.count < 100, "the schedule waits after the end of the input")
      ended = true
      return schedule.end(count: came)
    }
    inHand = came
    if isEven {
      schedule.append(isDuplicate: duplicates.contains(came))
    } else if !schedule.append(start: starts[came], isDuplicate: duplicates.contains(came)) {
      lost.append(.needInput)
    }
    came += 1
  }

  private mutating func endBefore(_ frame: Int) {
    inHand = nil
    ended = true
    schedule.end(count: frame)
  }

  private mutating func settle() {
    if let inHand, inHand != cutFrame {
      held.insert(inHand)
      self.inHand = nil
    }
    held = held.filter(schedule.needs.contains)
    mostHeld = max(mostHeld, held.count)
  }

  private mutating func take(_ frames: [Int], for instruction: Instruction) {
    // Interpolated pictures also depend on the neighbouring frames.
    let count = schedule.footage.clock.isEnded ? schedule.footage.clock.count : .max
    let neighbours =
      schedule.looksAround && instruction.isMadeUp ? frames.flatMap { [max(0, $0 - 1), min($0 + 1, count - 1)] } : []
    let frames = frames + neighbours
    if !frames.allSatisfy({ $0 == inHand || held.contains($0) }) { lost.append(instruction) }
  }
}

extension Shown {
  init(_ picture: Picture, _ tick: Int64?) {
    switch picture {
    case .frame(let frame): self = tick.map { .stamped(frame, $0) } ?? .frame(frame)
    case .mix(let weights): self = .mix(weights)
    case .between(let first, let second, let phase): self = .between(first, second, phase)
    case .average(let moments): self = .average(moments)
    }
  }
}

extension Instruction {
  /// Instructions to show a source frame: at a fixed rate, and with a timestamp.
  static func copy(frame: Int, count: Int) -> Instruction { .show(.frame(frame), times: count, tick: nil) }
  static func show(frame: Int, tick: Int64) -> Instruction { .show(.frame(frame), times: 1, tick: tick) }

  fileprivate var isMadeUp: Bool {
    if case .show(let picture, _, _) = self { picture.isMadeUp } else { false }
  }

  /// Whether carrying out the instruction reads the bytes of the newest frame. For a picture of several frames, all
  /// available frames are kept first, also those it does not use.
  fileprivate func looksAt(_ frame: Int) -> Bool {
    switch self {
    case .needInput, .done: false
    case .show(.frame(let named), _, _): named == frame
    case .show: true
    }
  }
}

/// The frames of a test's input: their starts, and whether they have timestamps.
struct Frames {
  let starts: [Double]
  /// Nil if frames have timestamps.
  let rate: FrameRate?
  var nominal: FrameRate?
  /// The end of the last frame, if a list contains it.
  var listedEnd: Double?
  /// The frames that look like the previous frame. If set, the schedule skips them.
  var duplicates: Set<Int>?

  /// The frames of one rate that start within `seconds`.
  init(_ rate: FrameRate, filling seconds: Double) {
    self.init(rate, count: rate.frameCount(startingWithin: seconds)!)
  }

  init(_ rate: FrameRate, count: Int) {
    starts = (0..<count).map { rate.start(ofFrame: $0) }
    self.rate = rate
    nominal = rate
  }

  init(starts: [Double], nominal: FrameRate? = nil) {
    self.starts = starts
    rate = nil
    self.nominal = nominal
  }

  /// The frames without the last one.
  var butLast: Frames {
    if let rate { return Frames(rate, count: starts.count - 1) }
    var frames = Frames(starts: starts.dropLast(), nominal: nominal)
    if listedEnd != nil { frames.listedEnd = starts.last }
    return frames
  }

  var clock: FrameClock {
    if let rate { return FrameClock(rate: rate) }
    return FrameClock(nominal: nominal, listed: listedEnd.map { starts + [$0] } ?? [])
  }

  var end: Double {
    if let rate { return rate.start(ofFrame: starts.count) }
    if let listedEnd { return listedEnd }
    let last = starts.count - 1
    return starts[last] + (last > 0 ? starts[last] - starts[last - 1] : nominal?.start(ofFrame: 1) ?? 0.04)
  }

  func fixed(
    _ map: TimeMap, _ rate: FrameRate, _ choice: FrameChoice = .hold, complete: Bool = false, cut: Bool = false,
    holdsEnd: Bool = false, crossfade: Double = 0, range: OutputRange? = nil
  ) throws -> ScheduleTheatre<FixedSchedule> {
    try played(
      FixedSchedule(
        map, clock, rate: rate, choice: choice, holdsEnd: holdsEnd, skipsDuplicates: duplicates != nil,
        crossfade: crossfade, range: range),
      complete, cut)
  }

  func variable(
    _ map: TimeMap, _ timebase: Timebase = .standard, complete: Bool = false, cut: Bool = false,
    holdsEnd: Bool = false, range: OutputRange? = nil
  ) throws -> ScheduleTheatre<VariableSchedule> {
    try played(
      VariableSchedule(map, clock, timebase: timebase, holdsEnd: holdsEnd, range: range), complete, cut)
  }

  private func played<S: Schedule>(_ schedule: S, _ complete: Bool, _ cut: Bool) throws -> ScheduleTheatre<S> {
    var theatre = ScheduleTheatre(
      schedule, starts: starts, isEven: rate != nil, isCut: cut, duplicates: duplicates ?? [])
    if complete { try theatre.playComplete() } else { try theatre.play() }
    return theatre
  }
}

enum Rates {
  static let film = FrameRate(Rational(24000, 1001)!)!
  static let ntsc = FrameRate(Rational(30000, 1001)!)!
  static func whole(_ rate: Int64) -> FrameRate { FrameRate(Rational(rate)!)! }
}
