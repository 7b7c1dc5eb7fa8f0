import TestFilms
import Testing

@testable import Film

@Suite struct PacketSpanTests {
  private func span(_ packets: [String]) -> PacketSpan? {
    Answers(packets.map { "packet|stream_index=0|\($0)" }.joined(separator: "\n")).span(of: 0)
  }

  @Test(
    arguments: [
      // In the order of presentation, then with reordered frames.
      (["pts=0|dts=0|duration=10", "pts=10|dts=10|duration=10"], 0, 20),
      (["pts=20|dts=0|duration=10", "pts=40|dts=10|duration=10", "pts=30|dts=20|duration=10"], 20, 50),
      // The packet shown first does not come first.
      (["pts=10|dts=-10|duration=5", "pts=0|dts=0|duration=5"], 0, 15),
      // The last packet has no duration. It lasts as long as the one before.
      (["pts=0|dts=0|duration=N/A", "pts=7|dts=7|duration=N/A", "pts=16|dts=16|duration=0"], 0, 25),
      (["pts=16|dts=0|duration=0", "pts=7|dts=1|duration=0"], 7, 25),
      (["pts=16|dts=0|duration=0", "pts=9|dts=1|duration=0", "pts=7|dts=2|duration=0"], 7, 23),
      (["pts=5|dts=5|duration=0"], 5, 5),
      // The last packet's duration is too short if all frames are farther apart, but not if a single frame is.
      (["pts=0|dts=0|duration=1", "pts=7|dts=7|duration=1", "pts=16|dts=16|duration=1"], 0, 25),
      (["pts=0|dts=0|duration=1", "pts=1|dts=1|duration=1", "pts=4|dts=4|duration=1"], 0, 5),
      // Flagged as discarded: decoded and not shown.
      (["pts=-20|dts=-20|duration=10|flags=KD", "pts=0|dts=0|duration=10|flags=K_"], 0, 10),
      // Only decoding times: the first packet with both times gives the delay until presentation.
      (["pts=4|dts=0|duration=2", "pts=N/A|dts=2|duration=2", "pts=N/A|dts=4|duration=2"], 4, 10),
      (["pts=N/A|dts=3|duration=2", "pts=N/A|dts=5|duration=2"], 3, 7),
      // The frame shown last has no timestamp, and is decoded before two frames that are shown earlier.
      (["pts=2|dts=0", "pts=N/A|dts=2", "pts=4|dts=4", "pts=6|dts=6"], 2, 10),
      // Another frame without a timestamp leaves an apparent gap before the last.
      (["pts=2|dts=0", "pts=N/A|dts=2", "pts=4|dts=4", "pts=6|dts=6", "pts=N/A|dts=8"], 2, 12),
      // Every other packet lacks a timestamp, and the others are rounded separately.
      (["pts=4|dts=0", "pts=N/A|dts=4", "pts=8|dts=8", "pts=N/A|dts=12", "pts=16|dts=16", "pts=N/A|dts=20"], 4, 28),
      // Equal decoding times give no frame duration, nor do the first of many packets.
      (["pts=0|dts=0", "pts=N/A|dts=4", "pts=N/A|dts=4"], 0, 8),
      (["pts=0|dts=0", "pts=N/A|dts=1"] + (1...8).map { "pts=N/A|dts=\($0 * 10)" }, 0, 90),
      (["pts=3754|dts=0", "pts=N/A|dts=3754", "pts=7508|dts=7507", "pts=11262|dts=11261"], 3754, 18768),
    ] as [([String], Int, Int)])
  func spanGoesFromTheFirstFrameToTheEndOfTheLast(_ packets: [String], _ first: Int, _ end: Int) {
    #expect(span(packets)?.first == first)
    #expect(span(packets)?.end == end)
  }

  @Test func packetsWithoutTimestampsAreCounted() {
    let span = span(["pts=N/A|dts=N/A|duration=1", "size=3", "pts=N/A|dts=N/A|flags=_D"])
    #expect(span?.first == nil && span?.count == 2)
  }

  @Test func hiddenFirstPacketsAreDetected() {
    #expect(span(["pts=0|dts=0|flags=KD", "pts=1|dts=1"])?.startsHidden == true)
    #expect(span(["pts=0|dts=0", "pts=1|dts=1|flags=_D"])?.startsHidden == false)
  }

  @Test func fallingTimestampsAreDetected() {
    #expect(span(["pts=0|dts=0", "pts=900|dts=900", "pts=10|dts=10", "pts=2000|dts=2000"])?.largestFall == 890)
    #expect(span(["pts=0|dts=-5", "pts=1|dts=1"])?.largestFall == 0)
  }

  /// A file may contain any number as a timestamp. No sum may trap.
  @Test func extremeTimestampsDoNotTrap() {
    let ends = [
      "9223372036854775807", "-9223372036854775807", "-9223372036854775808", "99999999999999999999", "1x", "-",
    ]
    for one in ends {
      for other in ends {
        let span = span(["pts=\(one)|dts=\(other)|duration=\(one)", "pts=\(other)|dts=\(one)|duration=\(other)"])
        _ = span?.end
      }
    }
    #expect(span(["pts=9223372036854775807|dts=0|duration=9"])?.end == .max)
    #expect(Int.min.adding(-1) == .min && Int.max.adding(1) == .max && Int.min.subtracting(1) == .min)
  }

  /// ffprobe prints side data after a packet's fields, perhaps with a `pts` of its own.
  @Test func sideDataOfPacketsIsIgnored() {
    let packet = PacketLine.read(
      ArraySlice("packet|stream_index=2|pts=5|flags=K_|side_data|pts=9|skip_samples=1024".utf8))
    #expect(packet?.stream == 2 && packet?.packet.shown == 5)
  }

  @Test(arguments: [
    ("flags=K_|side_data|side_data_type=Encryption info", true),
    ("flags=KD|side_data|side_data_type=Skip Samples|skip_samples=1|side_data|side_data_type=Encryption info", true),
    ("flags=K_|side_data|side_data_type=Encryption initialization data", false),
    ("flags=K_|side_datum/encryption_info:side_data_type=Encryption info", true),
    ("flags=K_|side_datum/skip_samples:side_data_type=Skip Samples|side_datum/skip_samples:skip_samples=1", false),
    ("flags=K_|side_data_type=Encryption info=", false), ("flags=K_", false),
  ])
  func encryptedPacketsAreDetected(packet: String, isEncrypted: Bool) {
    #expect(span(["pts=0|dts=0|flags=K_", "pts=1|dts=1|\(packet)"])?.isEncrypted == isEncrypted)
  }
}
