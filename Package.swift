// swift-tools-version: 6.2
import PackageDescription

/// Whether another package depends on a release of this one. SwiftPM puts such packages into a folder with this name,
/// and refuses unsafe flags in them.
let isDependency = Context.packageDirectory.contains("/checkouts/")

/// -enable-testing lets tests use internal declarations, so one build serves tools and tests. -file-prefix-map makes
/// the executables independent of the path of the checkout.
let flags = ["-enable-testing", "-file-prefix-map", "\(Context.packageDirectory)=."]

/// Settings of all targets except tests: Swift 6, unsafe operations marked, warnings as errors.
let house: [SwiftSetting] =
  [.strictMemorySafety(), .treatAllWarnings(as: .error)] + (isDependency ? [] : [.unsafeFlags(flags)])

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
  .target(name: "Streams", dependencies: ["Values"], exclude: ["README.md"], swiftSettings: house),
  .target(name: "Tool", dependencies: ["CSystem", "Streams", "Values"], exclude: ["README.md"], swiftSettings: house),
  .target(name: "Values", exclude: ["README.md"], swiftSettings: house),
  .target(name: "Warp", dependencies: ["Values"], exclude: ["README.md"], swiftSettings: house),
  .target(name: "WarpMap", dependencies: ["Values", "Warp"], exclude: ["README.md"], swiftSettings: house),
  .target(name: "Found", dependencies: ["Values", "Warp"], exclude: ["README.md"], swiftSettings: house),
  .target(name: "Plots", dependencies: ["Values", "Warp"], exclude: ["README.md"], swiftSettings: house),
  .target(
    name: "Expressions", dependencies: ["CAvutil", "Values", "Warp"], exclude: ["README.md"], swiftSettings: house,
    // libavutil.a calls libm, so libm has to come after it on the linker's line.
    linkerSettings: [.linkedLibrary("m")]),
  .target(name: "Pixels", dependencies: ["CAvutil"], exclude: ["README.md"], swiftSettings: house),
  .target(name: "NUT", dependencies: ["Streams", "Values"], exclude: ["README.md"], swiftSettings: house),
  .target(name: "Motion", dependencies: ["Pixels", "Streams"], exclude: ["README.md"], swiftSettings: house),
  .target(
    name: "Video", dependencies: ["Motion", "NUT", "Pixels", "Streams", "Values", "Warp"], exclude: ["README.md"],
    swiftSettings: house),
  .target(
    name: "Audio", dependencies: ["CAvutil", "NUT", "Streams", "Values", "Warp"], exclude: ["README.md"],
    swiftSettings: house),
  .target(
    name: "Film", dependencies: ["Camera", "Found", "Pixels", "Streams", "Values", "Warp"], exclude: ["README.md"],
    swiftSettings: house),
  .target(
    name: "FilmRun", dependencies: ["Film", "Streams", "Tool"], exclude: ["README.md"], swiftSettings: house),
  .target(name: "Notation", dependencies: ["Values"], exclude: ["README.md"], swiftSettings: house),
  .target(name: "Camera", dependencies: ["Notation", "Values", "Warp"], exclude: ["README.md"], swiftSettings: house),
  .target(name: "Cues", dependencies: ["Notation", "Values", "Warp"], exclude: ["README.md"], swiftSettings: house),
  .target(
    name: "Exchange", dependencies: ["Notation", "Values", "Warp"], exclude: ["README.md"],
    resources: [.embedInCode("Player/follow.lua")], swiftSettings: house),
  .target(
    name: "CurvePage", dependencies: ["Values", "Warp"], exclude: ["README.md"],
    resources: ["page.html", "page.css", "served.css"].map { .embedInCode("Page/\($0)") }
      + [
        "maths", "maps", "words", "state", "choices", "reading", "edits", "elements", "view", "segments", "objects",
        "group", "shapes", "plot", "drag", "handles", "tracks", "spoken", "player", "panel", "files", "show", "actions",
        "keyboard", "page", "proxy", "render", "made", "draft", "folder", "news",
      ].map { .embedInCode("Page/\($0).js") },
    swiftSettings: house),
  .target(
    name: "Commands",
    dependencies: ["Camera", "Cues", "Exchange", "Expressions", "Found", "Streams", "Tool", "Values", "Warp"],
    exclude: ["README.md"],
    swiftSettings: house),
  .target(
    name: "VideoRun", dependencies: ["Commands", "Pixels", "Streams", "Tool", "Values", "Video", "Warp"],
    exclude: ["README.md"],
    swiftSettings: house),
  .target(
    name: "AudioRun", dependencies: ["Audio", "Commands", "Streams", "Tool", "Values", "Warp"], exclude: ["README.md"],
    swiftSettings: house),
  .target(
    name: "MapShow",
    dependencies: ["Commands", "Cues", "CurvePage", "Exchange", "Plots", "Streams", "Tool", "Values", "Warp"],
    exclude: ["README.md"],
    swiftSettings: house),
  .target(
    name: "PageServer",
    dependencies: ["Commands", "CurvePage", "Film", "FilmRun", "MapShow", "Streams", "Tool", "Values"],
    exclude: ["README.md"], swiftSettings: house),

  .target(
    name: "FilmJobs",
    dependencies: [
      "Camera", "Commands", "CurvePage", "Film", "FilmRun", "MapShow", "NUT", "PageServer", "Streams", "Tool", "Values",
      "Warp",
    ], exclude: ["README.md"], swiftSettings: house),

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
    dependencies: ["Commands", "FilmJobs", "Tool"],
    swiftSettings: house, linkerSettings: executable),

  // scripts/bench, scripts/soak and scripts/fuzz run these executables.
  .executableTarget(
    name: "warp-bench",
    dependencies: ["Streams", "Tool", "Values", "Video", "Warp"],
    path: "Bench",
    exclude: ["Peers", "README.md"],
    swiftSettings: house, linkerSettings: executable),
  .executableTarget(
    name: "warp-fuzz",
    dependencies: [
      "Audio", "Camera", "Commands", "Cues", "Exchange", "Expressions", "Film", "Found", "NUT", "Notation",
      "PageServer", "Plots", "Streams", "TestFilms", "TestSupport", "Tool", "Values", "Video", "Warp",
    ],
    path: "Fuzz",
    exclude: ["README.md", "Seeds"],
    swiftSettings: house, linkerSettings: executable),

  .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: house),
  .target(
    name: "TestMaps", dependencies: ["TestSupport", "Values", "Warp"], path: "Tests/TestMaps", swiftSettings: house),
  .target(
    name: "TestFrames", dependencies: ["Pixels", "TestSupport"], path: "Tests/TestFrames", swiftSettings: house),
  .target(name: "TestFilms", dependencies: ["Film"], path: "Tests/TestFilms", swiftSettings: house),
  .testTarget(name: "StreamsTests", dependencies: ["Streams", "TestSupport"], swiftSettings: test),
  .testTarget(name: "ToolTests", dependencies: ["Tool", "Streams", "TestSupport"], swiftSettings: test),
  .testTarget(
    name: "WarpTests", dependencies: ["Expressions", "Found", "TestMaps", "TestSupport", "Values", "Warp"],
    exclude: ["Golden"],
    swiftSettings: test),
  .testTarget(
    name: "CameraTests", dependencies: ["Camera", "TestFilms", "Values", "Warp"], swiftSettings: test),
  .testTarget(name: "FoundTests", dependencies: ["Found", "TestSupport", "Warp"], swiftSettings: test),
  .testTarget(name: "PlotsTests", dependencies: ["Plots", "TestSupport", "Values", "Warp"], swiftSettings: test),
  .testTarget(
    name: "ExpressionsTests", dependencies: ["Expressions", "TestMaps", "Values", "Warp"], swiftSettings: test),
  .testTarget(name: "WarpMapTests", dependencies: ["TestMaps", "WarpMap"], swiftSettings: test),
  .testTarget(name: "ValuesTests", dependencies: ["TestSupport", "Values", "Warp"], swiftSettings: test),
  .testTarget(name: "PixelsTests", dependencies: ["Pixels"], swiftSettings: test),
  .testTarget(
    name: "MotionTests", dependencies: ["Motion", "Pixels", "Streams", "TestFrames", "TestSupport"],
    swiftSettings: test),
  .testTarget(name: "NUTTests", dependencies: ["NUT"], swiftSettings: test),
  .testTarget(
    name: "VideoTests",
    dependencies: ["NUT", "Pixels", "Streams", "TestFrames", "TestMaps", "TestSupport", "Values", "Video", "Warp"],
    swiftSettings: test),
  .testTarget(
    name: "AudioTests", dependencies: ["Audio", "NUT", "Streams", "TestSupport", "Values", "Warp"],
    swiftSettings: test),
  .testTarget(name: "NotationTests", dependencies: ["Notation", "Values"], swiftSettings: test),
  .testTarget(
    name: "CuesTests", dependencies: ["Cues", "TestMaps", "TestSupport", "Values", "Warp"], swiftSettings: test),
  .testTarget(
    name: "ExchangeTests", dependencies: ["Exchange", "TestMaps", "TestSupport", "Values", "Warp"],
    swiftSettings: test),
  .testTarget(
    name: "FilmTests", dependencies: ["Film", "Found", "Streams", "TestFilms", "TestSupport", "Values", "Warp"],
    swiftSettings: test),
  .testTarget(name: "FilmRunTests", dependencies: ["FilmRun", "Film", "Tool"], swiftSettings: test),
  .testTarget(
    name: "CommandsTests", dependencies: ["Commands", "Found", "Streams", "TestSupport", "Tool", "Values", "Warp"],
    swiftSettings: test),
  .testTarget(
    name: "MapShowTests", dependencies: ["Commands", "CurvePage", "Found", "MapShow", "Streams", "Tool", "Values"],
    swiftSettings: test),
  .testTarget(
    name: "VideoRunTests", dependencies: ["Commands", "Tool", "Values", "Video", "VideoRun"], swiftSettings: test),
  .testTarget(name: "AudioRunTests", dependencies: ["AudioRun", "Commands", "Tool"], swiftSettings: test),
  .testTarget(
    name: "FilmJobsTests",
    dependencies: ["Commands", "Film", "FilmJobs", "Found", "Streams", "TestSupport", "Tool", "Values"],
    swiftSettings: test),
  .testTarget(
    name: "PageServerTests", dependencies: ["Commands", "PageServer", "Streams", "TestSupport", "Tool"],
    swiftSettings: test),
  // Runs the executables.
  .testTarget(
    name: "CommandTests", dependencies: ["Commands", "Film", "Tool", "TestSupport"],
    exclude: ["Shell", "mistakes.txt"],
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

/// scripts/check and `scripts/build tools` compile only the targets that they name here.
let chosen = Context.environment["WARP_TARGETS"].map { needed($0.split(separator: " "), of: targets) } ?? targets

let package = Package(
  name: "warp",
  products: chosen.contains { $0.name == "WarpMap" } ? [.library(name: "WarpMap", targets: ["WarpMap"])] : [],
  targets: chosen,
  swiftLanguageModes: [.v6]
)
