import Streams

/// Retimes as a tape does: where the map is faster, the sound is higher. The plan divides the sound of every block into
/// layers, usually one. At a cut, two layers cross-fade. The reader computes each layer from its source positions.
package struct Varispeed<Reader: PointReader>: SoundRenderer {
  package typealias Element = Reader.Element

  private var plan: SoundPlan
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

  package var limit: Double { reader.limit(atSpeed: plan.fastestSpeed) }

  package func horizon(at output: Int) -> Int { plan.horizon(at: output, reach: reach) }

  private var reach: Int { reader.reach(atSpeed: plan.fastestSpeed) }

  package mutating func render(
    _ outputs: Range<Int>, from supply: inout SoundSupply, into block: inout SoundBlock<Element>
  ) throws(StreamFailure) {
    let layers = try layers(in: outputs, from: &supply)
    // Usually, a single layer of sound without a fade fills the whole block. Otherwise, layers are added to silence.
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

  /// Returns the layers of sound in `outputs`; at a cut, two layers cross-fade. If the input has too few samples for
  /// the sound that fades out, shortens the cross-fade. A longer cross-fade would end as a fade-in from silence.
  private mutating func layers(
    in outputs: Range<Int>, from supply: inout SoundSupply
  ) throws(StreamFailure) -> [Layer] {
    try plan.limitCrossfades(in: outputs, to: &supply)
    var layers = plan.layers(in: outputs)
    for (new, old) in zip(layers.indices, layers.indices.dropFirst()) {
      let fade = layers[old].fall
      guard !fade.outputs.isEmpty, !fade.isSoft, layers[new].rise == fade else { continue }
      collectPoints(of: layers[old], for: fade.outputs)
      let count = try supply.count(of: points)
      guard count < fade.outputs.count else { continue }
      for index in [new, old] { layers[index] = layers[index].crossFading(over: fade.outputs.prefix(count)) }
    }
    return layers
  }

  private mutating func collectPoints(of layer: Layer, for outputs: Range<Int>) {
    points.removeAll(keepingCapacity: true)
    switch layer.way {
    case .map: path.append(outputs, to: &points)
    case .line(let line): line.append(outputs, to: &points)
    }
  }

  /// Marks the output samples that the reader has copied: those at source speed whose position lies on a source sample.
  private func noteUntouched(in block: inout SoundBlock<Element>, from start: Int) {
    for (number, point) in points.enumerated() where point.fraction == 0 && abs(point.speed) == 1 && point.width == 1 {
      block.noteUntouched(start + number)
    }
  }

  /// Adds sound that fades in or out during `outputs`, with the gains of `layer`.
  private mutating func add(
    _ layer: Layer, _ outputs: Range<Int>, from supply: inout SoundSupply, to sound: inout Planes<Element>,
    at start: Int
  ) throws(StreamFailure) {
    self.layer.makeRoom(for: outputs.count)
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
