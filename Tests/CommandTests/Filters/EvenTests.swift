import Testing

/// Tests `warp-map --even` on the command line.
@Suite struct EvenTests {
  private static let ride = "printf '0 0\\n4 40\\n8 60\\n10 100\\n' > ride.txt"

  private static func times(_ options: String) throws -> [String] {
    let result = try Shell.run("\(ride); warp-map --even ride.txt --even-window 0 \(options)")
    return result.output.split(separator: "\n").map { line in
      let numbers = line.split(separator: "\t").compactMap { Double($0) }
      return numbers.map { "\(($0 * 1e9).rounded() / 1e9)" }.joined(separator: "=")
    }
  }

  @Test func fitFreezeAndTrimWorkOnAnEvenMap() throws {
    #expect(try Self.times("--at 4 --at 8 --at 10") == ["4.0=4.0", "8.0=6.0", "10.0=10.0"])
    // Beside the freeze of 1 s, 8 s remain for the 40 units from 2 to 8 s. The first 20 units end at 4 s.
    #expect(try Self.times("--trim 2..8 --freeze 4=1 --fit 9 --at 3 --at 8") == ["3.0=2.0", "8.0=9.0"])
  }

  /// A GPS track due north, which covers one distance in 1 s and an equal distance in the next 3 s.
  @Test func aTrackCountsItsDistance() throws {
    let points = [("00", 10), ("01", 11), ("04", 12)].map { second, place in
      "<trkpt lat=\"0.00\(place)\" lon=\"7\"><time>2024-05-01T09:30:\(second)Z</time></trkpt>"
    }
    let result = try Shell.run(
      """
      printf '<gpx>%s</gpx>' '\(points.joined())' > track.gpx
      warp-map --even gpx:track.gpx --even-window 0 --even-start -2 --duration 6 --at 2 --at 3 --at 6 --format csv
      """)
    let times = result.output.split(separator: "\n").dropFirst().compactMap { $0.split(separator: ",").last }
    // Before the track, the speed of its first second applies. The clip of 6 s covers four equal distances: one in each
    // of its first three seconds, and one in the other three.
    let warped = times.compactMap { Double($0) }
    #expect(zip(warped, [3, 4.5, 6]).allSatisfy { abs($0 - $1) < 1e-6 } && warped.count == 3, "\(result)")
  }

  @Test(arguments: [
    ("--even ride.txt --fit 1:00 --speed-limits 0.5x..2x", 3, "it can last from 5 to 20 s"),
    ("--even <(printf '0 1\\n# x\\n2 0\\n')", 2, ":3); values count from the start"),
    ("--even ride.txt --even-start 10", 2, "--even-start is not before the last time"),
    ("--even gpx:ride.txt", 2, "'ride.txt' is not a GPX track (--even)"),
    ("--even <(printf '1 5\\n')", 2, "needs two values or more (--even)"), ("--even absent", 1, "absent"),
  ])
  func refuses(_ options: String, status: Int32, saying part: String) throws {
    let result = try Shell.run("\(Self.ride); warp-map \(options)")
    #expect(result.status == status && result.output.isEmpty && result.errors.contains(part), "\(result)")
  }
}
