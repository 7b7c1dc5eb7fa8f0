import TestSupport
import Testing

/// Checks that a result made in pieces and joined equals the result of a single run.
@Suite struct WarpPieceTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "WarpPieceTests", words) }

  @Test(
    arguments: Campaign.share(of: [
      ("--curve double-smoothstep:factor=2", "--mix motion --fps 30", 3, "", 270),
      ("--reverse --freeze 3=1", "--mix blend --fps 24000/1001", 2, "", 168),
      ("--play 4..5 --play 1..3@0.5x --play 5..2", "--shutter 360 --fps 12", 3, "", 96),
      ("--reverse", "--pick next --fps 40", 4, "select=gt(mod(n*7919\\,11)\\,3)", 238),
      ("--constant 0.5", "--vfr", 3, "select=gt(mod(n*7919\\,11)\\,3)", 97),
    ])) func framesAreThoseOfOneRun(map: String, how: String, count: Int, filter: String, frames: Int) throws
  {
    let result = try run("same_frames", map, how, "\(count)", filter)
    #expect(result.output == "\(frames)\nout.mkv\n", "\(map), \(how): \(result)")
  }

  /// Deinterlacing a frame also needs the frames before and after. Here each frame lasts a quarter of a second.
  @Test func framesOfFieldsAreThoseOfOneRun() throws {
    let result = try run("same_deinterlaced")
    // ffmpeg up to version 5 takes the last frame for a single field, so the result has one frame less.
    #expect(result.output == "\(Shell.isNewFFmpeg ? 32 : 31)\nout.mkv\n", "\(result)")
  }

  /// To make frames between two source frames, --mix motion also reads a third. A gap of 30 s precedes the third frame.
  @Test(arguments: Campaign.share(of: [("1..15", 840), ("7..12", 300)]))
  func framesBeforeAHoleAreThoseOfOneRun(trim: String, frames: Int) throws {
    let result = try run("same_before_a_hole", "--trim", trim)
    #expect(result.output == "\(frames)\nout.mkv\n", "\(trim): \(result)")
  }

  @Test(arguments: ["mp4", "mkv"]) func allElseIsThatOfOneRun(kind: String) throws {
    let result = try run("same_file", kind)
    #expect(result.output == "1\n", "\(kind): \(result)")
  }

  @Test func whatIsNoPieceOfTheResultIsNamed() throws {
    let result = try run("troubles")
    #expect(
      result.output == """
        4
        4
        0
        4
        0
        2
        4
        4
        4
        2
        before
        out.mkv
        out.mkv.piece-1-of-3
        out.mkv.piece-1-of-3.rest
        out.mkv.piece-2-of-3
        out.mkv.piece-3-of-3
        0
        out.mkv

        """, "\(result)")
    let rest = "'out.mkv.piece-1-of-3.rest'"
    let other = "was made with other arguments: --reverse --codec ffv1 in.mkv out.mkv"
    #expect(
      result.errors == """
        warp-film: error: 'out.mkv' has no pieces to join; make the pieces with --piece 1/N to --piece N/N
        warp-film: error: 'out.mkv.piece-2-of-3' is missing; make it again with --piece
        warp-film: 'out.mkv.piece-3-of-3' exists already and is kept
        warp-film: error: 'out.mkv.piece-2-of-3' is truncated; make it again with --piece
        warp-film: 'out.mkv.piece-2-of-3' is truncated; warp-film makes it again
        warp-film: error: 'out.mkv.piece-2-of-3' \(other); use -y to make it again
        warp-film: error: 'out.mkv.piece-1-of-3' \(other); 'out.mkv.piece-2-of-3' \(other); 'out.mkv.piece-3-of-3' \(other); make them again with --piece
        warp-film: error: 'out.mkv.piece-1-of-3' does not match its sound file \(rest); make it again with --piece
        warp-film: error: 'out.mkv.piece-2-of-3' contains piece 1 of 3; make it again with --piece
        warp-film: error: 'out.mkv' exists; use -y to overwrite it

        """, "\(result)")
  }

  @Test func onlyThePieceOfAKilledWorkerIsMadeAgain() throws {
    let result = try run("killed")
    #expect(
      result.output == """
        out.mkv.piece-1-of-2
        out.mkv.piece-1-of-2.rest
        progress=end
        out.mkv

        """, "\(result)")
    #expect(result.otherErrors == "warp-film: 'out.mkv.piece-1-of-2' exists already and is kept\n", "\(result)")
  }
}
