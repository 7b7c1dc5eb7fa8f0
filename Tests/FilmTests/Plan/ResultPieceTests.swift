import Testing

@testable import Film

/// The numbers, file names and labels of pieces.
@Suite struct ResultPieceTests {
  @Test func pieceNumbersAreParsed() {
    let piece = ResultPiece("3/8")
    #expect(piece?.number == 3 && piece?.count == 8 && ResultPiece("9999/9999") != nil)
    for text in ["", "3", "0/8", "9/8", "3/8/1", "-1/8", "3/", "/8", "+3/8", "1/10000", "3 / 8", "a/b"] {
      #expect(ResultPiece(text) == nil, "\(text)")
    }
  }

  @Test func filesAreNamedByNumber() throws {
    let piece = try #require(ResultPiece("3/8"))
    #expect(piece.path(beside: "a/film.mp4") == "a/film.mp4.piece-3-of-8")
    #expect(piece.restPath(beside: "film.mp4") == "film.mp4.piece-3-of-8.rest")
    #expect(ResultPiece(file: "film.mp4.piece-3-of-8", of: "film.mp4") == piece)
    for name in [
      "film.mp4.piece-3-of-8.rest", "film.mp4", "film.mp4.piece-3-8", "x.mp4.piece-3-of-8", "film.mp4.piece-9-of-8",
      "film.mp4.piece-03-of-08",
    ] {
      #expect(ResultPiece(file: name, of: "film.mp4") == nil, "\(name)")
    }
  }

  /// In Swift, an accent forms one Character with the slash or dot before it, and both encodings of an accented letter
  /// are equal. File systems compare bytes.
  @Test func namesAreComparedByBytes() throws {
    let piece = try #require(ResultPiece("3/8"))
    for output in ["\u{301}x.mkv", "e\u{301}.mkv", "x\u{FE0F}.mp4"] {
      #expect(ResultPiece(file: piece.path(beside: output), of: output) == piece)
    }
    #expect(ResultPiece(file: piece.path(beside: "\u{E9}.mkv"), of: "e\u{301}.mkv") == nil)
    let label = text(words: "\u{301}x").text(of: piece)
    #expect(PieceText.read(label)?.text == text(words: "\u{301}x"))
  }

  /// Every frame is in one piece, and pieces differ by one frame at most.
  @Test func framesAreDividedEvenly() {
    for count in [1, 2, 3, 7, 8, 100] {
      for total in [0, 1, 5, 7, 100, 86_400, 1 << 52] {
        let shares = ResultPiece.all(of: count).map { $0.share(of: total) }
        #expect(shares.first?.lowerBound == 0 && shares.last?.upperBound == total)
        #expect(zip(shares, shares.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        #expect(shares.allSatisfy { (total / count...total / count + 1).contains($0.count) })
      }
    }
  }

  private func text(
    by programs: String = "warp-film 1.1.0, ffmpeg 5", words: String = "--reverse 'a: b' out.mp4",
    film: String = "12 bytes", music: String? = nil, table: String = "0 0\n1 1\n"
  ) -> PieceText { PieceText(by: programs, words: words, film: film, music: music, table: table) }

  @Test func readingALabelUndoesWriting() throws {
    let piece = try #require(ResultPiece("1/2"))
    let label = text().text(of: piece)
    let read = try #require(PieceText.read(label))
    #expect(read == .init(piece: piece, text: text(), restBytes: nil) && text().difference(from: read.text) == nil)
    #expect(PieceText.read(label + "\nrest: 1234") == .init(piece: piece, text: text(), restBytes: 1234))
    for text in ["", "piece", "piece 3", "film 1/2", "piece 0/2\n"] { #expect(PieceText.read(text) == nil) }
    // Arguments may have any length and contain line feeds. Long arguments are cut by bytes, not by characters.
    let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
    for words in [
      String(repeating: "w ", count: 40_000), String(repeating: family, count: 9000), "--encode $'a\\nb'",
      String(repeating: "w", count: 25_000),
    ] {
      let long = text(words: words)
      let label = long.text(of: piece)
      #expect(label.utf8.count < 25_000 && PieceText.read(label)?.text == long)
    }
    #expect(text(words: String(repeating: "w", count: 40_000)) != text(words: String(repeating: "w", count: 40_001)))
  }

  @Test func differencesAreReported() throws {
    let label = text()
    #expect(
      label.difference(from: text(by: "warp 1.18.0, ffmpeg 5"))
        == "was made by warp 1.18.0, ffmpeg 5, not by warp-film 1.1.0, ffmpeg 5")
    #expect(label.difference(from: text(words: "out.mp4")) == "was made with other arguments: out.mp4")
    #expect(label.difference(from: text(film: "13 bytes")) == "was made from another video, of 13 bytes")
    #expect(label.difference(from: text(table: "0 0\n2 2\n")) == "was made with another map")
    #expect(
      text(music: "14 bytes").difference(from: text(music: "15 bytes")) == "was made with other music, of 15 bytes")
    #expect(label.difference(from: try #require(PieceText.read("piece 1/2")).text) == "is not a piece of this result")
  }
}
