/// Something that reads what comes from outside. It may refuse; what it accepts is used as the tools use it, and has to
/// keep the laws checked on the way.
struct Target: Sendable {
  let name: String
  /// Pieces worth inserting whole.
  let words: [String]
  /// What cannot be kept as text; nil for what stands in a file of that name.
  var seeds: (@Sendable () throws -> [[UInt8]])?
  /// By what a number of executions is divided: how much dearer one is than with the cheap targets.
  var cost: UInt64 = 1
  /// Called once, with a path that is free.
  var prepare: @Sendable (String) throws -> Void = { _ in }
  /// Throws where the input is refused; a broken law ends the process.
  let run: @Sendable ([UInt8]) throws -> Void

  static let all = values + curves + streams + retimers + films + commands
}

/// What has to be true of every input that was accepted.
func expect(_ isTrue: Bool, _ law: @autoclosure () -> String) {
  if !isTrue { fatalError("broken law: \(law())") }
}

/// The bytes as text, which need not have been text.
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

func lines(_ bytes: [UInt8]) -> [String] { text(bytes).split(separator: "\n").map(String.init) }
