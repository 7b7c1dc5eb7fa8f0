/// What this module throws: why something typed or something read cannot be a time map.
///
/// A refusal always says three things: the problem, the place it was found, and what to do next.
package struct Refusal: Error, Equatable, Sendable {
  package enum Kind: Sendable {
    /// The text cannot be understood, or asks for something that is not on offer.
    case usage
    /// The text is understood, but the map it describes would stand still, run back or have no length.
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

  /// The same refusal, found inside `outer`: `curve 'ramp' …`, `curves.txt:3`.
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
