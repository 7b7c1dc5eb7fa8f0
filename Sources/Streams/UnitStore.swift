/// Keeps units of one size (frames, blocks of samples) by index until they are released.
///
/// Units go to memory first. When that is full, new units go to the spill file and stay there: no unit is ever moved.
/// If the origin can supply a unit again, only the offset is kept. The origin is a seekable input file or something
/// that acts as one. Released slots are used again, in memory and in the spill file.
package struct UnitStore: ~Copyable {
  private enum Location {
    case memory(slot: Int)
    case spill(slot: Int)
    case origin(offset: Int)
  }

  /// A buffer for a unit that is not kept in memory.
  private struct Buffer {
    /// The index of the unit in `bytes`; nil if there is none.
    var index: Int?
    var bytes: [UInt8] = []
  }

  package let unitSize: Int
  private let spill: any SpillFile
  private let origin: (any SeekableFile)?
  /// The number of units that memory may hold, besides those in the two buffers.
  private let memoryCapacity: Int

  private var locations: [Int: Location] = [:]
  private var memory: [[UInt8]] = []
  private var memorySlots = SlotNumbers()
  private var spillSlots = SlotNumbers()
  /// Two, because two units can be read at once. A unit is loaded into the buffer that was not used last.
  private var buffers = [Buffer(), Buffer()]
  private var latestBuffer = 0

  /// A lower bound for the indices of kept units.
  private var firstIndex = 0
  /// The lowest index that may be appended.
  private var nextIndex = 0

  /// - Parameters:
  ///   - memory: the number of bytes to hold in memory, including two buffers for units that are read from a file. At
  ///     least two units are held besides the buffers.
  ///   - origin: the file that contains the units appended by offset.
  package init(unitSize: Int, memory: Int, spill: any SpillFile, origin: (any SeekableFile)? = nil) {
    precondition(unitSize > 0)
    self.unitSize = unitSize
    self.spill = spill
    self.origin = origin
    memoryCapacity = max(2, memory / unitSize - buffers.count)
  }

  /// Keeps the unit that `fill` writes. If `fill` has no whole unit and returns false, nothing is kept and this call
  /// returns false. Units are appended in the order of their indices. Indices may be skipped; a skipped unit cannot be
  /// read.
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

  package mutating func append(_ index: Int, at offset: Int) {
    precondition(index >= nextIndex, "units are appended in order")
    precondition(origin != nil, "there is no file to find it in")
    keep(index, .origin(offset: offset))
  }

  /// Records that a unit is at byte `offset` of the file `origin`, and holds the bytes that `fill` writes in a buffer.
  /// The buffer saves a read of the file until two other units have been loaded. If `fill` returns false, nothing is
  /// kept and this call returns false.
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
    // The first unit stays loaded, because this load uses the other buffer.
    try load(second)
    return try withLoadedUnit(first) { (first) throws(StreamFailure) in
      try withLoadedUnit(second) { (second) throws(StreamFailure) in try body(first, second) }
    }
  }

  private func withLoadedUnit<Result>(
    _ index: Int, _ body: (Span<UInt8>) throws(StreamFailure) -> Result
  ) throws(StreamFailure) -> Result {
    // `bytes` shares the array's storage (copy on write). Swift cannot take a Span of an array inside another array.
    let bytes = loadedUnit(index)
    return try body(bytes.span)
  }

  /// A unit in memory, or one that `load` has put into a buffer.
  private func loadedUnit(_ index: Int) -> [UInt8] {
    if case .memory(let slot) = locations[index] { return memory[slot] }
    guard let buffer = buffers.first(where: { $0.index == index }) else { preconditionFailure("not loaded") }
    return buffer.bytes
  }

  private mutating func load(_ index: Int) throws(StreamFailure) {
    guard let location = locations[index] else { preconditionFailure("unit \(index) is not kept") }
    switch location {
    case .memory: break
    case .spill(let slot): try load(index, from: spill, at: slot * unitSize)
    case .origin(let offset): try load(index, from: origin!, at: offset)
    }
  }

  /// Reads a unit from a file into a buffer. If a buffer already has the unit, that buffer becomes the one used last,
  /// so the next load leaves it alone.
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

  /// Drops all units before `index`. Afterwards these units may be neither read nor appended.
  package mutating func release(before index: Int) {
    while firstIndex < min(index, nextIndex), !locations.isEmpty {
      release(locations.removeValue(forKey: firstIndex))
      firstIndex += 1
    }
    firstIndex = max(firstIndex, index)
    nextIndex = max(nextIndex, index)
  }

  /// Drops the units in a range. Afterwards these units may not be read.
  package mutating func release(_ range: Range<Int>) {
    for index in range { release(locations.removeValue(forKey: index)) }
  }

  private mutating func release(_ location: Location?) {
    switch location {
    case .memory(let slot): memorySlots.release(slot)
    case .spill(let slot): spillSlots.release(slot)
    case .origin, nil: break
    }
  }
}

/// Hands out slot numbers: a released one if there is any, else the next new number.
struct SlotNumbers {
  private var free: [Int] = []
  /// The number of slots that must exist: one more than the largest number handed out.
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
