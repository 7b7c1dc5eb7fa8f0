import Values
import Warp

/// The way covered along a GoPro's own track.
extension GPMFReader {
  /// When a payload of the track is shown, in seconds of source time, and how many bytes it has.
  package struct Payload: Equatable, Sendable {
    package let start: Double
    package let length: Double
    package let size: Int

    package init(start: Double, length: Double, size: Int) {
      (self.start, self.length, self.size) = (start, length, size)
    }
  }

  /// The metres covered along a track without a film, in a file.
  package static func points(ofTrack bytes: [UInt8]) throws(CameraError) -> [EvenCurve.Point] {
    var reader = GPMFReader()
    try reader.take(bytes)
    try reader.finish()
    let points = reader.points()
    guard points.count > 1 else { throw CameraError("it has no GPS, or its GPS never knew its place") }
    return points
  }

  /// The metres covered at each measurement. Empty if the receiver never knew its place, or if there is none.
  ///
  /// - Parameter payloads: in the order of the track; nil if there is one for each second.
  package func points(at payloads: [Payload]? = nil) -> [EvenCurve.Point] {
    let spans = payloads.map(spans) ?? spansOfSeconds
    var (points, last): ([EvenCurve.Point], Double) = ([], 0)
    for (device, span) in zip(devices, spans) {
      guard let span else { continue }
      for (index, speed) in device.speeds.enumerated() {
        guard let speed else { continue }
        let source = span.start + span.length * Double(index) / Double(device.speeds.count)
        guard let point = points.last else {
          points.append(EvenCurve.Point(source: source, total: 0))
          last = speed
          continue
        }
        guard source > point.source else { continue }
        let total = point.total + (last + speed) / 2 * (source - point.source)
        points.append(EvenCurve.Point(source: source, total: total))
        last = speed
      }
    }
    return points
  }

  private typealias Span = (start: Double, length: Double)

  /// The span of each device's payload; nil where no payload is.
  private func spans(_ payloads: [Payload]) -> [Span?] {
    var (index, end) = (0, payloads.first?.size ?? 0)
    return devices.map { device in
      while device.offset >= end, index + 1 < payloads.count {
        index += 1
        end += payloads[index].size
      }
      return device.offset < end ? (payloads[index].start, payloads[index].length) : nil
    }
  }

  /// A payload begins with the device that begins the first one. The last payload is shorter: it lasts as long as its
  /// measurements do at the rate of those before.
  private var spansOfSeconds: [Span?] {
    guard let first = devices.first?.device else { return [] }
    var number = -1
    let numbers = devices.map { device in
      if device.device == first { number += 1 }
      return number
    }
    let measuring = devices.indices.filter { !devices[$0].speeds.isEmpty }
    guard let last = measuring.last else { return devices.map { _ in nil } }
    let before = devices[last].total.map { $0 - devices[last].speeds.count }
    let counted = before ?? measuring.dropLast().reduce(0) { $0 + devices[$1].speeds.count }
    let rate = numbers[last] > 0 ? Double(counted) / Double(numbers[last]) : 0
    return zip(devices.indices, numbers).map { index, number in
      let isLast = index == last && rate > 0
      return (Double(number), isLast ? min(1, Double(devices[index].speeds.count) / rate) : 1)
    }
  }
}
