import Streams

/// Reads along the straight line between two samples.
///
/// Exact in its places and poor in its sound: what every other kernel's places are checked against.
package struct LinearReader: PointReader {
  private var window: SlidingBuffer<Double>

  package init(channels: Int) { window = SlidingBuffer(channels: channels) }

  package func reach(atSpeed speed: Double) -> Int { 0 }

  package mutating func read(
    _ points: [ControlPoint], from supply: inout SoundSupply, into sound: inout Planes<Double>, at start: Int
  ) throws(StreamFailure) {
    var done = 0
    while done < points.count {
      let group = endOfGroup(points, from: done)
      try window.prepare(group.span.lowerBound..<group.span.upperBound + 1, from: &supply)
      read(points[done..<group.end], into: &sound, at: start + done)
      done = group.end
    }
  }

  /// Points whose samples lie not too far apart to lie ready together.
  private func endOfGroup(_ points: [ControlPoint], from first: Int) -> (end: Int, span: Range<Int>) {
    var span = points[first].index..<points[first].index + 1
    var end = first + 1
    while end < points.count {
      let index = points[end].index
      let wider = min(span.lowerBound, index)..<max(span.upperBound, index + 1)
      guard wider.count <= PointGroup.widestSpan else { break }
      span = wider
      end += 1
    }
    return (end, span)
  }

  private func read(_ points: ArraySlice<ControlPoint>, into sound: inout Planes<Double>, at start: Int) {
    for channel in 0..<sound.channels {
      let plane = window.index(of: 0, channel: channel)
      var output = channel * sound.capacity + start
      for point in points {
        let sample = window.planes.samples[plane + point.index]
        // On a sample the next one does not count, whatever it is.
        sound.samples[output] =
          point.fraction == 0
          ? sample : sample * (1 - point.fraction) + window.planes.samples[plane + point.index + 1] * point.fraction
        output += 1
      }
    }
  }
}
