import Glibc

/// What is known of the grain in a square of a made frame.
struct GrainSquare: BitwiseCopyable {
  private var places = SIMD4<Int32>.zero
  /// The mean code, and by how much that of the first frame is above that of the second.
  var brightness: Int32 = 0
  var offset: Int32 = 0
  /// Variances: of the difference of the two frames, of the frames themselves, and of the made frame.
  var difference: Float = 0
  var real: Float = 0
  var made: Float = 0

  init() {}

  /// - Parameters: where the square begins in each of the two frames; in the second in sixteenths of a sample.
  init(in first: (x: Int, y: Int), _ second: (x: Int, y: Int)) {
    places = SIMD4<Int32>(truncatingIfNeeded: SIMD4(first.x, first.y, second.x, second.y))
  }

  var first: (x: Int, y: Int) { (Int(places.x), Int(places.y)) }
  var second: (x: Int, y: Int) { (Int(places.z), Int(places.w)) }
}

/// Which square lends its grain to another one, and how much of it.
struct GrainDressing: BitwiseCopyable {
  /// Strengths are in parts of 1 << this.
  static var bits: Int { 16 }
  /// Grain depends on brightness: so many levels have a grain of their own.
  private static let levels = 8
  /// A square whose frames differ by less than this part of the level's grain has none: letters, bars at the edges.
  private static let leastPart: Float = 0.4

  private(set) var column = 0
  private(set) var row = 0
  private(set) var strength: Int32 = 0

  /// Decides for all squares of a component.
  static func choose(for squares: BlockGrid<GrainSquare>, bits: Int, seed: Int, into result: BlockGrid<GrainDressing>) {
    func level(_ square: GrainSquare) -> Int { min(max(Int(square.brightness) >> (bits - 3), 0), levels - 1) }
    let all = (0..<squares.columns * squares.rows).map { squares[$0 % squares.columns, $0 / squares.columns] }
    let found = (0..<levels).map { number in GrainLevel(all, all.indices.filter { level(all[$0]) == number }) }
    // A level of which too little is flat has the grain of the nearest one.
    let known = found.indices.filter { !found[$0].sources.isEmpty }
    let grains = found.indices.map { number in found[known.min { abs($0 - number) < abs($1 - number) } ?? number] }
    for (index, square) in all.enumerated() {
      let grain = grains[level(square)]
      var dressing = GrainDressing()
      if grain.strength > 0, square.difference >= leastPart * grain.difference {
        // Neighbours get what neighbours have: grain is often wider than a sample.
        let number = (index + seed) % grain.sources.count
        let own = grain.sources[number] == index
        let source = grain.sources[own ? (number + 1) % grain.sources.count : number]
        dressing = GrainDressing(
          column: source % squares.columns, row: source / squares.columns,
          strength: Int32(grain.strength * Float(1 << Self.bits)))
      }
      result[index % squares.columns, index / squares.columns] = dressing
    }
  }
}

/// The grain of the squares of one level of brightness.
private struct GrainLevel {
  /// Fewer squares that have nothing but grain tell nothing.
  private static let leastSources = 24
  /// A square is flat if its variance is at most so many times that of the difference: half of this is grain. Where
  /// there is more in a square, the frames differ by how it moves, too.
  private static let mostOfFlat: Float = 1.2
  /// Variances of what is less than a quarter of a code are rounding.
  private static let leastVariance: Float = 0.0625
  /// Variances are counted in quarters of a doubling.
  private static let cellsPerDoubling: Float = 4

  /// The squares in which the two frames differ by nothing but grain.
  private(set) var sources: [Int] = []
  /// The variance of the difference there.
  private(set) var difference: Float = 0
  /// By how much of that difference made frames get the variance of real ones.
  private(set) var strength: Float = 0

  /// - Parameter members: the indices of the squares of the level.
  init(_ squares: [GrainSquare], _ members: [Int]) {
    let flat = members.filter { index in
      let square = squares[index]
      return square.difference > Self.leastVariance && square.real <= Self.mostOfFlat * square.difference
    }
    guard let usual = Self.mostFrequent(flat.map { squares[$0].difference }) else { return }
    // The variances of 64 samples of grain lie within these bounds; where something moves otherwise, they are larger.
    let bounds = 0.55 * usual...1.7 * usual
    let alike = flat.filter { bounds.contains(squares[$0].difference) }
    guard alike.count >= Self.leastSources else { return }
    sources = alike
    let count = Float(sources.count)
    difference = sources.reduce(0) { $0 + squares[$1].difference } / count
    let missing = sources.reduce(0) { $0 + squares[$1].real - squares[$1].made } / count
    // The difference of two frames has up to twice the variance of one.
    strength = (min(max(missing / difference, 0), 0.5)).squareRoot()
  }

  /// The middle of the cell around which most variances lie; nil if there are none.
  private static func mostFrequent(_ variances: [Float]) -> Float? {
    var counts: [Int: Int] = [:]
    for variance in variances { counts[Int((log2f(variance) * cellsPerDoubling).rounded(.down)), default: 0] += 1 }
    func around(_ cell: Int) -> Int { (-1...1).reduce(0) { $0 + (counts[cell + $1] ?? 0) } }
    // Of cells with equally many the lowest: dictionaries have no order.
    let cell = counts.keys.min { (around($0), $1) > (around($1), $0) }
    return cell.map { exp2f((Float($0) + 0.5) / cellsPerDoubling) }
  }
}
