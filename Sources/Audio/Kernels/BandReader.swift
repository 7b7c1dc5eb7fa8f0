import Streams

/// Reads within the band that the speed leaves: with a kernel that gets wider as the sound goes by faster, and beyond
/// an octave from the source taken down by octaves.
///
/// Between two tables, also across an octave's border, the kernels are blended by speed, so that the band never jumps.
package struct BandReader<Element: SoundElement>: PointReader {
  private var pyramid: OctavePyramid<Element>
  private var kernel: SincReader
  private var grouping = PointGrouping()
  /// For points across an octave's border, what the octave below says.
  private var below: Planes<Element>

  package init(_ shape: KernelShape, channels: Int) {
    pyramid = OctavePyramid(shape, channels: channels)
    kernel = SincReader(shape)
    below = Planes(channels: channels, capacity: 0)
  }

  package func reach(atSpeed speed: Double) -> Int {
    var finder = BandFinder()
    _ = finder.share(of: speed)
    return pyramid.reach(of: kernel.reach, inOctave: finder.band.next.octave)
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
    let needed = group.span.lowerBound - kernel.reach..<group.span.upperBound + kernel.reach
    try pyramid.prepare(needed, octave: octave, from: &supply)
    if octave == 0 {
      kernel.read(points, grouping.shares, group, of: pyramid.source, into: &sound, at: start)
    } else {
      kernel.read(points, grouping.shares, group, of: pyramid.octaves[octave - 1], into: &sound, at: start)
    }
  }

  /// Where the next table is the first of the octave below, the two are read one after the other.
  private mutating func readAcross(
    _ group: PointGroup, _ points: [ControlPoint], from supply: inout SoundSupply, into sound: inout Planes<Element>,
    at start: Int
  ) throws(StreamFailure) {
    below.makeRoom(for: group.points.count)
    try read(group.alone, points, from: &supply, into: &sound, at: start)
    var below = below
    try read(group.below, points, from: &supply, into: &below, at: 0)
    for channel in 0..<sound.channels {
      for (number, point) in group.points.enumerated() {
        let place = channel * sound.capacity + start + number
        let difference = below.samples[channel * below.capacity + number] - sound.samples[place]
        sound.samples[place] += difference * Element(grouping.shares[point])
      }
    }
    self.below = below
  }
}
