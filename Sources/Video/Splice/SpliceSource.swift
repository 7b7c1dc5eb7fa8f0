import Streams
import Values
import Warp

/// The packets of a film for a `Splice`, printed by a command from any position. It runs once for all rows that follow
/// each other in the film.
final class SpliceSource {
  private let command: any ClipCommand
  private let tick: Rational
  /// The stamps that are needed, row by row.
  private let needs: [Range<Int>]
  private var row = -1
  private var current: PacketReader?
  /// A packet of `current` that has been looked at.
  private var waiting: PacketHead?

  /// How many seconds before the first packet a run begins. If it begins too late, the next one begins earlier.
  private static let leads = [1, 8, 64, .infinity]
  /// How many seconds after the last frame a run continues, because frames are not stored in the order of their times.
  private static let lag = 4.0

  /// - Parameter needs: for each row, the stamps from the one at which reading begins.
  init(_ command: any ClipCommand, _ needs: [Range<Int>], tick: Rational) throws(VideoError) {
    (self.command, self.needs, self.tick) = (command, needs, tick)
    if !needs.isEmpty { try run(from: 0) }
  }

  /// Nil if no packets are needed.
  var stream: FilmStream? { current?.stream }
  var rate: FrameRate? { current?.rate }

  /// Goes on to the next row.
  func begin() throws(VideoError) {
    row += 1
    if row > 0, needs[row].lowerBound < needs[row - 1].upperBound { try run(from: row) }
  }

  /// The next packet that `isWanted`. Packets before it are skipped.
  func next(where isWanted: (PacketHead) -> Bool) throws(VideoError) -> (head: PacketHead, bytes: [UInt8]) {
    while let reader = current, let head = try takeHead(of: reader) {
      guard isWanted(head) else {
        try skip(head, of: reader)
        continue
      }
      let bytes: [UInt8]?
      do throws(StreamFailure) { bytes = try reader.bytes(of: head) } catch { throw .stream(error) }
      guard let bytes else { throw reader.truncation }
      return (head, bytes)
    }
    throw .unfit(
      "the video ends before the frame at \(seconds(needs[row].upperBound)) s", advice: "it may have changed meanwhile")
  }

  private func skip(_ head: PacketHead, of reader: PacketReader) throws(VideoError) {
    let isWhole: Bool
    do throws(StreamFailure) { isWhole = try reader.skip(head) } catch { throw .stream(error) }
    guard isWhole else { throw reader.truncation }
  }

  private func takeHead(of reader: PacketReader) throws(VideoError) -> PacketHead? {
    if let head = waiting {
      waiting = nil
      return head
    }
    return try reader.next()
  }

  /// Runs the command for this row and the rows that follow it in the film.
  private func run(from first: Int) throws(VideoError) {
    var last = first
    while last + 1 < needs.count, needs[last + 1].lowerBound >= needs[last].upperBound { last += 1 }
    let (start, end) = (needs[first].lowerBound, seconds(needs[last].upperBound) + Self.lag)
    for lead in Self.leads {
      let from = max(0, seconds(start) - lead)
      let source: any ByteSource
      do throws(StreamFailure) { source = try command.run(from: from, for: end - from) } catch { throw .stream(error) }
      let reader: PacketReader
      do throws(VideoError) { reader = try PacketReader(source) } catch .empty { throw .silentCommand }
      guard reader.stream.header.timebase == tick else {
        throw .unfit("the video has other timestamps than the splice table", advice: "make the table again")
      }
      (current, waiting) = (reader, try head(of: reader))
      if from == 0 || waiting.map({ $0.stamp <= start }) ?? false { return }
    }
  }

  /// The first packet; nil if there is none, because the command has begun beyond the end.
  private func head(of reader: PacketReader) throws(VideoError) -> PacketHead? {
    do throws(VideoError) { return try reader.next() } catch .noFrame { return nil }
  }

  private func seconds(_ stamp: Int) -> Double { Double(stamp) * tick.value }
}
