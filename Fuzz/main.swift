import Glibc

// `warp-fuzz SEEDS KEEP TARGET LENGTH SEED` runs one target, and `warp-fuzz list` prints the names of all. SEEDS is
// the directory of seeds, KEEP that of failing inputs. The header of scripts/fuzz explains LENGTH and SEED.

func stop(_ message: String) -> Never {
  print(message)
  exit(2)
}

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments == ["list"] {
  print(Target.all.map(\.name).joined(separator: "\n"))
  exit(0)
}
guard arguments.count == 5, let seed = UInt64(arguments[4]) else {
  stop("usage: warp-fuzz SEEDS KEEP TARGET LENGTH SEED, or warp-fuzz list")
}
guard let target = Target.all.first(where: { $0.name == arguments[2] }) else {
  stop("there is no target '\(arguments[2])'; there are \(Target.all.map(\.name).joined(separator: ", "))")
}
let keep = "\(arguments[1])/\(target.name)-\(seed)"
try target.prepare(keep)
if let length = Campaign.Length(arguments[3]) {
  let seeds = try target.seeds?() ?? SeedFile.inputs("\(arguments[0])/\(target.name)")
  InputKeeper.watch(target.name, keepingAt: keep)
  try Campaign(target, Mutator(seeds: seeds, words: target.words), seed: seed).run(length)
} else {
  let input = try SeedFile.bytes(arguments[3])
  InputKeeper.watch(target.name, keepingAt: keep)
  print(try Campaign.refusal(of: input, by: target).map { "refused: \($0)" } ?? "accepted")
}
