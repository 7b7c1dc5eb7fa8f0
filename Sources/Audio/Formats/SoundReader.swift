import Streams

/// Reads whole sample frames, as bytes, from raw samples or from WAV. If the input is truncated, all whole sample
/// frames are read nevertheless. Afterwards, `brokenFrame` and `shortfall` say how the input ended.
package final class SoundReader {
  package let container: SoundContainer
  package let format: SoundFormat
  /// The header of a WAV; nil for raw samples.
  package let header: WAVHeader?
  /// The offset of the first sample in the stream, in bytes.
  package let payloadStart: Int

  package private(set) var frameCount = 0
  /// The error to report if the input ended inside a sample frame, which was dropped.
  package private(set) var brokenFrame: AudioError?
  /// The error to report if the input has fewer sample frames than its header states.
  package private(set) var shortfall: AudioError?

  private var input: ByteInput
  /// The number of bytes of samples still to come according to the header; nil if the header states no length.
  private var promisedBytes: Int?
  private var hasEnded = false

  /// - Parameter declaration: the declared format. If it is nil, the input must be WAV.
  package convenience init(_ source: any ByteSource, declared declaration: SoundDeclaration? = nil) throws(AudioError) {
    try self.init(reading: ByteInput(source), declared: declaration)
  }

  /// - Parameter input: an input from which no byte has been read yet.
  init(reading input: consuming ByteInput, declared declaration: SoundDeclaration?) throws(AudioError) {
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

  /// Ends reading, and the source with it.
  func close() throws(StreamFailure) { try input.close(hasEnded: hasEnded) }

  /// Whether `frames` sample frames can be read without waiting, as far as the source knows.
  func has(_ frames: Int) -> Bool { input.has(frames * format.frameBytes) }

  /// The number of bytes read from the input, including its header.
  package var position: Int { input.position }

  /// The number of sample frames that the header states; nil if it states none.
  package var promisedFrames: Int? { header?.dataLength.map { $0 / format.frameBytes } }

  /// The error to report if the input ended too early.
  package var truncation: AudioError? { brokenFrame ?? shortfall }

  /// Fills `room` with whole sample frames and returns their number. Returns fewer than fit only at the end of the
  /// samples, and 0 after that. `room` must hold at least one sample frame.
  package func read(into room: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
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

  /// Reads and discards the rest of the input, including bytes after the samples, so that the program that writes the
  /// input can finish.
  ///
  /// - Returns: the number of sample frames dropped.
  @discardableResult
  package func skipRest() throws(StreamFailure) -> Int {
    let before = frameCount
    var scrap = [UInt8](repeating: 0, count: 64 * 1024)
    var room = scrap.mutableSpan
    while try read(into: &room) > 0 {}
    _ = try input.skip(.max)
    return frameCount - before
  }

  /// - Parameter excess: the bytes of an incomplete last sample frame, received or only promised by the header.
  private func end(excess: Int) {
    hasEnded = true
    if excess > 0 { brokenFrame = .truncated("sample frame \(frameCount)", byte: position) }
    guard let promisedFrames, promisedFrames > frameCount else { return }
    shortfall = .short(missing: promisedFrames - frameCount, promised: promisedFrames, byte: position)
  }

  private func wholeFrames(_ byteCount: Int) -> Int { byteCount - byteCount % format.frameBytes }
}
