import Testing

/// Tests the packages that scripts/package makes.
@Suite struct PackageTests {
  /// The last five lines state, for each package, the duration of the demo's result, and how many programs and other
  /// files are installed.
  @Test func packagesAreReproducibleAndRunTheDemo() throws {
    let result = try Shell.run(script: "PackageTests", [Shell.file(".").path])
    #expect(
      result.output == """
        warp-film-V-linux-M.tar.gz
        warp-film_V_M.deb
        warp-film-V.M.rpm
        warp_film-V-py3-none-manylinux2014_M.whl
        PKGBUILD
        Package: warp-film
        Section: video
        /usr/bin/ffmpeg
        /usr/bin/ffprobe
        deb/usr: 4.000000 s 4 18
        rpm/usr: 4.000000 s 4 18
        tar: 4.000000 s 4 18
        arch/usr: 4.000000 s 4 18
        wheel: 4.000000 s 4 18

        """, "\(result)")
  }
}
