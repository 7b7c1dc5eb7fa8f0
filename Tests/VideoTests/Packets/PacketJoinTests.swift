import Streams
import TestSupport
import Testing
import Values

@testable import NUT
@testable import Video

@Suite struct PacketJoinTests {
  /// Returns packets with reordered frames: of every three frames, the one decoded first is shown last.
  private static func piece(
    _ frames: Range<Int>, codecData: [UInt8] = [1, 2], ticks: Int64 = 1000, label: String? = nil
  ) -> [UInt8] {
    var writer = NUTWriter(
      .init(
        fourCC: Array("H264".utf8), .video(width: 64, height: 48, aspect: nil), delay: 2, codecData: codecData),
      timebase: Rational(1, ticks)!, rate: nil)
    let packets = frames.enumerated().map { number, frame in
      let shown = number == 0 ? frame : number % 3 == 1 ? min(frame + 2, frames.upperBound - 1) : frame - 1
      return writer.prefix(stamp: shown * 40, size: 3, isKey: number == 0) + [UInt8](repeating: UInt8(frame), count: 3)
    }
    return packets.reduce(writer.header, +) + (label.map(PieceLabel.bytes) ?? [])
  }

  private static func joined(_ pieces: [UInt8]...) throws -> [UInt8] {
    let sink = MemorySink()
    var join = PacketJoin(to: sink)
    for piece in pieces { try join.add(MemorySource(piece, chopping: 7)) }
    try join.finish()
    return sink.bytes
  }

  @Test func joinedPiecesAreTheWholeStream() throws {
    // `whole` has a keyframe at the start of each of its three pieces. Joining `whole` again must change nothing.
    let whole = try Self.joined(Self.piece(0..<13), Self.piece(13..<14), Self.piece(14..<30))
    #expect(try Self.joined(whole) == whole)
    #expect(
      try Self.joined(Self.piece(0..<13, label: "a"), Self.piece(13..<14, label: "b"), Self.piece(14..<30)) == whole)
    // A piece may contain no packets.
    let first = try Self.joined(Self.piece(0..<13))
    #expect(try Self.joined(Self.piece(0..<0), Self.piece(0..<13), Self.piece(13..<13)) == first)
  }

  @Test func streamsThatDoNotContinueAreRefused() {
    let piece = Self.piece(0..<5)
    let others: [([UInt8], String)] = [
      (Self.piece(4..<9), "starts before the piece before it ends"),
      (Self.piece(5..<9, codecData: [1, 3]), "has another encoding"),
      (Self.piece(5..<9, ticks: 500), "another encoding"),
      ([], "is empty"), ([1, 2, 3], "the input ends inside the NUT header"),
      (Array(Self.piece(5..<9).dropLast(1)), "the input ends inside"),
      (Array("YUV4MPEG2 W2 H2 F25:1 Cmono\n".utf8), "the input is not NUT"),
    ]
    for (other, problem) in others {
      #expect(complaint { try Self.joined(piece, other) }.contains(problem))
    }
    // Both pieces have frame 3, although the first piece's last packet, in decoding order, has frame 2.
    #expect(complaint { try Self.joined(Self.piece(0..<4), Self.piece(3..<9)) }.contains(others[0].1))
    #expect(throws: VideoError.noFrame(byte: 0)) { try Self.joined(Self.piece(0..<0)) }
    #expect(throws: VideoError.noFrame(byte: 0)) { try Self.joined() }
  }

  @Test func packetsBeforeATruncationAreWritten() throws {
    let piece = Self.piece(0..<5)
    let sink = MemorySink()
    var join = PacketJoin(to: sink)
    #expect(
      complaint { try join.add(MemorySource(Array(piece.dropLast()))) }.contains("the input ends inside packet 4 "))
    try join.flush()
    #expect(piece.starts(with: sink.bytes) && sink.bytes.count > piece.count / 2 && join.count == 4)
  }

  /// The label that identifies a piece is found only if the label is complete and at the end of the file.
  @Test func labelsAreAtTheEnd() throws {
    let text = "piece 1/2\nwords: --reverse 'ä\n" + String(repeating: "x", count: 5000)
    let piece = Self.piece(0..<5, label: text)
    #expect(PieceLabel.text(endOf: piece) == text)
    #expect(PieceLabel.text(endOf: Self.piece(0..<5)) == nil && PieceLabel.text(endOf: []) == nil)
    for count in stride(from: 0, to: piece.count, by: 7) {
      #expect(PieceLabel.text(endOf: Array(piece.prefix(count))) == nil)
    }
    #expect(PieceLabel.text(endOf: piece + [0]) == nil)
    for index in stride(from: piece.count - 5030, to: piece.count, by: 101) {
      var damaged = piece
      damaged[index] ^= 1
      #expect(PieceLabel.text(endOf: damaged) == nil, "byte \(index)")
    }
    // If there are two labels, the last is returned.
    #expect(PieceLabel.text(endOf: piece + PieceLabel.bytes("other")) == "other")
    #expect(
      PieceLabel.text(endOf: PieceLabel.bytes(String(repeating: "y", count: PieceLabel.longest)))?.utf8.count
        == PieceLabel.longest)
  }
}
