import TestSupport

/// A part of the tools that reads outside data. It may refuse an input. An accepted input is used as in the tools, and
/// the laws checked on the way must hold.
struct Target: Sendable {
  let name: String
  /// Pieces that the mutator inserts whole, since byte changes would seldom make them.
  let words: [String]
  /// The inputs to mutate if they are not text. If nil, they are in the file of the target's name in `Seeds`.
  var seeds: (@Sendable () throws -> [[UInt8]])?
  /// The time of an execution as a multiple of that of the cheapest targets. The number of executions asked for is
  /// divided by it.
  var cost: UInt64 = 1
  /// Called once before the first execution, with a path at which there is no file.
  var prepare: @Sendable (String) throws -> Void = { _ in }
  /// Throws if the input is refused. A broken law ends the process by a trap.
  let run: @Sendable ([UInt8]) throws -> Void

  static let all =
    values + curves + exchange + foreign + streams + packets + splices + retimers + films + cameras + texts + spoken
    + pages
    + commands
}

/// Checks a law, which must hold for every accepted input. A broken law ends the process by a trap, and `InputKeeper`
/// then writes the input to a file.
func expect(_ isTrue: Bool, _ law: @autoclosure () -> String) {
  if !isTrue { fatalError("broken law: \(law())") }
}

/// The bytes as UTF-8, with invalid bytes replaced.
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

func lines(_ bytes: [UInt8]) -> [String] { text(bytes).split(separator: "\n").map(String.init) }

/// Random choices about the use of an input, such as the frame rate. They are seeded with a hash of the input, so that
/// the input alone repeats a failure.
struct Choices {
  private var randomness: SplitMix64

  init(_ input: [UInt8]) {
    // The hash is FNV-1a.
    randomness = SplitMix64(seed: input.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }

  mutating func one<Value>(of values: [Value]) -> Value { values[randomness.whole(below: values.count)] }

  mutating func whole(below bound: Int) -> Int { randomness.whole(below: bound) }
}
