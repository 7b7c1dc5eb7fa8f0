import Testing

/// What scripts/package makes.
@Suite struct PackageTests {
  @Test func packagesAreTheSameTwiceAndDoTheDemo() throws {
    let result = try Shell.run(script: "PackageTests", [Shell.file(".").path])
    #expect(
      result.output == """
        Package: warp-film
        Section: video
        4.000000
        4.000000
        deb/usr/share/man/man1/warp-audio.1.gz
        deb/usr/share/man/man1/warp-film.1.gz

        """, "\(result)")
  }
}
