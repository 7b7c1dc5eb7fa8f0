import Streams

/// Reads whole sample frames, as bytes, from raw samples or from WAV.
///
/// If the input ends too early, all whole sample frames are read nevertheless, and `brokenFrame` and `shortfall` tell
/// afterwards how the input ended.
package struct SoundReader<Source: ByteSource & ~Copyable>: ~Copyable {
  package let container: SoundContainer
  package let format: SoundFormat
  /// What the header says; nil for raw samples.
  package let header: WAVHeader?
  /// The offset of the first sample in the stream, in bytes.
  package let payloadStart: Int

  /// How many sample frames have been read.
  package private(set) var frameCount = 0
  /// The error to report if the input ended inside a sample frame, which was dropped.
  package private(set) var brokenFrame: AudioError?
  /// The error to report if the input ended before as many sample frames as the header promised.
  package private(set) var shortfall: AudioError?

  private var input: ByteInput<Source>
  /// How many bytes of samples the header still promises.
  private var promisedBytes: Int?
  private var hasEnded = false

  /// - Parameter declaration: what the input is; nil to read it as WAV if it begins as WAV, and to refuse it otherwise.
  package init(_ source: consuming Source, declared declaration: SoundDeclaration? = nil) throws(AudioError) {
    try self.init(reading: ByteInput(source), declared: declaration)
  }

  /// Of the input nothing has been taken yet.
  init(reading input: consuming ByteInput<Source>, declared declaration: SoundDeclaration?) throws(AudioError) {
    var input = input
    if case .raw(let format) = declaration {
      (self.format, container, header) = (format, .raw(format.sample), nil)
    } else {
      let header = try WAVHeaderReader.read(&input, isDeclared: declaration == .wav)
      (format, container, self.header) = (header.format, .wav, header)
    }
    promisedBytes = header?.dataLength
    payloadStart = input.position
    self.input = input
  }

  /// Ends reading and returns the source.
  package consuming func intoSource() -> Source { input.intoSource() }

  /// Whether so many frames can be read without waiting for them, as far as that is known.
  func has(_ frames: Int) -> Bool { input.has(frames * format.frameBytes) }

  /// How far the input has been read, in bytes.
  package var position: Int { input.position }

  /// How many sample frames the header promises; nil if it does not say.
  package var promisedFrames: Int? { header?.dataLength.map { $0 / format.frameBytes } }

  /// The error to report if the input ended too early.
  package var truncation: AudioError? { brokenFrame ?? shortfall }

  /// Fills `room` with whole sample frames and returns their number: fewer than there is room for only where the
  /// samples end, and 0 after that. There has to be room for one sample frame.
  package mutating func read(into room: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    precondition(room.count >= format.frameBytes, "there is no room for a sample frame")
    if hasEnded { return 0 }
    let due = wholeFrames(min(room.count, promisedBytes ?? .max))
    var part = room._mutatingExtracting(..<due)
    let arrived = try input.read(into: &part)
    promisedBytes = promisedBytes.map { $0 - arrived }
    let frames = arrived / format.frameBytes
    frameCount += frames
    if due == 0 || arrived < due { end(excess: due == 0 ? promisedBytes ?? 0 : arrived % format.frameBytes) }
    return frames
  }

  /// Reads the rest of the input, also what follows the samples, and drops it, so that the program that writes the
  /// input is not cut off.
  ///
  /// - Returns: how many sample frames were dropped.
  @discardableResult
  package mutating func skipRest() throws(StreamFailure) -> Int {
    let before = frameCount
    var scrap = [UInt8](repeating: 0, count: 64 * 1024)
    var room = scrap.mutableSpan
    while try read(into: &room) > 0 {}
    _ = try input.skip(.max)
    return frameCount - before
  }

  /// - Parameter excess: how many bytes came, or were promised, of a last sample frame that is not whole.
  private mutating func end(excess: Int) {
    hasEnded = true
    if excess > 0 { brokenFrame = .truncated("sample frame \(frameCount)", byte: position) }
    guard let promisedFrames, promisedFrames > frameCount else { return }
    shortfall = .short(missing: promisedFrames - frameCount, promised: promisedFrames, byte: position)
  }

  private func wholeFrames(_ byteCount: Int) -> Int { byteCount - byteCount % format.frameBytes }
}
