/// The error this module throws: why what was typed or read cannot be a time map.
///
/// It says what the problem is, in which place of what was typed or read it lies (if that is not obvious), and what to
/// do about it.
package struct Refusal: Error, Equatable, Sendable {
  package enum Kind: Sendable {
    /// The text cannot be understood, or asks for something that does not exist.
    case usage
    /// The text is understood, but no map can be made as it says: time would stand still, run backward or not last.
    case map
  }

  package let kind: Kind
  package let problem: String
  package let place: String?
  package let advice: String?

  package static func usage(_ problem: String, at place: String? = nil, advice: String? = nil) -> Refusal {
    Refusal(kind: .usage, problem: problem, place: place, advice: advice)
  }

  package static func map(_ problem: String, at place: String? = nil, advice: String? = nil) -> Refusal {
    Refusal(kind: .map, problem: problem, place: place, advice: advice)
  }

  /// The same refusal told where in `outer` it lies: `within("curves.txt:3")` makes the place
  /// `curve 'ramp@2..5'` into `curves.txt:3, curve 'ramp@2..5'`; without a place, `outer` is it.
  package func within(_ outer: String) -> Refusal {
    Refusal(kind: kind, problem: problem, place: place.map { "\(outer), \($0)" } ?? outer, advice: advice)
  }
}

extension Refusal: CustomStringConvertible {
  package var description: String {
    var text = problem
    if let place { text += " (\(place))" }
    if let advice { text += "; \(advice)" }
    return text
  }
}
