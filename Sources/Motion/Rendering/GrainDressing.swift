import Glibc

/// Measurements of the film grain in a square of 8 × 8 samples of a new frame.
struct GrainSquare: BitwiseCopyable {
  private var places = SIMD4<Int32>.zero
  /// The mean code value of the square in the first source frame.
  var brightness: Int32 = 0
  /// The mean code value in the first source frame minus the mean code value in the second.
  var offset: Int32 = 0
  /// The variance of the difference between the two source frames.
  var difference: Float = 0
  /// The mean of the two source frames' variances in this square.
  var real: Float = 0
  /// The variance of the square in the new frame, before grain is added.
  var made: Float = 0

  init() {}

  /// Creates a square from its top left corners in the two source frames. `second` is in sixteenths of a sample.
  init(in first: (x: Int, y: Int), _ second: (x: Int, y: Int)) {
    places = SIMD4<Int32>(truncatingIfNeeded: SIMD4(first.x, first.y, second.x, second.y))
  }

  var first: (x: Int, y: Int) { (Int(places.x), Int(places.y)) }
  var second: (x: Int, y: Int) { (Int(places.z), Int(places.w)) }
}

/// The source of the film grain that is added to a square of a new frame: another square, and a factor.
struct GrainDressing: BitwiseCopyable {
  /// `strength` is in parts of 1 << `bits`.
  static var bits: Int { 16 }
  /// The number of brightness levels. Grain is measured for each level separately, because it depends on brightness.
  private static let levels = 8
  /// A square gets no grain if the source frames differ by less than this part of the usual grain (letterbox bars).
  private static let leastPart: Float = 0.4

  private(set) var column = 0
  private(set) var row = 0
  private(set) var strength: Int32 = 0

  /// Chooses the source of grain for each square of a component.
  static func choose(for squares: BlockGrid<GrainSquare>, bits: Int, seed: Int, into result: BlockGrid<GrainDressing>) {
    func level(_ square: GrainSquare) -> Int { min(max(Int(square.brightness) >> (bits - 3), 0), levels - 1) }
    let all = (0..<squares.columns * squares.rows).map { squares[$0 % squares.columns, $0 / squares.columns] }
    let found = (0..<levels).map { number in GrainLevel(all, all.indices.filter { level(all[$0]) == number }) }
    // A level with too few flat squares gets the grain of the nearest level.
    let known = found.indices.filter { !found[$0].sources.isEmpty }
    let grains = found.indices.map { number in found[known.min { abs($0 - number) < abs($1 - number) } ?? number] }
    for (index, square) in all.enumerated() {
      let grain = grains[level(square)]
      var dressing = GrainDressing()
      if grain.strength > 0, square.difference >= leastPart * grain.difference {
        // Neighbouring squares get grain from neighbouring sources, because grain is often wider than a sample.
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

/// The film grain in all squares of one level of brightness.
private struct GrainLevel {
  /// At least this many squares must contain nothing but grain, or the grain is not measured.
  private static let leastSources = 24
  /// A square is flat if its variance is at most this many times the variance of the difference between the source
  /// frames. Pure grain gives 0.5, and a square with detail gives more.
  private static let mostOfFlat: Float = 1.2
  /// Smaller variances count as rounding errors, of less than a quarter of a code value.
  private static let leastVariance: Float = 0.0625
  /// The number of cells, for each doubling of the variance, in the histogram of variances.
  private static let cellsPerDoubling: Float = 4

  /// The indices of the squares in which the two source frames differ only by grain.
  private(set) var sources: [Int] = []
  /// The mean, over the squares in `sources`, of the variance of the difference between the source frames.
  private(set) var difference: Float = 0
  /// The factor by which the difference is added, so that new frames get the variance of source frames.
  private(set) var strength: Float = 0

  /// - Parameter members: the indices of the squares of this brightness level.
  init(_ squares: [GrainSquare], _ members: [Int]) {
    let flat = members.filter { index in
      let square = squares[index]
      return square.difference > Self.leastVariance && square.real <= Self.mostOfFlat * square.difference
    }
    guard let usual = Self.mostFrequent(flat.map { squares[$0].difference }) else { return }
    // The variance of 64 samples of grain lies within these bounds. Other motion in the square would make it larger.
    let bounds = 0.55 * usual...1.7 * usual
    let alike = flat.filter { bounds.contains(squares[$0].difference) }
    guard alike.count >= Self.leastSources else { return }
    sources = alike
    let count = Float(sources.count)
    difference = sources.reduce(0) { $0 + squares[$1].difference } / count
    let missing = sources.reduce(0) { $0 + squares[$1].real - squares[$1].made } / count
    // The difference of two frames has up to twice the variance of one frame, so the limit is 0.5.
    strength = (min(max(missing / difference, 0), 0.5)).squareRoot()
  }

  /// The center of the histogram cell around which most variances lie; nil if there are none.
  private static func mostFrequent(_ variances: [Float]) -> Float? {
    var counts: [Int: Int] = [:]
    for variance in variances { counts[Int((log2f(variance) * cellsPerDoubling).rounded(.down)), default: 0] += 1 }
    func around(_ cell: Int) -> Int { (-1...1).reduce(0) { $0 + (counts[cell + $1] ?? 0) } }
    // In a tie, the lowest cell wins, because dictionaries have no order.
    let cell = counts.keys.min { (around($0), $1) > (around($1), $0) }
    return cell.map { exp2f((Float($0) + 0.5) / cellsPerDoubling) }
  }
}
