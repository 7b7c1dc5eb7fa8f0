import Testing

/// Plays maps in mpv, without a screen and a loudspeaker. How long that takes is measured by `scripts/bench mpv`.
@Suite struct PlayerTests {
  private struct Look {
    let time: Double
    let position: Double
    let speed: Double
    let isPaused: Bool
  }

  /// - Parameter hand: Lua code that does what somebody does by hand. It runs at each look at `position`.
  private func play(_ options: String, hand: String = "") throws -> (looks: [Look], restarts: [Double], end: Double) {
    let result = try Shell.run(
      script: "PlayerTests", ["plays", hand] + options.split(separator: " ").map(String.init))
    let lines = result.output.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(result.status == 0, "\(result)")
    let looks = lines.filter { $0[0] == "at" }.map { words in
      Look(
        time: Double(words[1])!, position: Double(words[2])!, speed: Double(words[3])!, isPaused: words[4] == "yes")
    }
    let restarts = lines.filter { $0[0] == "restart" }.compactMap { Double($0[1]) }
    let end = try #require(lines.last { $0[0] == "end" }.flatMap { Double($0[1]) }, "\(result)")
    return (looks, restarts, end)
  }

  /// A cut, a hold, and a part that comes again. On a busy machine, the script may see positions late.
  @Test func theVideoFollowsTheMap() throws {
    let (looks, restarts, end) = try play("--play 0..2@2x --play 5..6 --play 1..2@0.8x --freeze 5.5=0.6")
    // mpv may be late, but never early by more than a twentieth.
    #expect(end > 0.93 * 3.85 && end > 3.5, "\(end)")
    #expect(restarts.count >= 4 && abs(restarts[1] - 5) < 0.05 && abs(restarts[2] - 5.5) < 0.05, "\(restarts)")
    #expect(abs(restarts[3] - 1) < 0.05, "\(restarts)")
    #expect(looks.allSatisfy { $0.position < 4 || $0.position > 4.9 }, "\(looks)")
    let holds = looks.filter(\.isPaused)
    #expect(!holds.isEmpty && holds.allSatisfy { abs($0.position - 5.5) < 0.05 }, "\(holds)")
    func speeds(_ times: Range<Double>, _ positions: Range<Double>) -> [Double] {
      looks.filter { times.contains($0.time) && positions.contains($0.position) }.map(\.speed)
    }
    let middle = holds[0].time
    let (first, last) = (speeds(0.2..<middle, 0.5..<1.8), speeds(middle..<end, 1.2..<1.9))
    #expect(!first.isEmpty && first.allSatisfy { abs($0 - 2) < 0.11 }, "\(first)")
    #expect(!last.isEmpty && last.allSatisfy { abs($0 - 0.8) < 0.05 }, "\(last)")
  }

  /// A curve changes the speed in small steps.
  @Test func speedsChangeInSmallSteps() throws {
    let (looks, _, end) = try play("--cut 3..8 --speed 0=1x,3=2.5x")
    let speeds = looks.map(\.speed)
    #expect(end > 1.5, "\(end)")
    #expect(Set(speeds.map { ($0 * 20).rounded() }).count > 5, "\(speeds)")
    #expect((speeds.max() ?? 0) > 1.7 && speeds.allSatisfy { $0 > 0.9 && $0 < 2.7 }, "\(speeds)")
  }

  /// A seek into the part left out goes on after it, and a speed chosen by hand stays on top of the curve.
  @Test func seeksAndSpeedsByHandKeepTheCurve() throws {
    let hand = """
      if position > 0.5 and not done[1] then done[1] = true mp.commandv("multiply", "speed", 1.5) end
        if position > 1 and not done[2] then done[2] = true mp.commandv("seek", 3, "absolute+exact") end
        if position > 5.8 and not done[3] then done[3] = true mp.commandv("seek", 6.2, "absolute+exact") end
      """
    let (looks, restarts, _) = try play("--play 0..2 --play 5..6 --play 6..8@2x", hand: hand)
    #expect(restarts.contains { abs($0 - 5) < 0.05 } && restarts.contains { abs($0 - 6.2) < 0.05 }, "\(restarts)")
    let late = looks.filter { $0.position > 6.3 && $0.position < 7.9 }.map(\.speed)
    #expect(!late.isEmpty && late.allSatisfy { abs($0 - 3) < 0.16 }, "\(late)")
    #expect(looks.contains { $0.position > 5.05 && $0.position < 5.75 && abs($0.speed - 1.5) < 0.1 })
  }

  /// mpv counts from the start of the file. The picture, which is source time 0, begins 0.4 s later.
  @Test func aPictureThatStartsLateIsPlayedInItsPlace() throws {
    let result = try Shell.run(script: "PlayerTests", ["late_picture"])
    #expect(result.output == "  { warped = 0.000000, source = 0.400000, speed = 2.000000000 },\n", "\(result)")
  }

  @Test(arguments: [
    (
      "--reverse",
      "mpv cannot express backward playback (at 8 s in the source, 0 s in the result); to watch the result, use"
    ),
    ("--play 0..2 --play 2..8@200x", "mpv plays from 0.01x to 100x, but the speed is 200x (at 2 s in the source"),
  ])
  func whatMpvCannotPlayIsRefused(_ options: String, _ message: String) throws {
    let result = try Shell.run("warp-map --duration 8 \(options) --to mpv")
    #expect(result.status == 3 && result.output.isEmpty && result.errors.contains(message), "\(result)")
  }
}
