import Glibc
import Streams
import Tool
import Warp

// warp-fuzz SEEDS TARGET|all EXECUTIONS SEED [FIRST]: see scripts/fuzz. A failure names its input; run with
// EXECUTIONS 1 and FIRST that number, it is shown.

/// No batch of inputs takes this many seconds unless one of them hangs.
let patience: CUnsignedInt = 120
let batch: UInt64 = 1000

/// The input being run, for whoever finds the process dying.
nonisolated(unsafe) var running: (target: String, number: UInt64) = ("", 0)

func tellOfFailure(_ signal: CInt) {
  let (target, number) = unsafe running
  print("\(target): input \(number) \(signal == SIGALRM ? "hangs" : "fails")")
  exit(1)
}

/// The inputs in a file, which blank lines separate; a single line is what someone typed, and comes without its end.
func seeds(_ path: String) throws -> [[UInt8]] {
  var lines = LineReader(try FileSource(path: path))
  var seeds: [[UInt8]] = [[]]
  while let line = try lines.next() {
    if line.isEmpty { seeds.append([]) } else { seeds[seeds.count - 1] += line + [UInt8(ascii: "\n")] }
  }
  return seeds.map { $0.firstIndex(of: UInt8(ascii: "\n")) == $0.count - 1 ? $0.dropLast() : $0 }
}

func peakMemory() -> Int {
  var usage = rusage()
  _ = unsafe getrusage(CInt(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss / 1024
}

func fuzz(_ target: Target, _ mutator: Mutator, _ numbers: Range<UInt64>, seed: UInt64) throws {
  var accepted = 0
  for number in numbers {
    if number % batch == 0 { alarm(patience) }
    unsafe running = (target.name, number)
    let input = mutator.input(number, seed: seed)
    if numbers.count == 1 {
      print(String(decoding: input, as: UTF8.self))
      fflush(nil)
    }
    do {
      try target.run(input)
      accepted += 1
    } catch is Refusal {
      // Most are refused, and should be.
    }
  }
  print("\(target.name): \(numbers.count) executions, \(accepted) accepted, peak memory \(peakMemory()) MiB")
}

let arguments = CommandLine.arguments
guard arguments.count >= 5, let executions = UInt64(arguments[3]), let seed = UInt64(arguments[4]),
  let first = arguments.count > 5 ? UInt64(arguments[5]) : 0
else {
  print("usage: warp-fuzz SEEDS TARGET|all EXECUTIONS SEED [FIRST]")
  exit(2)
}
let targets = Target.all.filter { arguments[2] == "all" || arguments[2] == $0.name }
guard !targets.isEmpty else {
  print("there is no target '\(arguments[2])'; there are \(Target.all.map(\.name).joined(separator: ", "))")
  exit(2)
}
for number in [SIGILL, SIGTRAP, SIGSEGV, SIGALRM] { signal(number, tellOfFailure) }
for target in targets {
  let mutator = Mutator(seeds: try target.seeds ?? seeds("\(arguments[1])/\(target.name)"), words: target.words)
  try fuzz(target, mutator, first..<first + executions, seed: seed)
}
