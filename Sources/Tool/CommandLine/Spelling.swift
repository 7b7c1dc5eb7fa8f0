/// Guesses what was meant by a word that is not known.
enum Spelling {
  /// The candidate that `word` is most likely a slip for, or the beginning of; nil if none is near.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    // One slip in three letters still leaves a word recognisable.
    let tolerance = max(1, min(3, word.utf8.count / 3))
    let near = candidates.map { (name: $0, distance: distance(word, $0)) }.filter { $0.distance <= tolerance }
    return near.min { $0.distance < $1.distance }?.name
      ?? candidates.first { word.utf8.count >= 2 && $0.hasPrefix(word) }
  }

  /// How many letters to insert, remove, change or swap with their neighbour to turn one word into the other
  /// (the optimal string alignment distance).
  static func distance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for row in one.indices {
      var current = [row + 1]
      for column in other.indices {
        let change = last[column] + (one[row] == other[column] ? 0 : 1)
        var least = min(change, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      (beforeLast, last) = (last, current)
    }
    return last[other.count]
  }
}
