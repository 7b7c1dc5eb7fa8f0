import Streams
import TestSupport
import Testing

@Suite struct UnitStoreTests {
  private static let unitSize = 16

  private static func unit(_ index: Int) -> [UInt8] {
    (0..<unitSize).map { UInt8(truncatingIfNeeded: index &* 37 &+ $0 &* 11 &+ index >> 8) }
  }

  private static func fill(_ room: inout MutableSpan<UInt8>, with unit: [UInt8]) -> Bool {
    for index in room.indices { room[index] = unit[index] }
    return true
  }

  private static func append(_ index: Int, to store: inout UnitStore) throws(StreamFailure) {
    try store.append(index) { room in fill(&room, with: unit(index)) }
  }

  private static func bytes(_ span: Span<UInt8>) -> [UInt8] { span.indices.map { span[$0] } }

  private static func bytes(of index: Int, in store: inout UnitStore) throws(StreamFailure) -> [UInt8] {
    try store.withUnit(index) { span in bytes(span) }
  }

  private func store(units: Int, spill: MemorySpill = MemorySpill()) -> UnitStore {
    UnitStore(unitSize: Self.unitSize, memory: units * Self.unitSize, spill: spill)
  }

  @Test func returnsTheUnitsAppended() throws {
    var store = store(units: 5)
    for index in 0..<20 { try Self.append(index, to: &store) }
    for index in (0..<20).reversed() { #expect(try Self.bytes(of: index, in: &store) == Self.unit(index)) }
  }

  /// A jump over many indices takes no time.
  @Test(.timeLimit(.minutes(1))) func jumpsBetweenIndicesAreFast() throws {
    var store = store(units: 5)
    for index in [1 << 40, 1 << 50] {
      store.release(before: index - 1)
      try Self.append(index, to: &store)
      store.release(before: index - 1)
      #expect(try Self.bytes(of: index, in: &store) == Self.unit(index))
      store.release(before: index + 1)
    }
  }

  /// A map that never goes backward needs two frames at a time. They need no file, however little memory is allowed.
  @Test(arguments: 0...6) func spillsNothingWhileTwoUnitsAreKept(units: Int) throws {
    let spill = MemorySpill()
    var store = store(units: units, spill: spill)
    for index in 0..<100 {
      store.release(before: index - 1)
      try Self.append(index, to: &store)
      let pair = try store.withUnits(max(0, index - 1), index) { Self.bytes($0) + Self.bytes($1) }
      #expect(pair == Self.unit(max(0, index - 1)) + Self.unit(index))
    }
    #expect(spill.callCount == 0)
  }

  @Test func spillsOnlyUnitsBeyondItsMemory() throws {
    let spill = MemorySpill()
    var store = store(units: 10, spill: spill)
    for index in 0..<8 { try Self.append(index, to: &store) }
    #expect(spill.callCount == 0)
    for index in 8..<11 { try Self.append(index, to: &store) }
    #expect(spill.bytes == Self.unit(8) + Self.unit(9) + Self.unit(10))
    // The last two units are still in the buffers from which they were written.
    #expect(try Self.bytes(of: 10, in: &store) + Self.bytes(of: 9, in: &store) == Self.unit(10) + Self.unit(9))
    #expect(spill.callCount == 3)
  }

  @Test func reusesSlotsOfTheFile() throws {
    let spill = MemorySpill()
    var store = store(units: 2, spill: spill)
    for index in 0..<1000 {
      try Self.append(index, to: &store)
      store.release(before: index - 9)
      #expect(try Self.bytes(of: max(0, index - 9), in: &store) == Self.unit(max(0, index - 9)))
    }
    #expect(spill.bytes.count <= 11 * Self.unitSize)
  }

  @Test func readsPairsFromMemoryAndFile() throws {
    var store = store(units: 4)
    for index in 0..<8 { try Self.append(index, to: &store) }
    for first in 0..<8 {
      for second in 0..<8 {
        let pair = try store.withUnits(first, second) { Self.bytes($0) + Self.bytes($1) }
        #expect(pair == Self.unit(first) + Self.unit(second), "units \(first) and \(second)")
      }
    }
  }

  @Test func indicesMayHaveGaps() throws {
    var store = store(units: 2)
    for index in [3, 4, 1000, 2_000_000] { try Self.append(index, to: &store) }
    for index in [2_000_000, 3, 1000, 4] { #expect(try Self.bytes(of: index, in: &store) == Self.unit(index)) }
    store.release(before: 3_000_000)
    try Self.append(3_000_000, to: &store)
    #expect(try Self.bytes(of: 3_000_000, in: &store) == Self.unit(3_000_000))
  }

  @Test(arguments: [2, 20]) func keepsNoIncompleteUnit(units: Int) throws {
    let spill = MemorySpill()
    var store = store(units: units, spill: spill)
    for index in 0..<5 { try Self.append(index, to: &store) }
    let calls = spill.callCount
    #expect(try !store.append(5) { room in !Self.fill(&room, with: Self.unit(99)) })
    #expect(spill.callCount == calls)
    #expect(throws: StreamFailure.inputOutput("broken")) {
      try store.append(5) { _ throws(StreamFailure) in throw .inputOutput("broken") }
    }
    for index in 5..<8 { try Self.append(index, to: &store) }
    for index in 0..<8 { #expect(try Self.bytes(of: index, in: &store) == Self.unit(index)) }
  }

  @Test func readsUnitsFromTheInputFile() throws {
    let (origin, spill) = (MemorySpill(), MemorySpill())
    var store = UnitStore(unitSize: Self.unitSize, memory: 0, spill: spill, origin: origin)
    // The units have gaps between them, as frame headers make.
    let offsets = (0..<50).map { $0 * (Self.unitSize + 6) + $0 % 3 }
    for (index, offset) in offsets.enumerated() {
      try origin.write(Self.unit(index).span, at: offset)
      store.append(index, at: offset)
    }
    for index in (0..<50).reversed() { #expect(try Self.bytes(of: index, in: &store) == Self.unit(index)) }
    #expect(spill.callCount == 0)
  }

  /// Appends, reads and releases units at random, and compares the store with a dictionary.
  @Test(arguments: 0..<60) func behavesLikeADictionary(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let origin = MemorySpill()
    let units = Int.random(in: 0...9, using: &generator)
    var store = UnitStore(
      unitSize: Self.unitSize, memory: units * Self.unitSize, spill: MemorySpill(), origin: origin)
    var kept: [Int: [UInt8]] = [:]
    var next = 0
    for step in 0..<400 {
      let choice = Int.random(in: 0..<10, using: &generator)
      switch choice {
      case 0...2:
        next += Int.random(in: 0...1, using: &generator)
        try Self.append(next, to: &store)
        kept[next] = Self.unit(next)
        next += 1
      case 3:
        try origin.write(Self.unit(next).span, at: next * 20)
        store.append(next, at: next * 20)
        kept[next] = Self.unit(next)
        next += 1
      case 4:
        let bound = next - Int.random(in: -1...20, using: &generator)
        store.release(before: bound)
        kept = kept.filter { $0.key >= bound }
        next = max(next, bound)
      case 5...6:
        guard let first = kept.randomElement(using: &generator), let second = kept.randomElement(using: &generator)
        else {
          continue
        }
        let pair = try store.withUnits(first.key, second.key) { Self.bytes($0) + Self.bytes($1) }
        #expect(pair == first.value + second.value, "seed \(seed), step \(step): units \(first.key), \(second.key)")
      default:
        guard let unit = kept.randomElement(using: &generator) else { continue }
        let bytes = try Self.bytes(of: unit.key, in: &store)
        #expect(bytes == unit.value, "seed \(seed), step \(step): unit \(unit.key)")
      }
    }
  }

  /// Each call to the spill file fails once. The failure is reported once, and all later calls work.
  @Test(arguments: 0..<40) func worksAfterAFailureOfTheFile(failingCall: Int) throws {
    let spill = MemorySpill(failingAtCall: failingCall)
    var store = store(units: 2, spill: spill)
    var failures = 0
    for index in 0..<20 {
      do { try Self.append(index, to: &store) } catch {
        failures += 1
        try Self.append(index, to: &store)
      }
    }
    for index in (0..<20).reversed() {
      for _ in 0..<2 {
        do { #expect(try Self.bytes(of: index, in: &store) == Self.unit(index)) } catch { failures += 1 }
      }
    }
    #expect(failures == (failingCall < spill.callCount ? 1 : 0))
  }
}
