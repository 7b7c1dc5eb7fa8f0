// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "PrintWarped",
  // A package elsewhere depends on a release: .package(url: "…/warp.git", from: "2.1.0")
  dependencies: [.package(name: "warp", path: "../..")],
  targets: [
    .executableTarget(name: "PrintWarped", dependencies: [.product(name: "WarpMap", package: "warp")])
  ]
)
