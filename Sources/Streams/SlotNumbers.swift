/// Hands out places in a row of equal ones: those given back first, then a new one at the end.
struct SlotNumbers {
  private var free: [Int] = []
  /// How many places there have to be.
  private(set) var count = 0

  var usedCount: Int { count - free.count }

  mutating func take() -> Int {
    if let slot = free.popLast() { return slot }
    defer { count += 1 }
    return count
  }

  mutating func giveBack(_ slot: Int) {
    free.append(slot)
  }
}
