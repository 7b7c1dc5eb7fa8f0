import Camera
import Values
import Warp

/// Finds the ground covered in the film's own track of GoPro.
struct GroundSearch {
  private let input: FilmInput
  private let job: FilmJob

  init(_ input: FilmInput, of job: FilmJob) { (self.input, self.job) = (input, job) }

  /// Asks for the bytes of the track and for its packets at the same time, because a packet has no time in its bytes.
  func points(of stream: ProbedStream?, asking oracle: any Oracle) throws -> [EvenCurve.Point] {
    guard let stream else {
      throw FilmError.usage(
        "'\(job.input)' has no GPS track of GoPro (--even gpmf)",
        advice: "for a track in another file, write --even gpx:FILE")
    }
    let questions = Questions(job: job)
    var (track, packets, statuses) = (GPMFReader(), AnswerReading(PacketList()), [0, 0])
    do {
      try oracle.ask([questions.track(of: stream.index), questions.packetList(of: stream.index).question]) {
        number, part in
        if case .ended(let status) = part { statuses[number] = status }
        if number == 1 { try packets.take(part) } else if case .bytes(let block) = part { try track.take(block) }
      }
      try track.finish()
    } catch let error as CameraError {
      throw FilmError.input("the GPS track of '\(job.input)' is damaged: \(error)")
    }
    guard statuses == [0, 0] else { throw FilmError.input("ffmpeg cannot read the GPS track of '\(job.input)'") }
    let payloads = packets.reply.value.packets.map {
      GPMFReader.Payload(
        start: stream.seconds($0.pts) - input.span.start, length: stream.seconds($0.duration), size: $0.size)
    }
    let points = track.points(at: payloads)
    guard points.count > 1 else {
      throw FilmError.usage(
        "the track of GoPro in '\(job.input)' has no GPS, or its GPS never knew its place (--even gpmf)")
    }
    return points
  }
}

/// The packets of a track, each with its time and size.
struct PacketList: Answer {
  private(set) var packets: [(pts: Int, duration: Int, size: Int)] = []

  mutating func take(_ line: ArraySlice<UInt8>) {
    let fields = String(decoding: line, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count >= 3, let pts = Int(fields[0]), let size = Int(fields[2]) else { return }
    packets.append((pts, Int(fields[1]) ?? 0, size))
  }
}
