import Warp

/// The frames that a maker will have to make next, in display order. The forecast asks a copy of the schedule, which is
/// a value. The copy names the same pictures until it needs more input.
struct MakerForecast {
  /// The largest number of phases in a request.
  static let mostPhases = 64

  private var moments: ArraySlice<Moment> = []

  init() {}

  /// Collects the moments of `picture`, and those of the following pictures between the same two frames.
  ///
  /// - Parameter schedule: the schedule directly after it has returned `picture`.
  init<Plan: Schedule>(_ picture: Picture, followedBy schedule: Plan) {
    var schedule = schedule
    moments = picture.madeMoments[...]
    while let last = moments.last, moments.count < Self.mostPhases,
      case .show(let picture, _, _)? = try? schedule.next(), case let following = picture.madeMoments,
      !following.isEmpty, following.allSatisfy({ $0.isBetween(last.first, last.second) })
    {
      moments += following
    }
  }

  /// Removes the next moments between these two frames and returns their phases. The first is always `phase`, which is
  /// due now, even if the forecast does not contain it.
  mutating func takePhases(from phase: Double, between first: Int, _ second: Int) -> [Double] {
    guard let next = moments.first, next.isBetween(first, second), next.phase == phase else {
      moments = []
      return [phase]
    }
    let run = moments.prefix(Self.mostPhases).prefix { $0.isBetween(first, second) }
    moments.removeFirst(run.count)
    return run.map(\.phase)
  }
}

extension Moment {
  fileprivate func isBetween(_ first: Int, _ second: Int) -> Bool { self.first == first && self.second == second }
}

extension Picture {
  /// The picture's moments that lie between two frames, in the order in which they are made.
  fileprivate var madeMoments: [Moment] {
    switch self {
    case .frame, .mix: []
    case .between(let first, let second, let phase): [Moment(first: first, second: second, phase: phase, share: 1)]
    case .average(let moments): moments.filter { $0.phase > 0 }
    }
  }
}
