/// Guesses which known word the user meant by an unknown one.
package enum Spelling {
  /// Returns the candidate with the smallest edit distance, within a tolerance that grows with the word. Otherwise
  /// returns a candidate that begins with `word`, or nil.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    // One wrong letter in three, but at least one and at most three. With more, the guess would be arbitrary.
    let tolerance = word.utf8.count < 2 ? 0 : max(1, min(3, word.utf8.count / 3))
    let near = candidates.map { (name: $0, distance: distance(word, $0)) }.filter { $0.distance <= tolerance }
    return near.min { $0.distance < $1.distance }?.name
      ?? candidates.first { word.utf8.count >= 2 && $0.hasPrefix(word) }
  }

  /// The optimal string alignment distance: the number of bytes to insert, remove, change or swap with a neighbour, to
  /// turn one word into the other. It is computed row by row, and a swap looks two rows up.
  package static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first.utf8), Array(second.utf8))
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in first.indices {
      var current = [row + 1]
      for column in second.indices {
        let change = last[column] + (first[row] == second[column] ? 0 : 1)
        var least = min(change, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
