/// Keeps units of one size (frames, blocks of samples), known by their index, until they are released.
///
/// Units fill the memory allowed; those that are appended when it is full go to the spill file and stay there, so no
/// unit is ever moved. Of a unit that can be had again from the origin, a seekable input file or what is seen as one,
/// only its offset there is kept. Slots that are released are used again, in memory and in the spill file.
package struct UnitStore: ~Copyable {
  private enum Location {
    case memory(slot: Int)
    case spill(slot: Int)
    case origin(offset: Int)
  }

  /// A buffer for a unit that is not kept in memory.
  private struct Buffer {
    /// The unit it holds; nil if it holds none.
    var index: Int?
    var bytes: [UInt8] = []
  }

  package let unitSize: Int
  private let spill: any SpillFile
  private let origin: (any SeekableFile)?
  /// How many units memory may hold, besides those in the two buffers.
  private let memoryCapacity: Int

  private var locations: [Int: Location] = [:]
  private var memory: [[UInt8]] = []
  private var memorySlots = SlotNumbers()
  private var spillSlots = SlotNumbers()
  /// Two, because two units can be read at once. A unit is loaded into the buffer that was not used last.
  private var buffers = [Buffer(), Buffer()]
  private var latestBuffer = 0

  /// The first unit that may still be kept.
  private var firstIndex = 0
  /// The first unit that may be appended.
  private var nextIndex = 0

  /// - Parameters:
  ///   - memory: how many bytes to hold in memory. However small it is, there is room for two units and, once units are read
  ///     from a file, for the two buffers.
  ///   - origin: the file in which units appended by offset are.
  package init(unitSize: Int, memory: Int, spill: any SpillFile, origin: (any SeekableFile)? = nil) {
    precondition(unitSize > 0)
    self.unitSize = unitSize
    self.spill = spill
    self.origin = origin
    memoryCapacity = max(2, memory / unitSize - buffers.count)
  }

  /// Keeps the unit that `fill` writes. If `fill` returns false, because it has no whole unit, nothing is kept and this
  /// returns false too.
  ///
  /// Units are appended in the order of their indices. Indices may be skipped; a skipped unit cannot be read.
  @discardableResult
  package mutating func append(
    _ index: Int, filledBy fill: (inout MutableSpan<UInt8>) throws(StreamFailure) -> Bool
  ) throws(StreamFailure) -> Bool {
    precondition(index >= nextIndex, "units are appended in order")
    let location =
      memorySlots.usedCount < memoryCapacity ? try fillMemory(filledBy: fill) : try fillSpill(index, filledBy: fill)
    guard let location else { return false }
    keep(index, location)
    return true
  }

  /// Keeps the offset of a unit in the origin instead of its bytes.
  package mutating func append(_ index: Int, at offset: Int) {
    precondition(index >= nextIndex, "units are appended in order")
    precondition(origin != nil, "there is no file to find it in")
    keep(index, .origin(offset: offset))
  }

  /// Keeps the offset of a unit in the origin, and in a buffer the bytes that `fill` writes now, so that they are not read from
  /// the origin until two other units have been loaded. If `fill` returns false, nothing is kept and this returns false too.
  package mutating func append(
    _ index: Int, at offset: Int, filledBy fill: (inout MutableSpan<UInt8>) throws(StreamFailure) -> Bool
  ) throws(StreamFailure) -> Bool {
    guard try load(index, filledBy: fill) else { return false }
    append(index, at: offset)
    return true
  }

  private mutating func keep(_ index: Int, _ location: Location) {
    // The first unit may be far beyond those that were released.
    if locations.isEmpty { firstIndex = index }
    locations[index] = location
    nextIndex = index + 1
  }

  private mutating func fillMemory(
    filledBy fill: (inout MutableSpan<UInt8>) throws(StreamFailure) -> Bool
  ) throws(StreamFailure) -> Location? {
    let slot = memorySlots.take()
    if slot == memory.count { memory.append([UInt8](repeating: 0, count: unitSize)) }
    var isKept = false
    defer { if !isKept { memorySlots.release(slot) } }
    var room = memory[slot].mutableSpan
    isKept = try fill(&room)
    return isKept ? .memory(slot: slot) : nil
  }

  private mutating func fillSpill(
    _ index: Int, filledBy fill: (inout MutableSpan<UInt8>) throws(StreamFailure) -> Bool
  ) throws(StreamFailure) -> Location? {
    guard try load(index, filledBy: fill) else { return nil }
    let slot = spillSlots.take()
    let bytes = buffers[latestBuffer].bytes
    do throws(StreamFailure) {
      try spill.write(bytes.span, at: slot * unitSize)
    } catch {
      spillSlots.release(slot)
      buffers[latestBuffer].index = nil
      throw error
    }
    return .spill(slot: slot)
  }

  /// Calls `body` with a unit, which must have been appended and not released.
  package mutating func withUnit<Result>(
    _ index: Int, _ body: (Span<UInt8>) throws(StreamFailure) -> Result
  ) throws(StreamFailure) -> Result {
    try load(index)
    return try withLoadedUnit(index, body)
  }

  /// Calls `body` with two units, which may be the same.
  package mutating func withUnits<Result>(
    _ first: Int, _ second: Int, _ body: (Span<UInt8>, Span<UInt8>) throws(StreamFailure) -> Result
  ) throws(StreamFailure) -> Result {
    try load(first)
    // This leaves the first unit loaded, because it uses the buffer that was not used last.
    try load(second)
    return try withLoadedUnit(first) { (first) throws(StreamFailure) in
      try withLoadedUnit(second) { (second) throws(StreamFailure) in try body(first, second) }
    }
  }

  private func withLoadedUnit<Result>(
    _ index: Int, _ body: (Span<UInt8>) throws(StreamFailure) -> Result
  ) throws(StreamFailure) -> Result {
    // `bytes` is a second reference to the array's storage, not a copy (copy on write). It is needed because a Span
    // cannot be taken of an array inside another array.
    let bytes = loadedUnit(index)
    return try body(bytes.span)
  }

  /// A unit in memory, or one that `load` has put into a buffer.
  private func loadedUnit(_ index: Int) -> [UInt8] {
    if case .memory(let slot) = locations[index] { return memory[slot] }
    guard let buffer = buffers.first(where: { $0.index == index }) else { preconditionFailure("not loaded") }
    return buffer.bytes
  }

  /// Makes sure that a unit is in memory or in a buffer.
  private mutating func load(_ index: Int) throws(StreamFailure) {
    guard let location = locations[index] else { preconditionFailure("unit \(index) is not kept") }
    switch location {
    case .memory: break
    case .spill(let slot): try load(index, from: spill, at: slot * unitSize)
    case .origin(let offset): try load(index, from: origin!, at: offset)
    }
  }

  /// Reads a unit from a file into a buffer. If a buffer has it already, that one counts as used last, so that the next
  /// load leaves it.
  private mutating func load(_ index: Int, from file: any SeekableFile, at offset: Int) throws(StreamFailure) {
    if let buffer = buffers.firstIndex(where: { $0.index == index }) {
      latestBuffer = buffer
      return
    }
    _ = try load(index) { (room) throws(StreamFailure) in
      try file.read(at: offset, into: &room)
      return true
    }
  }

  /// Loads a unit into the buffer that was not used last. If `fill` fails or returns false, that buffer holds no unit.
  private mutating func load(
    _ index: Int, filledBy fill: (inout MutableSpan<UInt8>) throws(StreamFailure) -> Bool
  ) throws(StreamFailure) -> Bool {
    latestBuffer = 1 - latestBuffer
    buffers[latestBuffer].index = nil
    if buffers[latestBuffer].bytes.isEmpty { buffers[latestBuffer].bytes = [UInt8](repeating: 0, count: unitSize) }
    var room = buffers[latestBuffer].bytes.mutableSpan
    guard try fill(&room) else { return false }
    buffers[latestBuffer].index = index
    return true
  }

  /// Drops all units before `index`. From then on none of them may be read or appended.
  package mutating func release(before index: Int) {
    while firstIndex < min(index, nextIndex), !locations.isEmpty {
      release(locations.removeValue(forKey: firstIndex))
      firstIndex += 1
    }
    firstIndex = max(firstIndex, index)
    nextIndex = max(nextIndex, index)
  }

  private mutating func release(_ location: Location?) {
    switch location {
    case .memory(let slot): memorySlots.release(slot)
    case .spill(let slot): spillSlots.release(slot)
    case .origin, nil: break
    }
  }
}

/// Hands out the numbers of slots: one that was released if there is any, else the next new number.
struct SlotNumbers {
  private var free: [Int] = []
  /// How many slots there must be: one more than the largest number handed out.
  private(set) var count = 0

  var usedCount: Int { count - free.count }

  mutating func take() -> Int {
    if let slot = free.popLast() { return slot }
    defer { count += 1 }
    return count
  }

  mutating func release(_ slot: Int) {
    free.append(slot)
  }
}
