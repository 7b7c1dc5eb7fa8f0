/// The error of this module: why typed or read text cannot become a time map.
///
/// It contains the problem, the place of the problem in the text (if not obvious), and what the user can do.
package struct Refusal: KnownError, Equatable, Sendable {
  /// `usage` or `map`.
  package let kind: ErrorKind
  package let problem: String
  package let place: String?
  package let advice: String?

  package static func usage(_ problem: String, at place: String? = nil, advice: String? = nil) -> Refusal {
    Refusal(kind: .usage, problem: problem, place: place, advice: advice)
  }

  package static func map(_ problem: String, at place: String? = nil, advice: String? = nil) -> Refusal {
    Refusal(kind: .map, problem: problem, place: place, advice: advice)
  }

  /// This error with `outer` before its place. `within("curves.txt:3")` turns the place `curve 'ramp@2..5'` into
  /// `curves.txt:3, curve 'ramp@2..5'`. Without a place, `outer` becomes the place.
  package func within(_ outer: String) -> Refusal {
    Refusal(kind: kind, problem: problem, place: place.map { "\(outer), \($0)" } ?? outer, advice: advice)
  }
}

extension Refusal {
  package var description: String {
    var text = problem
    if let place { text += " (\(place))" }
    if let advice { text += "; \(advice)" }
    return text
  }
}
