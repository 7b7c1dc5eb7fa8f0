import TestSupport
import Testing

/// Builds the package in Examples, which depends on this checkout. Only scripts/test --long runs it: the build takes a
/// minute.
@Suite struct LibraryExampleTests {
  @Test(.enabled(if: Campaign.isWhole)) func aPackageThatDependsOnTheCheckoutPrintsWhatWarpMapPrints() throws {
    let package = Shell.file("Examples/PrintWarped").path
    let result = try Shell.run("swift run -c release --package-path '\(package)' --scratch-path build")
    let keyframes = "0=1x, 2s=0.25x smooth, 4s=1x"
    let source = try Document.text("Examples/PrintWarped/Sources/PrintWarped/PrintWarped.swift")
    #expect(source.contains("WarpMap(speed: \"\(keyframes)\", duration: 12)"))
    let row = try Shell.run("warp-map --duration 12 --speed '\(keyframes)' --at 2.5").output
    #expect(row == "2.5\t\(result.output)", "\(result)")
  }
}
