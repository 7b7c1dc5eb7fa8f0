// swift-tools-version: 6.2
import PackageDescription

/// Settings of all targets except tests: Swift 6, unsafe operations marked, warnings as errors.
///
/// -enable-testing lets tests use internal declarations, so one build serves tools and tests. -file-prefix-map makes
/// the executables independent of the path of the checkout.
let house: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .unsafeFlags(["-enable-testing", "-file-prefix-map", "\(Context.packageDirectory)=."]),
]

/// Static executables start faster and need no library at run time. Sanitizers need dynamic executables.
///
/// The test bundle is a dynamic library, so no test target may depend on an executable target.
let executable: [LinkerSetting] =
  Context.environment["WARP_DYNAMIC"] == nil ? [.unsafeFlags(["-static-executable"])] : []

/// Optimising tests takes longer than it saves. Slow references and other heavy computation are therefore in targets
/// such as `TestSupport` and `TestMaps`, which are optimised.
let test: [SwiftSetting] = [.unsafeFlags(["-Onone"])]

let targets: [Target] = [
  .systemLibrary(name: "CAvutil", pkgConfig: "libavutil", providers: [.apt(["libavutil-dev"])]),
  .target(name: "CSystem", publicHeadersPath: "."),
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
  .target(name: "NUT", dependencies: ["Warp", "Streams"], exclude: ["README.md"], swiftSettings: house),
  .target(name: "Motion", dependencies: ["Pixels", "Streams"], exclude: ["README.md"], swiftSettings: house),
  .target(
    name: "Video", dependencies: ["Motion", "NUT", "Warp", "Streams", "Pixels"], exclude: ["README.md"],
    swiftSettings: house),
  .target(
    name: "Audio", dependencies: ["NUT", "Warp", "Streams", "CAvutil"], exclude: ["README.md"], swiftSettings: house),
  .target(name: "Film", dependencies: ["Warp", "Pixels", "Streams"], exclude: ["README.md"], swiftSettings: house),
  .target(
    name: "FilmRun", dependencies: ["Film", "Tool", "Streams"], exclude: ["README.md"], swiftSettings: house),
  .target(name: "Notation", dependencies: ["Warp"], exclude: ["README.md"], swiftSettings: house),
  .target(name: "Cues", dependencies: ["Notation", "Warp"], exclude: ["README.md"], swiftSettings: house),
  .target(name: "Exchange", dependencies: ["Notation", "Warp"], exclude: ["README.md"], swiftSettings: house),
  .target(
    name: "CurvePage", dependencies: ["Warp"], exclude: ["README.md"],
    resources: ["page.html", "page.css", "served.css"].map { .embedInCode("Page/\($0)") }
      + [
        "maths", "maps", "words", "state", "reading", "edits", "elements", "view", "objects", "shapes", "plot", "drag",
        "tracks", "player", "panel", "files", "show", "actions", "keyboard", "page", "served",
      ].map { .embedInCode("Page/\($0).js") },
    swiftSettings: house),
  .target(
    name: "Commands", dependencies: ["Cues", "Exchange", "Tool", "Warp", "Streams"],
    exclude: ["README.md"],
    swiftSettings: house),
  .target(
    name: "VideoRun", dependencies: ["Commands", "Pixels", "Tool", "Video", "Warp", "Streams"], exclude: ["README.md"],
    swiftSettings: house),
  .target(
    name: "AudioRun", dependencies: ["Audio", "Commands", "Tool", "Warp", "Streams"], exclude: ["README.md"],
    swiftSettings: house),
  .target(
    name: "MapShow", dependencies: ["Commands", "Cues", "CurvePage", "Exchange", "Tool", "Warp", "Streams"],
    exclude: ["README.md"],
    swiftSettings: house),
  .target(
    name: "PageServer",
    dependencies: ["Commands", "CurvePage", "Film", "FilmRun", "MapShow", "Tool", "Warp", "Streams"],
    exclude: ["README.md"], swiftSettings: house),

  // scripts/install installs these executables.
  .executableTarget(
    name: "warp-map", dependencies: ["Commands", "MapShow", "Tool"],
    swiftSettings: house, linkerSettings: executable),
  .executableTarget(
    name: "warp-video", dependencies: ["Commands", "Tool", "VideoRun"],
    swiftSettings: house, linkerSettings: executable),
  .executableTarget(
    name: "warp-audio", dependencies: ["AudioRun", "Commands", "Tool"],
    swiftSettings: house, linkerSettings: executable),
  .executableTarget(
    name: "warp-film",
    dependencies: [
      "Commands", "CurvePage", "Film", "FilmRun", "MapShow", "NUT", "PageServer", "Tool", "Warp", "Streams",
    ],
    swiftSettings: house, linkerSettings: executable),

  // scripts/bench, scripts/soak and scripts/fuzz run these executables.
  .executableTarget(
    name: "warp-bench",
    dependencies: ["Video", "Warp", "Tool", "Streams"],
    path: "Bench",
    exclude: ["Peers", "README.md"],
    swiftSettings: house, linkerSettings: executable),
  .executableTarget(
    name: "warp-fuzz",
    dependencies: [
      "Audio", "Commands", "Cues", "Exchange", "Film", "Notation", "NUT", "PageServer", "Video", "Warp", "Streams",
      "Tool",
      "TestFilms", "TestSupport",
    ],
    path: "Fuzz",
    exclude: ["README.md", "Seeds"],
    swiftSettings: house, linkerSettings: executable),

  .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: house),
  .target(name: "TestMaps", dependencies: ["Warp", "TestSupport"], path: "Tests/TestMaps", swiftSettings: house),
  .target(
    name: "TestFrames", dependencies: ["Pixels", "TestSupport"], path: "Tests/TestFrames", swiftSettings: house),
  .target(name: "TestFilms", dependencies: ["Film"], path: "Tests/TestFilms", swiftSettings: house),
  .testTarget(name: "StreamsTests", dependencies: ["Streams", "TestSupport"], swiftSettings: test),
  .testTarget(name: "ToolTests", dependencies: ["Tool", "Streams", "TestSupport"], swiftSettings: test),
  .testTarget(
    name: "WarpTests", dependencies: ["Warp", "TestMaps", "TestSupport"], exclude: ["Golden"], swiftSettings: test),
  .testTarget(name: "PixelsTests", dependencies: ["Pixels"], swiftSettings: test),
  .testTarget(
    name: "MotionTests", dependencies: ["Motion", "Pixels", "Streams", "TestFrames", "TestSupport"],
    swiftSettings: test),
  .testTarget(name: "NUTTests", dependencies: ["NUT", "Warp", "Streams"], swiftSettings: test),
  .testTarget(
    name: "VideoTests", dependencies: ["Video", "NUT", "Warp", "Streams", "Pixels", "TestFrames", "TestSupport"],
    swiftSettings: test),
  .testTarget(
    name: "AudioTests", dependencies: ["Audio", "NUT", "Warp", "Streams", "TestSupport"], swiftSettings: test),
  .testTarget(name: "NotationTests", dependencies: ["Notation", "Warp"], swiftSettings: test),
  .testTarget(name: "CuesTests", dependencies: ["Cues", "Warp", "TestMaps", "TestSupport"], swiftSettings: test),
  .testTarget(
    name: "ExchangeTests", dependencies: ["Exchange", "Warp", "TestMaps", "TestSupport"], swiftSettings: test),
  .testTarget(
    name: "FilmTests", dependencies: ["Film", "Warp", "Streams", "TestFilms", "TestSupport"], swiftSettings: test),
  .testTarget(name: "FilmRunTests", dependencies: ["FilmRun", "Film", "Tool"], swiftSettings: test),
  .testTarget(name: "CommandsTests", dependencies: ["Commands", "Tool", "Warp", "Streams"], swiftSettings: test),
  .testTarget(
    name: "MapShowTests", dependencies: ["MapShow", "Commands", "Tool", "Warp", "Streams"], swiftSettings: test),
  .testTarget(
    name: "VideoRunTests", dependencies: ["VideoRun", "Commands", "Tool", "Warp"], swiftSettings: test),
  .testTarget(name: "AudioRunTests", dependencies: ["AudioRun", "Commands", "Tool"], swiftSettings: test),
  .testTarget(name: "PageServerTests", dependencies: ["PageServer", "TestSupport"], swiftSettings: test),
  // Runs the executables.
  .testTarget(
    name: "CommandTests", dependencies: ["Commands", "Film", "Tool", "TestSupport"], exclude: ["Shell"],
    swiftSettings: test),
]

/// Returns the targets with the given names, and all targets that they depend on.
func needed(_ names: [Substring], of targets: [Target]) -> [Target] {
  var found: Set<String> = []
  func add(_ name: String) {
    guard found.insert(name).inserted, let target = targets.first(where: { $0.name == name }) else { return }
    for case .byNameItem(let dependency, _) in target.dependencies { add(dependency) }
  }
  for name in names { add(String(name)) }
  return targets.filter { found.contains($0.name) }
}

let package = Package(
  name: "warp",
  // scripts/check and `scripts/build tools` compile only the targets that they name here.
  targets: Context.environment["WARP_TARGETS"].map { needed($0.split(separator: " "), of: targets) } ?? targets,
  swiftLanguageModes: [.v6]
)
