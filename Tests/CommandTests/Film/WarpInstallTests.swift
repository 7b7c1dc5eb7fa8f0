import Commands
import Foundation
import Testing
import Tool

/// Checks the man page, the completions and the installed files.
@Suite struct WarpInstallTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "WarpInstallTests", words) }

  @Test func curvesOfWarpMapAreOptionsOfWarpFilm() throws {
    let help = try Shell.run("warp-film --help=all").output
    let options = Set(help.matches(of: /--[a-z][a-z-]*/).map { String($0.output.dropFirst(2)) })
    let curves = Set(MapCommand.command.options(for: .map).map(\.name)).subtracting(["list-curves"])
    #expect(curves.count > 12 && curves.isSubset(of: options), "\(curves.subtracting(options))")
  }

  @Test func completionsAreValid() throws {
    for shell in ["bash", "zsh", "fish"] {
      #expect(try Shell.run("\(shell) -n <(warp-film --generate \(shell))").errors == "")
    }
  }

  @Test func completesInBash() throws {
    let result = try run("completes_in_bash")
    #expect(result.output == "--preview\nnearest next\ntriangle\nfilm.mp4\n\n", "\(result)")
  }

  @Test func installsEverything() throws {
    let result = try run("installs_everything", Shell.file("scripts/install").path)
    #expect(
      result.output == """
        warp-audio
        warp-film
        warp-map
        warp-video
        share/bash-completion/completions/warp-video
        share/fish/vendor_completions.d/warp-audio.fish
        share/man/man1/warp-film.1
        share/man/man1/warp-map.1
        share/man/man5/warp-map.5
        share/zsh/site-functions/_warp-film
        duration=1.000000

        """, "\(result)")
  }
}
