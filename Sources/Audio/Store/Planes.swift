/// Sound with each channel by itself: sample i of channel c stands at c · capacity + i.
package struct Planes<Element: SoundElement>: Sendable {
  package let channels: Int
  package private(set) var capacity: Int
  package var samples: [Element]

  package init(channels: Int, capacity: Int) {
    self.channels = channels
    self.capacity = capacity
    samples = [Element](repeating: 0, count: channels * capacity)
  }

  /// Moves `range` of every channel to `start`, in planes that hold `capacity` samples if they held fewer.
  mutating func move(_ range: Range<Int>, to start: Int, capacity wanted: Int) {
    if wanted > capacity {
      var larger = Planes(channels: channels, capacity: wanted)
      for channel in 0..<channels {
        let (from, to) = (channel * capacity + range.lowerBound, channel * wanted + start)
        larger.samples[to..<to + range.count] = samples[from..<from + range.count]
      }
      self = larger
    } else if start != range.lowerBound {
      for channel in 0..<channels { shift(range, to: start, of: channel * capacity) }
    }
  }

  private mutating func shift(_ range: Range<Int>, to start: Int, of plane: Int) {
    if start < range.lowerBound {
      for index in 0..<range.count { samples[plane + start + index] = samples[plane + range.lowerBound + index] }
    } else {
      for index in (0..<range.count).reversed() {
        samples[plane + start + index] = samples[plane + range.lowerBound + index]
      }
    }
  }

  /// Makes `range` of every channel silent.
  mutating func silence(_ range: Range<Int>) {
    for channel in 0..<channels {
      for index in range { samples[channel * capacity + index] = 0 }
    }
  }
}
