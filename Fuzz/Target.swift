import TestSupport

/// A part of the tools that reads what comes from outside. It may refuse an input. What it accepts is used as the tools
/// would use it, and the laws checked on the way have to hold.
struct Target: Sendable {
  let name: String
  /// Pieces that the mutator inserts whole, since it would seldom make them byte by byte.
  let words: [String]
  /// Inputs to mutate that cannot be kept as text; nil if they are in the file of the target's name in `Seeds`.
  var seeds: (@Sendable () throws -> [[UInt8]])?
  /// How many times as long an execution takes as one of the cheapest targets. A number of executions asked for by the
  /// caller is divided by it.
  var cost: UInt64 = 1
  /// Called once before the first execution, with a path at which no file exists.
  var prepare: @Sendable (String) throws -> Void = { _ in }
  /// Throws if the input is refused. A broken law ends the process by a trap.
  let run: @Sendable ([UInt8]) throws -> Void

  static let all =
    values + curves + exchange + foreign + streams + packets + retimers + films + texts + pages + commands
}

/// Checks a law: something that has to be true of every input that was accepted. A broken law ends the process by a
/// trap, upon which `InputKeeper` writes the input to a file.
func expect(_ isTrue: Bool, _ law: @autoclosure () -> String) {
  if !isTrue { fatalError("broken law: \(law())") }
}

/// The bytes as UTF-8; what is not valid is replaced.
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

func lines(_ bytes: [UInt8]) -> [String] { text(bytes).split(separator: "\n").map(String.init) }

/// Random choices about how an input is used, such as the rate or the way to pick frames. They are seeded with a hash
/// of the input, so that the same input is always used in the same way and a failure can be repeated from the input
/// alone.
struct Choices {
  private var randomness: SplitMix64

  init(_ input: [UInt8]) {
    // The hash is FNV-1a.
    randomness = SplitMix64(seed: input.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }

  mutating func one<Value>(of values: [Value]) -> Value { values[randomness.whole(below: values.count)] }

  mutating func whole(below bound: Int) -> Int { randomness.whole(below: bound) }
}
