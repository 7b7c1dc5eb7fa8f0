/// Sound put together from frames of different lengths laid over each other.
///
/// What the windows of the frames leave of them adds up beside the sound, and the sound is divided by it.
struct OverlapAdd: Sendable {
  /// One plane for each channel and one for the windows. An output stands at its number modulo the plane's length.
  private var planes: Planes<Float>
  private let channels: Int
  private let mask: Int
  /// The output up to which frames reach that have been laid.
  private var end = Int.min

  /// - Parameter size: of the longest frames. The sound is kept for as long as one.
  init(_ size: FrameSize, channels: Int) {
    planes = Planes(channels: channels + 1, capacity: size.length)
    self.channels = channels
    mask = size.length - 1
  }

  /// Forgets all frames.
  mutating func forget() { end = .min }

  /// Makes place for a frame that begins at `start`, where sound stands that is older by the length of a plane.
  mutating func begin(_ start: Int, _ window: FrameWindow) {
    let first = max(start, end)
    end = max(end, start + window.size.length)
    for channel in 0...channels {
      for part in parts(from: first, count: end - first) {
        for place in part.places { planes.samples[channel * planes.capacity + place] = 0 }
      }
    }
    unsafe window.values.withUnsafeBufferPointer { values in
      // Under the window twice: the window under itself.
      unsafe add(values.baseAddress!, from: start, window, channel: channels)
    }
  }

  /// Lays down one channel of the frame begun last.
  mutating func lay(
    _ frame: UnsafeMutableBufferPointer<Float>, from start: Int, _ window: FrameWindow, channel: Int
  ) {
    unsafe add(UnsafePointer(frame.baseAddress!), from: start, window, channel: channel)
  }

  private mutating func add(_ frame: UnsafePointer<Float>, from start: Int, _ window: FrameWindow, channel: Int) {
    let parts = parts(from: start, count: window.size.length)
    let plane = channel * planes.capacity
    unsafe planes.samples.withUnsafeMutableBufferPointer { samples in
      unsafe window.values.withUnsafeBufferPointer { values in
        for part in parts {
          unsafe SpectrumLoops.overlap(
            frame + part.offset, values.baseAddress! + part.offset, count: part.places.count,
            onto: samples.baseAddress! + plane + part.places.lowerBound)
        }
      }
    }
  }

  /// The places of outputs that follow each other: up to the end of the plane, and on from its start.
  private func parts(from start: Int, count: Int) -> [(places: Range<Int>, offset: Int)] {
    let place = start & mask
    let first = min(count, mask + 1 - place)
    return [(place..<place + first, 0), (0..<count - first, first)]
  }

  /// A sample that no frame to come touches.
  @inline(__always)
  func sample(_ output: Int, channel: Int) -> Float {
    let place = output & mask
    return planes.samples[channel * planes.capacity + place] / planes.samples[channels * planes.capacity + place]
  }
}
