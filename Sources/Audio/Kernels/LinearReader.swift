import Streams

/// Interpolates linearly between two samples. The sound is poor, but a ramp is reproduced exactly, so tests can infer
/// from the output where the source was read.
package struct LinearReader: PointReader {
  private var buffer: SlidingBuffer<Double>

  package init(channels: Int) { buffer = SlidingBuffer(channels: channels) }

  package func reach(atSpeed speed: Double) -> Int { 0 }

  package mutating func read(
    _ points: [ControlPoint], from supply: inout SoundSupply, into sound: inout Planes<Double>, at start: Int
  ) throws(StreamFailure) {
    var done = 0
    while done < points.count {
      let group = endOfGroup(points, from: done)
      try buffer.prepare(group.span.lowerBound..<group.span.upperBound + 1, from: &supply)
      read(points[done..<group.end], into: &sound, at: start + done)
      done = group.end
    }
  }

  /// Finds the longest series of points from `first` on whose samples span at most `PointGroup.widestSpan`. Returns the
  /// index after the last point, and the span of the samples.
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
      let plane = buffer.index(of: 0, channel: channel)
      var output = channel * sound.capacity + start
      for point in points {
        let sample = buffer.planes.samples[plane + point.index]
        // A point on a sample gives exactly that sample, including the sign of a zero, whatever the next sample is.
        sound.samples[output] =
          point.fraction == 0
          ? sample : sample * (1 - point.fraction) + buffer.planes.samples[plane + point.index + 1] * point.fraction
        output += 1
      }
    }
  }
}
