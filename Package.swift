// swift-tools-version: 6.2
import PackageDescription

/// Every target of ours is compiled under the same rules: Swift 6, each unsafe operation marked, no warning left
/// standing.
let house: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// Whether only what is installed is to be built, and none of what tests and measures it: `scripts/build tools`.
let isForUsers = Context.environment["WARP_TOOLS_ONLY"] != nil

/// For tests that compute little: to optimise them takes longer than they run. Those of Warp, Video, Audio and Exchange compare
/// with slow references, and are optimised.
let unoptimised: [SwiftSetting] = [.unsafeFlags(["-Onone"])]

/// What tests and measures the tools, and is not installed.
let workshop: [Target] = [
  // What scripts/bench, scripts/soak and scripts/fuzz run.
  .executableTarget(
    name: "warp-bench",
    dependencies: ["Video", "Warp", "Tool", "Streams"],
    path: "Bench",
    exclude: ["Peers", "README.md"],
    swiftSettings: house),
  .executableTarget(
    name: "warp-fuzz",
    dependencies: ["Audio", "Cues", "Exchange", "Film", "Video", "Warp", "Streams", "Tool", "TestSupport"],
    path: "Fuzz",
    exclude: ["README.md", "Seeds"],
    swiftSettings: house),
  .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: house),
  .target(name: "TestMaps", dependencies: ["Warp", "TestSupport"], path: "Tests/TestMaps", swiftSettings: house),
  .testTarget(name: "StreamsTests", dependencies: ["Streams", "TestSupport"], swiftSettings: unoptimised),
  .testTarget(name: "ToolTests", dependencies: ["Tool", "Streams", "TestSupport"], swiftSettings: unoptimised),
  .testTarget(name: "WarpTests", dependencies: ["Warp", "TestMaps", "TestSupport"], exclude: ["Golden"]),
  .testTarget(name: "PixelsTests", dependencies: ["Pixels"], swiftSettings: unoptimised),
  .testTarget(name: "VideoTests", dependencies: ["Video", "Warp", "Streams", "Pixels", "TestSupport"]),
  .testTarget(name: "AudioTests", dependencies: ["Audio", "Warp", "Streams", "TestSupport"]),
  .testTarget(
    name: "CuesTests", dependencies: ["Cues", "Warp", "TestMaps", "TestSupport"], swiftSettings: unoptimised),
  .testTarget(name: "ExchangeTests", dependencies: ["Exchange", "Warp", "TestMaps", "TestSupport"]),
  .testTarget(name: "FilmTests", dependencies: ["Film", "Warp", "Streams", "TestSupport"], swiftSettings: unoptimised),
  .testTarget(
    name: "CommandsTests", dependencies: ["Commands", "Tool", "Warp", "Streams"], swiftSettings: unoptimised),
  // Runs the release executables in .build/release, which scripts/test builds first.
  .testTarget(
    name: "CommandTests", dependencies: ["Commands", "Film", "Tool"], exclude: ["Shell"], swiftSettings: unoptimised),
]

let package = Package(
  name: "warp",
  products: [
    .executable(name: "warp-map", targets: ["warp-map"]),
    .executable(name: "warp-video", targets: ["warp-video"]),
    .executable(name: "warp-audio", targets: ["warp-audio"]),
    .executable(name: "warp-plan", targets: ["warp-plan"]),
  ],
  targets: [
    .systemLibrary(name: "CAvutil", pkgConfig: "libavutil", providers: [.apt(["libavutil-dev"])]),
    .systemLibrary(name: "CSystem"),
    .target(name: "Streams", exclude: ["README.md"], swiftSettings: house),
    .target(name: "Tool", dependencies: ["Streams", "CSystem"], exclude: ["README.md"], swiftSettings: house),
    .target(
      name: "Warp",
      dependencies: ["CAvutil"],
      exclude: ["README.md"],
      swiftSettings: house,
      // libavutil.a calls libm, so libm has to come after it on the linker's line.
      linkerSettings: [.linkedLibrary("m")]),
    .target(name: "Pixels", dependencies: ["CAvutil"], exclude: ["README.md"], swiftSettings: house),
    .target(
      name: "Video", dependencies: ["Warp", "Streams", "Pixels"], exclude: ["README.md"], swiftSettings: house),
    .target(
      name: "Audio", dependencies: ["Warp", "Streams", "CAvutil"], exclude: ["README.md"], swiftSettings: house),
    .target(name: "Film", dependencies: ["Warp", "Pixels", "Streams"], exclude: ["README.md"], swiftSettings: house),
    .target(name: "Cues", dependencies: ["Warp"], exclude: ["README.md"], swiftSettings: house),
    .target(name: "Exchange", dependencies: ["Warp"], exclude: ["README.md"], swiftSettings: house),
    .target(
      name: "CurvePage", dependencies: ["Warp"], exclude: ["README.md"],
      resources: ["html", "css"].map { .embedInCode("Page/page.\($0)") }
        + ["maths", "maps", "model", "player", "plot", "rows", "page"].map { .embedInCode("Page/\($0).js") },
      swiftSettings: house),
    .target(
      name: "Commands", dependencies: ["Cues", "CurvePage", "Exchange", "Tool", "Warp", "Streams"],
      exclude: ["README.md"],
      swiftSettings: house),
    .executableTarget(
      name: "warp-map", dependencies: ["Commands", "Cues", "Exchange", "Tool", "Warp", "Streams"],
      swiftSettings: house),
    .executableTarget(
      name: "warp-video", dependencies: ["Commands", "Tool", "Video", "Warp", "Streams"], swiftSettings: house),
    .executableTarget(
      name: "warp-audio", dependencies: ["Commands", "Tool", "Audio", "Warp", "Streams"], swiftSettings: house),
    .executableTarget(
      name: "warp-plan", dependencies: ["Commands", "Film", "Tool", "Video", "Warp", "Streams"], swiftSettings: house),
  ] + (isForUsers ? [] : workshop),
  swiftLanguageModes: [.v6]
)
