/// Overlap-add of frames of different lengths. A frame is multiplied by one window when it is taken, and by another
/// when it is added. The products of the windows are therefore added up as well, and every output sample is divided by
/// their sum.
struct OverlapAdd: Sendable {
  /// Ring buffers: one plane for each channel, and one for the products of the windows. The index of an output is its
  /// number modulo the plane's length, which is a power of two.
  private var planes: Planes<Float>
  private let channels: Int
  private let mask: Int
  /// The output at which the frames added so far end.
  private var end = Int.min

  /// - Parameter size: the size of the longest frames. An output is kept until one that is a frame length later is
  ///   begun.
  init(_ size: FrameSize, channels: Int) {
    planes = Planes(channels: channels + 1, capacity: size.length)
    self.channels = channels
    mask = size.length - 1
  }

  mutating func forget() { end = .min }

  /// Begins a frame whose first sample is output `start`. Clears the outputs beyond the previous frames, whose slots
  /// contain outputs that are one plane length older, and adds the product of the windows.
  mutating func begin(_ start: Int, _ window: FrameWindow) {
    let first = max(start, end)
    end = max(end, start + window.size.heard)
    for channel in 0...channels {
      for part in parts(from: first, count: end - first) {
        for slot in part.slots { planes.samples[channel * planes.capacity + slot] = 0 }
      }
    }
    // `add` multiplies by `heard`, so that adding `taken` gives the product of both windows.
    unsafe window.taken.withUnsafeBufferPointer { taken in
      unsafe add(taken.baseAddress! + window.size.unheard, from: start, window, channel: channels)
    }
  }

  /// Adds one channel of the frame begun last, multiplied by the window.
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

  /// The slots of `count` outputs from `start` on, in two parts: up to the end of the plane, and from its beginning.
  /// `first` is the index of a part's first output among the `count`.
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
