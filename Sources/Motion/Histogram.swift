/// The histogram of a frame: for each code value, the fraction of the samples that have this value.
struct Histogram {
  private let parts: [Double]
  let mean: Double
  /// The mean absolute difference between the samples and their mean.
  let contrast: Double

  init(of plane: PaddedPlane<UInt8>) {
    let count = Double(plane.width * plane.height)
    self.init(parts: plane.codeCounts().map { Double($0) / count })
  }

  private init(parts: [Double]) {
    let mean = parts.indices.reduce(0) { $0 + parts[$1] * Double($1) }
    self.parts = parts
    self.mean = mean
    contrast = parts.indices.reduce(0) { $0 + parts[$1] * abs(Double($1) - mean) }
  }

  /// The histogram after each code value has been replaced by its entry in `codes`.
  func raised(by codes: [UInt8]) -> Histogram {
    var raised = [Double](repeating: 0, count: parts.count)
    for (code, part) in parts.enumerated() { raised[Int(codes[code])] += part }
    return Histogram(parts: raised)
  }

  /// The mean change of code values that turns one histogram into the other (the earth mover's distance).
  func distance(to other: Histogram) -> Double {
    var (distance, surplus) = (0.0, 0.0)
    for code in parts.indices {
      surplus += parts[code] - other.parts[code]
      distance += abs(surplus)
    }
    return distance
  }
}
