import Values

/// The reason why a text or a change cannot become a map.
public struct WarpMapError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A clause without a capital letter, with the place of the problem and often with advice, such as
  /// `'fast' is not a speed (keyframe '2s=fast'); write 2x, 0.25x or 200%`.
  public let description: String

  init(_ description: String) { self.description = description }

  /// Advice about options of the commands is left out, because a caller has no options.
  init(_ refusal: Refusal) {
    let advice = refusal.advice.flatMap { $0.contains("--") ? nil : "; \($0)" } ?? ""
    let place = refusal.place.map { " (\($0))" } ?? ""
    description = "\(refusal.problem.replacing("needs --duration", with: "needs the duration"))\(place)\(advice)"
  }

  /// Whether the message speaks of an option of the commands.
  var namesOption: Bool { description.contains("--") }
}
