/// Adds overlapping frames of different lengths to the output. Each frame is multiplied by two windows: by `taken` when
/// it is read from the source, and by `heard` when it is added. Each output sample is therefore divided by the sum of
/// `taken` × `heard` over all frames that contain the sample.
struct OverlapAdd: Sendable {
  /// Ring buffers: one plane of sound for each channel, and a last plane with the divisors of the output samples. The
  /// index of a sample is its number modulo the plane's length, which is a power of two.
  private var planes: Planes<Float>
  private let channels: Int
  private let mask: Int
  /// The number of the output sample after the last frame added so far.
  private var end = Int.min

  /// - Parameter size: the size of the longest frames, which is also the number of output samples that are kept.
  init(_ size: FrameSize, channels: Int) {
    planes = Planes(channels: channels + 1, capacity: size.length)
    self.channels = channels
    mask = size.length - 1
  }

  mutating func forget() { end = .min }

  /// Begins a frame whose first heard sample is output `start`. Clears the slots after the end of the previous frames,
  /// because they still contain older output samples. Then adds `taken` × `heard` to the divisors.
  mutating func begin(_ start: Int, _ window: FrameWindow) {
    let first = max(start, end)
    end = max(end, start + window.size.heard)
    for channel in 0...channels {
      for part in parts(from: first, count: end - first) {
        for slot in part.slots { planes.samples[channel * planes.capacity + slot] = 0 }
      }
    }
    // `add` multiplies its argument by `heard`. With `taken` in place of a frame, it adds `taken` × `heard`.
    unsafe window.taken.withUnsafeBufferPointer { taken in
      unsafe add(taken.baseAddress! + window.size.unheard, from: start, window, channel: channels)
    }
  }

  /// Adds one channel of the frame begun last, multiplied by the window `heard`.
  mutating func add(
    _ frame: UnsafeMutableBufferPointer<Float>, from start: Int, _ window: FrameWindow, channel: Int
  ) {
    unsafe add(UnsafePointer(frame.baseAddress!) + window.size.unheard, from: start, window, channel: channel)
  }

  private mutating func add(_ frame: UnsafePointer<Float>, from start: Int, _ window: FrameWindow, channel: Int) {
    let parts = parts(from: start, count: window.size.heard)
    let plane = channel * planes.capacity
    unsafe planes.samples.withUnsafeMutableBufferPointer { samples in
      unsafe window.heard.withUnsafeBufferPointer { values in
        for part in parts {
          unsafe SpectrumLoops.overlap(
            frame + part.first, values.baseAddress! + part.first, count: part.slots.count,
            onto: samples.baseAddress! + plane + part.slots.lowerBound)
        }
      }
    }
  }

  /// Returns the ring-buffer slots of `count` output samples from `start` on, in two parts: up to the end of the
  /// buffer, and from its beginning. `first` is the number of output samples before the part.
  private func parts(from start: Int, count: Int) -> [(slots: Range<Int>, first: Int)] {
    let slot = start & mask
    let inFirst = min(count, mask + 1 - slot)
    return [(slot..<slot + inFirst, 0), (0..<count - inFirst, inFirst)]
  }

  /// The sound at `output`, once all frames that contain it have been added.
  @inline(__always)
  func sample(_ output: Int, channel: Int) -> Float {
    let slot = output & mask
    return planes.samples[channel * planes.capacity + slot] / planes.samples[channels * planes.capacity + slot]
  }
}
