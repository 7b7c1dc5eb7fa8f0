/// Keeps what has been read for as long as it may be asked for again: units of one size (frames, blocks of samples),
/// known by their index.
///
/// Units fill the memory allowed; those that come when it is full go to the spill file and stay there, so none is ever
/// moved. A unit that also stands in a file that can be read at any place is kept as its offset there. Places that are
/// released are used again, in memory and in the spill file.
package struct UnitStore: ~Copyable {
  private enum Place {
    case memory(slot: Int)
    case spill(slot: Int)
    case origin(offset: Int)
  }

  /// Where a unit from a file stands while it is looked at.
  private struct Landing {
    var index: Int?
    var bytes: [UInt8] = []
  }

  package let unitSize: Int
  private let spill: any SpillFile
  private let origin: (any SeekableFile)?
  /// How many units memory may hold, besides the two that have landed.
  private let memoryCapacity: Int

  private var places: [Int: Place] = [:]
  private var memory: [[UInt8]] = []
  private var memorySlots = SlotNumbers()
  private var spillSlots = SlotNumbers()
  /// Two, because two neighbours are mixed.
  private var landings = [Landing(), Landing()]
  private var latestLanding = 0

  /// The first unit that may be asked for, and the first that may be appended.
  private var first = 0
  private var next = 0

  /// - Parameters:
  ///   - memory: how many bytes to hold in memory. It takes room for two units at least, and for two more once
  ///     units come from a file.
  ///   - origin: the file that `append(_:at:)` speaks of.
  package init(unitSize: Int, memory: Int, spill: any SpillFile, origin: (any SeekableFile)? = nil) {
    precondition(unitSize > 0)
    self.unitSize = unitSize
    self.spill = spill
    self.origin = origin
    memoryCapacity = max(2, memory / unitSize - landings.count)
  }

  /// Keeps the unit that `fill` puts together, unless it returns false because there is no whole unit to be had.
  ///
  /// Indices rise; a unit that is left out cannot be asked for.
  @discardableResult
  package mutating func append(
    _ index: Int, filledBy fill: (inout MutableSpan<UInt8>) throws(StreamFailure) -> Bool
  ) throws(StreamFailure) -> Bool {
    precondition(index >= next, "units are appended in order")
    let place =
      memorySlots.usedCount < memoryCapacity ? try fillMemory(filledBy: fill) : try fillSpill(index, filledBy: fill)
    guard let place else { return false }
    places[index] = place
    next = index + 1
    return true
  }

  /// Keeps in mind that the unit stands at `offset` of the origin.
  package mutating func append(_ index: Int, at offset: Int) {
    precondition(index >= next, "units are appended in order")
    precondition(origin != nil, "there is no file to find it in")
    places[index] = .origin(offset: offset)
    next = index + 1
  }

  /// The same for a unit that is at hand now: it is not fetched from there until two others have been looked at. False,
  /// and nothing kept, if it turns out not to be whole.
  package mutating func append(
    _ index: Int, at offset: Int, filledBy fill: (inout MutableSpan<UInt8>) throws(StreamFailure) -> Bool
  ) throws(StreamFailure) -> Bool {
    guard try land(index, filledBy: fill) else { return false }
    append(index, at: offset)
    return true
  }

  private mutating func fillMemory(
    filledBy fill: (inout MutableSpan<UInt8>) throws(StreamFailure) -> Bool
  ) throws(StreamFailure) -> Place? {
    let slot = memorySlots.take()
    if slot == memory.count { memory.append([UInt8](repeating: 0, count: unitSize)) }
    var isKept = false
    defer { if !isKept { memorySlots.giveBack(slot) } }
    var room = memory[slot].mutableSpan
    isKept = try fill(&room)
    return isKept ? .memory(slot: slot) : nil
  }

  private mutating func fillSpill(
    _ index: Int, filledBy fill: (inout MutableSpan<UInt8>) throws(StreamFailure) -> Bool
  ) throws(StreamFailure) -> Place? {
    guard try land(index, filledBy: fill) else { return nil }
    let slot = spillSlots.take()
    let bytes = landings[latestLanding].bytes
    do throws(StreamFailure) {
      try spill.write(bytes.span, at: slot * unitSize)
    } catch {
      spillSlots.giveBack(slot)
      landings[latestLanding].index = nil
      throw error
    }
    return .spill(slot: slot)
  }

  /// Shows a unit that was appended and not yet released.
  package mutating func withUnit<Result>(
    _ index: Int, _ body: (Span<UInt8>) throws(StreamFailure) -> Result
  ) throws(StreamFailure) -> Result {
    try load(index)
    return try withLoadedUnit(index, body)
  }

  /// Shows two units side by side.
  package mutating func withUnits<Result>(
    _ one: Int, _ other: Int, _ body: (Span<UInt8>, Span<UInt8>) throws(StreamFailure) -> Result
  ) throws(StreamFailure) -> Result {
    try load(one)
    // Takes the other landing: the latest is never overwritten.
    try load(other)
    return try withLoadedUnit(one) { (first) throws(StreamFailure) in
      try withLoadedUnit(other) { (second) throws(StreamFailure) in try body(first, second) }
    }
  }

  private func withLoadedUnit<Result>(
    _ index: Int, _ body: (Span<UInt8>) throws(StreamFailure) -> Result
  ) throws(StreamFailure) -> Result {
    // A second reference, not a copy: a Span cannot be taken from inside an array of arrays.
    let bytes = loadedUnit(index)
    return try body(bytes.span)
  }

  private func loadedUnit(_ index: Int) -> [UInt8] {
    if case .memory(let slot) = places[index] { return memory[slot] }
    guard let landing = landings.first(where: { $0.index == index }) else { preconditionFailure("not loaded") }
    return landing.bytes
  }

  private mutating func load(_ index: Int) throws(StreamFailure) {
    guard let place = places[index] else { preconditionFailure("unit \(index) is not kept") }
    switch place {
    case .memory: break
    case .spill(let slot): try land(index, from: spill, at: slot * unitSize)
    case .origin(let offset): try land(index, from: origin!, at: offset)
    }
  }

  private mutating func land(_ index: Int, from file: any SeekableFile, at offset: Int) throws(StreamFailure) {
    if let landing = landings.firstIndex(where: { $0.index == index }) {
      latestLanding = landing
      return
    }
    _ = try land(index) { (room) throws(StreamFailure) in
      try file.read(at: offset, into: &room)
      return true
    }
  }

  /// Puts a unit where the one stood that was looked at longer ago.
  private mutating func land(
    _ index: Int, filledBy fill: (inout MutableSpan<UInt8>) throws(StreamFailure) -> Bool
  ) throws(StreamFailure) -> Bool {
    latestLanding = 1 - latestLanding
    landings[latestLanding].index = nil
    if landings[latestLanding].bytes.isEmpty { landings[latestLanding].bytes = [UInt8](repeating: 0, count: unitSize) }
    var room = landings[latestLanding].bytes.mutableSpan
    guard try fill(&room) else { return false }
    landings[latestLanding].index = index
    return true
  }

  /// Lets go of all units before `index`, which will not be asked for again, nor appended.
  package mutating func release(before index: Int) {
    while first < min(index, next) {
      releasePlace(places.removeValue(forKey: first))
      first += 1
    }
    first = max(first, index)
    next = max(next, index)
  }

  private mutating func releasePlace(_ place: Place?) {
    switch place {
    case .memory(let slot): memorySlots.giveBack(slot)
    case .spill(let slot): spillSlots.giveBack(slot)
    case .origin, nil: break
    }
  }
}

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
