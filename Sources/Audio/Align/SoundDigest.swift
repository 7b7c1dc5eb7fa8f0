import Streams

/// The data of a recording for comparison with another: mono samples at 8 kHz, and power changes in frequency bands.
package final class SoundDigest {
  static let rate = 8000

  /// The number of samples at 8 kHz.
  private(set) var count = 0
  /// In seconds.
  var length: Double { Double(count) / Double(Self.rate) }
  private(set) var rises = PowerRises()
  private var store: UnitStore
  private var decimator: Decimator
  private var unitCount = 0
  /// Samples that do not yet fill a storage unit of 8192 samples.
  private var pending: [Float] = []

  /// - Parameters:
  ///   - memory: the number of bytes of samples to keep in memory.
  ///   - spill: the file for samples that exceed `memory`.
  package init(rate: Int, memory: Int, spill: any SpillFile) {
    decimator = Decimator(from: rate)
    store = UnitStore(unitSize: Self.unitSize, memory: memory, spill: spill)
  }

  /// Reads a recording to its end.
  package convenience init(
    of feed: any SoundFeed, memory: Int, spill: any SpillFile
  ) throws(StreamFailure) {
    let format = feed.format
    self.init(rate: format.rate, memory: memory, spill: spill)
    let decoder = SampleDecoder(format)
    // Input blocks are short, because the decimator makes up to 8000 samples from one input sample (at a rate of 1 Hz).
    let length = min(8192, max(64, format.rate / 25))
    var bytes = [UInt8](repeating: 0, count: length * format.frameBytes)
    var planes = Planes<Float>(channels: format.channels, capacity: length)
    try feed.begin(0..<Int.max)
    while true {
      var room = bytes.mutableSpan
      let count = try feed.read(into: &room)
      _ = decoder.decode(bytes.span, frames: count, into: &planes.samples, stride: length, at: 0)
      // Samples are limited to ±1000, so that their squares do not overflow.
      try take(planes.mixed(count: count).map { min(1000, max(-1000, $0)) })
      if count < length { break }
    }
    try end()
  }

  /// The same recording, played as many times faster as `rate` is above 8 kHz.
  func played(at rate: Int, memory: Int, spill: any SpillFile) throws(StreamFailure) -> SoundDigest {
    let digest = SoundDigest(rate: rate, memory: memory, spill: spill)
    var samples = [Float](repeating: 0, count: Self.unitLength)
    for start in stride(from: 0, to: count, by: samples.count) {
      try copy(from: start, into: &samples)
      try digest.take(Array(samples.prefix(count - start)))
    }
    try digest.end()
    return digest
  }

  /// Takes the next samples, at the rate of the recording.
  func take(_ samples: [Float]) throws(StreamFailure) {
    decimator.take(samples, into: &pending)
    try storeUnits()
  }

  /// Must be called when the recording has ended.
  func end() throws(StreamFailure) {
    decimator.end(into: &pending)
    count = unitCount * Self.unitLength + pending.count
    let rest = pending.count % Self.unitLength
    if rest > 0 { pending += [Float](repeating: 0, count: Self.unitLength - rest) }
    try storeUnits()
  }

  private func storeUnits() throws(StreamFailure) {
    var start = 0
    while pending.count - start >= Self.unitLength {
      let unit = pending[start..<start + Self.unitLength]
      rises.take(unit)
      try store.append(unitCount) { (room) throws(StreamFailure) in
        Self.encode(unit, into: &room)
        return true
      }
      unitCount += 1
      start += Self.unitLength
    }
    pending.removeFirst(start)
  }

  /// Fills `samples` with the recording's samples from `start` on, and with zeros outside the recording.
  func copy(from start: Int, into samples: inout [Float]) throws(StreamFailure) {
    var index = 0
    while index < samples.count {
      let place = start + index
      let unit = place >= 0 ? place / Self.unitLength : -1
      let offset = place - unit * Self.unitLength
      let stop = min(samples.count, index + Self.unitLength - offset)
      if unit < 0 || unit >= unitCount {
        let end = unit < 0 ? min(stop, index - place) : stop
        for sample in index..<end { samples[sample] = 0 }
        index = end
        continue
      }
      try store.withUnit(unit) { (bytes) throws(StreamFailure) in
        Self.decode(bytes, from: offset, into: &samples, index..<stop)
      }
      index = stop
    }
  }

  /// Whether a span of samples lies within the recording.
  func has(_ span: Range<Int>) -> Bool { span.lowerBound >= 0 && span.upperBound <= count }
}

/// A stored unit of 8192 samples: its largest magnitude as a Float, then each sample as a 16-bit fraction of it.
extension SoundDigest {
  private static let unitLength = 8192
  private static let unitSize = 4 + 2 * unitLength

  private static func encode(_ unit: ArraySlice<Float>, into room: inout MutableSpan<UInt8>) {
    let largest = unit.reduce(0) { max($0, abs($1)) }
    // A unit this faint is stored as silence, because its scale would be too large for a Float.
    let scale = largest > 1e-20 ? 32767 / largest : 0
    let bits = largest.bitPattern
    for byte in 0..<4 { room[byte] = UInt8(truncatingIfNeeded: bits >> UInt32(8 * byte)) }
    var place = 4
    for sample in unit {
      let value = UInt16(bitPattern: Int16((sample * scale).rounded()))
      room[place] = UInt8(truncatingIfNeeded: value)
      room[place + 1] = UInt8(truncatingIfNeeded: value >> 8)
      place += 2
    }
  }

  private static func decode(_ bytes: Span<UInt8>, from offset: Int, into samples: inout [Float], _ range: Range<Int>) {
    var bits: UInt32 = 0
    for byte in 0..<4 { bits |= UInt32(bytes[byte]) << UInt32(8 * byte) }
    let scale = Float(bitPattern: bits) / 32767
    var place = 4 + 2 * offset
    for index in range {
      let value = UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8
      samples[index] = Float(Int16(bitPattern: value)) * scale
      place += 2
    }
  }
}
