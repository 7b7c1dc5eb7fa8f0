/// Stretches of the source played one after the other, forward or backward, each at its speed.
package struct PlayList: Equatable, Sendable {
  package struct Stretch: Equatable, Sendable {
    package let from: Double
    package let to: Double
    package let speed: Double
  }

  package let stretches: [Stretch]

  package init(_ stretches: [Stretch]) { self.stretches = stretches }

  package func map() throws(Refusal) -> TimeMap {
    var builder = MapBuilder()
    for stretch in stretches { builder.play(scale: 1 / stretch.speed, from: stretch.from, to: stretch.to) }
    return try builder.map()
  }
}
