import Audio
import Streams

/// Everything that is read of a WAV stream.
struct Sound: Equatable {
  let format: SoundFormat
  private(set) var samples: [UInt8] = []
  private(set) var truncation: AudioError?

  static func outcome(of source: MemorySource) -> Result<Sound, AudioError> {
    Result { () throws(AudioError) in try Sound(reading: source) }
  }

  private init(reading source: MemorySource) throws(AudioError) {
    var reader = try SoundReader(source)
    format = reader.format
    var block = [UInt8](repeating: 0, count: 1000)
    var room = block.mutableSpan
    do throws(StreamFailure) {
      while case let count = try reader.read(into: &room), count > 0 {
        for index in 0..<count * format.frameBytes { samples.append(room[index]) }
      }
    } catch {
      throw .stream(error)
    }
    truncation = reader.truncation
  }

  /// The samples as numbers and as bytes again; nil where some are no numbers.
  var codedAgain: [UInt8]? {
    let frames = samples.count / format.frameBytes
    var values = [Double](repeating: 0, count: frames * format.channels)
    var planes = values.mutableSpan
    let strangeCount = SampleDecoder(format).decode(
      samples.span, frames: frames, into: &planes, stride: frames, at: 0)
    var encoder = SampleEncoder(format, copiesFrom: format.sample)
    var written = [UInt8](repeating: 0, count: samples.count)
    var room = written.mutableSpan
    encoder.encode(values.span, stride: frames, at: 0, frames: frames, unchanged: [0..<frames], into: &room)
    return strangeCount > 0 ? nil : written
  }
}
