import TestFilms
import TestSupport
import Testing

@testable import Film

/// The pipelines of a result that is made in pieces.
@Suite struct PiecePlanTests {
  private func plan(_ part: RunMode, _ change: (inout FilmJob) -> Void = { _ in }) throws -> FilmPlan {
    let job = Made.job {
      $0.mode = part
      change(&$0)
    }
    return try Made.plan(Made.film(), Made.constant(2), job)
  }

  private func encoder(_ part: RunMode, _ change: (inout FilmJob) -> Void = { _ in }) throws -> [String] {
    Made.words("encoder", of: try plan(part, change))
  }

  @Test func pieceIsARangeOfOutputFrames() throws {
    // The result has 500 frames.
    for (text, range) in [("1/3", "0..166"), ("2/3", "166..333"), ("3/3", "333..500")] {
      let words = Made.words("picture filter", of: try plan(Made.piece(text)))
      let index = try #require(words.firstIndex(of: "--output-range"))
      #expect(words[index + 1] == range && words.contains("--hold-end") && words.contains("--source"))
    }
    let words = Made.words(
      "picture filter", of: try plan(Made.piece("2/3")) { $0.picture.rate = .variable(.standard) })
    let index = try #require(words.firstIndex(of: "--output-range"))
    let borders = words[index + 1].split(separator: "..").compactMap { Double($0) }
    #expect(borders.count == 2 && abs(borders[0] - 20 / 3) < 1e-9 && abs(borders[1] - 40 / 3) < 1e-9)
    let next = Made.words(
      "picture filter", of: try plan(Made.piece("3/3")) { $0.picture.rate = .variable(.standard) })
    #expect(next[try #require(next.firstIndex(of: "--output-range")) + 1] == "\(borders[1])..")
  }

  @Test func firstPieceContainsTheSound() throws {
    let first = try encoder(Made.piece("1/2"))
    #expect(
      first.suffix(4).contains("-f") && first.last == ">" && first.contains(">.rest") && !first.contains("-copyts"))
    #expect(first.firstIndex(of: ">.rest").map { first[..<$0].suffix(2) == ["-f", "mp4"] } == true)
    let second = try encoder(Made.piece("2/2"))
    #expect(second.last == ">" && !second.contains(">.rest") && second.contains("-copyts") && !second.contains("aac"))
    #expect(!Made.stages(of: try plan(Made.piece("2/2"))).contains("sound filter"))
    let mute = try Made.plan(
      Made.film([Made.picture()]), Made.constant(2), Made.job { $0.mode = Made.piece("1/2") })
    #expect(!Made.words("encoder", of: mute).contains(">.rest"))
  }

  /// With timestamps, pieces have equal numbers of frames, however long frames last.
  @Test func variableFramesAreDividedEvenly() throws {
    // Ten seconds: ten frames in the first second, then one per second.
    let starts = (0..<10).map { $0 * 1280 } + (1..<10).map { $0 * 12800 }
    let job = Made.job {
      $0.mode = Made.piece("2/3")
      $0.picture.rate = .variable(.standard)
    }
    let ends =
      "\n# probe 0\n" + Made.packets()
      + "\npacket|stream_index=1|pts=0|dts=0|duration=480000|flags=K_\n# ends 0\n# frame 0\n"
    let text = [Made.version, Made.picture(), Made.sound(), Made.container()].joined(separator: "\n") + ends
    let question = try #require(try Made.questions(Answers(text), job).first)
    #expect(question.name == "stamps" && question.words.contains("packet=pts"))
    let answered = text + starts.map { "\($0),,\n" }.joined() + "# stamps 0\n"
    let plan = try Made.plan(Answers(answered), Made.constant(2), job)
    let words = Made.words("picture filter", of: plan)
    // 19 frames and a closing repeat make 20: 6, 7 and 7. Output frames 6 and 13 begin at 0.6 s and 4 s of the source.
    #expect(words[try #require(words.firstIndex(of: "--output-range")) + 1] == "1.2..8")
  }

  /// Every piece is refused, even one that would contain a frame.
  @Test(arguments: 1...3) func fewerFramesThanPiecesAreRefused(number: Int) throws {
    let piece = Made.piece("\(number)/3")
    func refusal(_ rate: PictureWish.Rate, _ stamps: String) -> String {
      let job = Made.job {
        $0.mode = piece
        $0.picture.rate = rate
      }
      let text =
        [Made.version, Made.picture("duration_ts=1024"), Made.container(), "# probe 0"].joined(separator: "\n")
        + "\npacket|stream_index=0|pts=0|dts=0|duration=512|flags=K_"
        + "\npacket|stream_index=0|pts=512|dts=512|duration=512|flags=K_\n# packets 0\n# frame 0\n\(stamps)"
      return complaint { try Made.plan(Answers(text), Made.constant(1, 0.08), job) }
    }
    let due = "the result has fewer than 3 frames, too few for 3 pieces"
    #expect(refusal(.fixed(nil), "") == due)
    #expect(refusal(.variable(.standard), "0\n512\n# stamps 0\n") == due)
  }

  /// Except in mp4 and mov, timestamps are ten seconds later until the pieces are joined. The delay that old ffmpeg
  /// subtracts from Opus is added.
  @Test(arguments: [("out.mp4", "", ""), ("out.mkv", "-output_ts_offset 10", "-itsoffset -9.993")])
  func soundOfPiecesIsStoredTenSecondsLater(output: String, late: String, early: String) throws {
    let first = try encoder(Made.piece("1/2", of: output)).joined(separator: " ")
    let whole = try plan(Made.join(output))
    let joined = Made.words("encoder", of: whole, whole.pipeline(joining: ResultPiece.all(of: 2))).joined(
      separator: " ")
    #expect(first.contains("-output_ts_offset") != late.isEmpty && (late.isEmpty || first.contains(late)))
    #expect(joined.contains("-itsoffset") != early.isEmpty && (early.isEmpty || joined.contains(early)))
  }

  /// MPEG-TS changes timestamps.
  @Test func tracksForOtherFileTypesAreStoredInMatroska() throws {
    let words = try encoder(Made.piece("1/2")) { $0.encoding.words = ["-f", "mpegts", "-movflags", "faststart"] }
    let rest = words[..<(try #require(words.firstIndex(of: ">.rest")))]
    #expect(rest.suffix(2) == ["-f", "matroska"] && !rest.contains("-movflags") && rest.contains("-output_ts_offset"))
  }

  /// The encoder counts from the first frame of a piece.
  @Test func progressIsThatOfThePiece() throws {
    #expect(try plan(Made.piece("4/4")).microseconds == 5_000_000)
  }

  @Test func joiningEncodesNothing() throws {
    let made = try plan(Made.join()) { $0.encoding.words = ["-vf", "hflip", "-preset", "slow", "-filter:v", "vflip"] }
    let pipeline = made.pipeline(joining: ResultPiece.all(of: 2))
    let words = Made.words("encoder", of: made, pipeline)
    let index = try #require(words.firstIndex(of: "-c"))
    #expect(
      words[index + 1] == "copy" && !words.contains("hflip") && !words.contains("vflip") && !words.contains("libx264"))
    #expect(words.contains("slow") && words.contains("-copyts") && words.last == ">")
    let joiner = Made.words("picture joiner", of: made, pipeline)
    #expect(joiner.filter { $0.hasPrefix("./") } == ["./out.mp4.piece-1-of-2", "./out.mp4.piece-2-of-2"])
  }

  @Test func jobsThatCannotBeSplitAreRefused() throws {
    let piece = Made.piece("1/2")
    #expect(complaint { try plan(Made.piece("1/2", of: "out.wav")) }.hasPrefix("pieces need a picture, and 'out.wav'"))
    for word in ["-r", "-an", "-t", "-frames:v", "-fps_mode:v:0"] {
      let refusal = complaint { try plan(piece) { $0.encoding.words = ["-preset", "slow", word, "1"] } }
      #expect(refusal.hasPrefix("'\(word)' in --encode does not work with pieces; "))
    }
    #expect(try plan(piece) { $0.encoding.words = ["-preset", "slow", "-refs", "1"] }.notes.isEmpty)
    #expect(try plan(piece) { $0.encoding.words = ["-vf", "hflip"] }.notes.count == 1)
    #expect(complaint { try plan(Made.piece("1/501")) }.contains("fewer than 501 frames"))
    #expect(throws: Never.self) { try plan(Made.piece("1/500")) }
    #expect(throws: Never.self) { try plan(Made.piece("1/2", of: "out.webm")) }
    #expect(try plan(Made.piece("2/2")) { $0.encoding.words = ["-vf", "hflip"] }.notes.isEmpty)
    let film = Made.film([Made.picture("pix_fmt=yuva420p"), Made.sound()])
    let job = Made.job { $0.mode = Made.piece("1/2", of: "out.webm") }
    #expect(complaint { try Made.plan(film, Made.constant(2), job) }.contains("cannot keep the transparency"))
  }
}
