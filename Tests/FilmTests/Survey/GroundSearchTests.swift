import Film
import TestFilms
import Testing
import Warp

/// The ground covered, from the film's own track of GoPro.
@Suite struct GroundSearchTests {
  /// Answers about a film, and about the bytes and packets of its track.
  private struct Oracle: Film.Oracle {
    let film: Answers
    let track: [UInt8]
    let packets: String
    var status = 0

    func ask(_ questions: [Question], _ take: (Int, AnswerPart) throws -> Void) throws {
      guard questions.first?.name == "track" else { return try film.ask(questions, take) }
      for start in stride(from: 0, to: track.count, by: 100) {
        try take(0, .bytes(Array(track[start...].prefix(100))))
      }
      try take(0, .ended(status))
      try take(1, .bytes(Array(packets.utf8)))
      try take(1, .ended(0))
    }
  }

  private static let stream =
    "stream|index=2|codec_name=bin_data|codec_type=data|codec_tag_string=gpmd|time_base=1/1000|start_pts=0"

  private func evidence(
    _ track: [[UInt8]], stream: [String] = [stream], status: Int = 0, change: (inout [UInt8]) -> Void = { _ in }
  ) throws -> [EvenCurve.Point] {
    var bytes = Array(track.joined())
    change(&bytes)
    let packets = track.enumerated().map { "\($0.offset * 1001),1001,\($0.element.count)\n" }.joined()
    let film = Made.film([Made.picture(), Made.sound()] + stream)
    let oracle = Oracle(film: film, track: bytes, packets: packets, status: status)
    return try FilmSurvey.film(for: Made.job { $0.finders = [.ground] }, asking: oracle).evidence.growth
  }

  @Test func payloadsGetTheTimesOfTheirPackets() throws {
    let points = try evidence(GoProTrack.ride([4, 4, 4]).bytes)
    #expect(points.first?.source == 0 && points.contains { abs($0.source - 1.001) < 1e-9 })
    #expect(abs(points[points.count - 1].total - 4 * points[points.count - 1].source) < 1e-6)
  }

  @Test func filmsWithoutAUsefulTrackAreRefused() throws {
    func problem(_ body: () throws -> [EvenCurve.Point]) throws -> String {
      let error = #expect(throws: FilmError.self) { try body() }
      return "\(try #require(error).kind): \(try #require(error))"
    }
    let ride = GoProTrack.ride([4, 4]).bytes
    #expect(
      try problem { try evidence(ride, stream: []) }
        == "usage: 'in.mp4' has no GPS track of GoPro (--even gpmf); for a track in another file, write --even gpx:FILE"
    )
    #expect(
      try problem { try evidence([GoProTrack.payload([5000], total: 1, fix: 0)]) }
        == "usage: the track of GoPro in 'in.mp4' has no GPS, or its GPS never knew its place (--even gpmf)")
    #expect(
      try problem { try evidence(ride) { $0.removeLast(3) } }
        == "input: the GPS track of 'in.mp4' is damaged: its end is missing")
    #expect(try problem { try evidence(ride, status: 1) } == "input: ffmpeg cannot read the GPS track of 'in.mp4'")
  }
}
