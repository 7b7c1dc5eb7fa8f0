import Streams

/// Interpolates with a band-limited kernel, which removes frequencies that the output cannot hold at the current speed.
///
/// Up to speed 2, the kernel is widened in proportion to the speed. At higher speeds, the sample rate of the source is
/// first halved once or more (`OctavePyramid`). Each doubling of the speed has kernel tables for twelve speeds. At
/// other speeds, two kernels are blended, so that the band limit changes without a step.
package struct BandReader<Element: SoundElement, Table: KernelTable>: PointReader {
  private var pyramid: OctavePyramid<Element, Table.OctaveElement>
  private var reader: SincReader<Table>
  private var grouping = PointGrouping()
  /// The sound read at half the current sample rate, to be blended with the sound read at the current rate.
  private var below: Planes<Element>

  package init(_ shape: KernelShape, channels: Int) {
    pyramid = OctavePyramid(shape, channels: channels)
    reader = SincReader(shape)
    below = Planes(channels: channels, capacity: 0)
  }

  package func reach(atSpeed speed: Double) -> Int {
    pyramid.reach(of: reader.reach, inOctave: deepestOctave(atSpeed: speed))
  }

  package func limit(atSpeed speed: Double) -> Double {
    deepestOctave(atSpeed: speed) == 0 ? .infinity : HalfBandFilter.limit(Table.OctaveElement.self).asDouble
  }

  /// Returns how many times at most the sample rate is halved to read points at `speed`. The next faster speed range
  /// counts, because its kernel may be blended in.
  private func deepestOctave(atSpeed speed: Double) -> Int {
    var finder = BandFinder()
    _ = finder.share(of: speed)
    return finder.band.next.octave
  }

  package mutating func read(
    _ points: [ControlPoint], from supply: inout SoundSupply, into sound: inout Planes<Element>, at start: Int
  ) throws(StreamFailure) {
    grouping.begin(points.count)
    var done = 0
    while done < points.count {
      let group = grouping.group(points, from: done)
      if group.isBlended, group.band.next.octave != group.band.octave {
        try readAcross(group, points, from: &supply, into: &sound, at: start + done)
      } else {
        try read(group, points, from: &supply, into: &sound, at: start + done)
      }
      done = group.points.upperBound
    }
  }

  private mutating func read(
    _ group: PointGroup, _ points: [ControlPoint], from supply: inout SoundSupply, into sound: inout Planes<Element>,
    at start: Int
  ) throws(StreamFailure) {
    let octave = group.band.octave
    let needed = group.span.lowerBound - reader.reach..<group.span.upperBound + reader.reach
    try pyramid.prepare(needed, octave: octave, from: &supply)
    if octave == 0 {
      reader.read(
        points, grouping.shares, group, of: pyramid.source, isLoud: supply.isLoud, into: &sound, at: start)
    } else {
      reader.read(
        points, grouping.shares, group, of: pyramid.octaves[octave - 1], isLoud: supply.isLoud, into: &sound, at: start)
    }
  }

  /// Reads each point of a group twice, at one sample rate and at half this rate, and blends the two results.
  private mutating func readAcross(
    _ group: PointGroup, _ points: [ControlPoint], from supply: inout SoundSupply, into sound: inout Planes<Element>,
    at start: Int
  ) throws(StreamFailure) {
    below.makeRoom(for: group.points.count)
    try read(group.unblended, points, from: &supply, into: &sound, at: start)
    var below = below
    try read(group.below, points, from: &supply, into: &below, at: 0)
    for channel in 0..<sound.channels {
      for (number, point) in group.points.enumerated() {
        let index = channel * sound.capacity + start + number
        let difference = below.samples[channel * below.capacity + number] - sound.samples[index]
        sound.samples[index] += difference * Element(grouping.shares[point])
      }
    }
    self.below = below
  }
}
