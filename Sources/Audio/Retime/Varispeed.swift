import Streams

/// Plays the source along the map as a tape would: where it goes faster it sounds higher.
///
/// For every block of the output the control points come from the map; then the source is read at them.
package struct Varispeed<Reader: PointReader>: SoundRenderer {
  package typealias Element = Reader.Element

  private let plan: SoundPlan
  private var path: ControlPath
  private var reader: Reader
  private var points: [ControlPoint] = []
  private var layer: Planes<Element>

  package init(_ plan: SoundPlan, by reader: Reader, channels: Int) {
    self.plan = plan
    path = plan.path
    self.reader = reader
    layer = Planes(channels: channels, capacity: 0)
  }

  package var needs: SoundNeeds { plan.needs(within: reach) }

  package func horizon(at output: Int) -> Int { plan.horizon(at: output, reach: reach) }

  private var reach: Int { reader.reach(atSpeed: plan.fastestSpeed) }

  package mutating func render(
    _ outputs: Range<Int>, from supply: inout SoundSupply, into block: inout SoundBlock<Element>
  ) throws(StreamFailure) {
    let layers = plan.layers(in: outputs)
    // Mostly one layer fills the block.
    if layers.count != 1 || !layers[0].isUnfaded(over: outputs) || !layers[0].covers(outputs) {
      block.planes.silence(0..<outputs.count)
    }
    for layer in layers {
      for part in layer.parts(of: outputs) {
        collectPoints(of: layer, for: part)
        if layer.isUnfaded(over: part) {
          try reader.read(points, from: &supply, into: &block.planes, at: part.lowerBound - outputs.lowerBound)
          noteUntouched(in: &block, from: part.lowerBound - outputs.lowerBound)
        } else {
          try add(layer, part, from: &supply, to: &block.planes, at: part.lowerBound - outputs.lowerBound)
        }
      }
    }
  }

  private mutating func collectPoints(of layer: Layer, for outputs: Range<Int>) {
    points.removeAll(keepingCapacity: true)
    switch layer.way {
    case .map: path.append(outputs, to: &points)
    case .line(let line): line.append(outputs, to: &points)
    }
  }

  /// At its own speed, on a sample: nothing was reckoned.
  private func noteUntouched(in block: inout SoundBlock<Element>, from start: Int) {
    for (number, point) in points.enumerated() where point.fraction == 0 && abs(point.speed) == 1 && point.width == 1 {
      block.noteUntouched(start + number)
    }
  }

  private mutating func add(
    _ layer: Layer, _ outputs: Range<Int>, from supply: inout SoundSupply, to sound: inout Planes<Element>,
    at start: Int
  ) throws(StreamFailure) {
    self.layer.move(0..<0, to: 0, capacity: outputs.count)
    try reader.read(points, from: &supply, into: &self.layer, at: 0)
    for (number, output) in outputs.enumerated() {
      let gain = Element(layer.gain(at: output))
      for channel in 0..<sound.channels {
        sound.samples[channel * sound.capacity + start + number] +=
          gain * self.layer.samples[channel * self.layer.capacity + number]
      }
    }
  }
}
