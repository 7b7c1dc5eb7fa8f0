import Testing
import Warp

@testable import Film

/// The words of a result in pieces.
@Suite struct PiecePlanTests {
  private func plan(_ part: FilmJob.Part, _ change: (inout FilmJob) -> Void = { _ in }) throws -> FilmPlan {
    let job = Made.job {
      $0.part = part
      change(&$0)
    }
    return try Made.plan(Made.film(), Made.constant(2), job)
  }

  private func encoder(_ part: FilmJob.Part, _ change: (inout FilmJob) -> Void = { _ in }) throws -> [String] {
    Made.words("encoder", of: try plan(part, change))
  }

  @Test func aPieceIsARangeOfFrames() throws {
    // 500 frames.
    for (text, range) in [("1/3", "0..166"), ("2/3", "166..333"), ("3/3", "333..500")] {
      let words = Made.words("picture filter", of: try plan(.piece(ResultPiece(text)!)))
      let index = try #require(words.firstIndex(of: "--output-range"))
      #expect(words[index + 1] == range && words.contains("--hold-end") && words.contains("--source"))
    }
    let words = Made.words(
      "picture filter", of: try plan(.piece(ResultPiece("2/3")!)) { $0.rate = .variable(.standard) })
    let index = try #require(words.firstIndex(of: "--output-range"))
    let borders = words[index + 1].split(separator: "..").compactMap { Double($0) }
    #expect(borders.count == 2 && abs(borders[0] - 20 / 3) < 1e-9 && abs(borders[1] - 40 / 3) < 1e-9)
    let next = Made.words(
      "picture filter", of: try plan(.piece(ResultPiece("3/3")!)) { $0.rate = .variable(.standard) })
    #expect(next[try #require(next.firstIndex(of: "--output-range")) + 1] == "\(borders[1])..")
  }

  @Test func theFirstPieceHasTheSound() throws {
    let first = try encoder(.piece(ResultPiece("1/2")!))
    #expect(
      first.suffix(4).contains("-f") && first.last == ">" && first.contains(">.rest") && !first.contains("-copyts"))
    let second = try encoder(.piece(ResultPiece("2/2")!))
    #expect(second.last == ">" && !second.contains(">.rest") && second.contains("-copyts") && !second.contains("aac"))
  }

  @Test func joiningEncodesNothing() throws {
    let words = try encoder(.joined(ResultPiece.all(of: 3))) {
      $0.encoding = ["-vf", "hflip", "-preset", "slow", "-filter:v", "vflip"]
    }
    let index = try #require(words.firstIndex(of: "-c"))
    #expect(
      words[index + 1] == "copy" && !words.contains("hflip") && !words.contains("vflip") && !words.contains("libx264"))
    #expect(words.contains("slow") && words.contains("-copyts") && words.last == ">")
    let joiner = Made.words(
      "picture joiner", of: try plan(.joined(ResultPiece.all(of: 3))) { $0.emptyPieces = [ResultPiece("2/3")!] })
    #expect(joiner.filter { $0.hasPrefix("./") } == ["./out.mp4.piece-1-of-3", "./out.mp4.piece-3-of-3"])
  }

  @Test func whatCannotBeInPiecesIsRefused() throws {
    let piece = FilmJob.Part.piece(ResultPiece("1/2")!)
    #expect(throws: FilmError.self) { try plan(piece) { $0.output = "out.wav" } }
    #expect(throws: FilmError.self) { try plan(.piece(ResultPiece("1/501")!)) }
    let film = Made.film([Made.picture("pix_fmt=yuva420p"), Made.sound()])
    let job = Made.job("out.webm") { $0.part = piece }
    #expect(throws: FilmError.self) { try Made.plan(film, Made.constant(2), job) }
  }
}
