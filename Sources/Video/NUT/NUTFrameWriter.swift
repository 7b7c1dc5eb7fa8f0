import NUT
import Pixels

/// Writes uncompressed frames as NUT.
struct NUTFrameWriter: FrameWriter {
  private var writer: NUTWriter
  private let frameBytes: Int

  init(_ format: StreamFormat) throws(VideoError) {
    guard let fourCC = NUTFourCC.bytes(for: format.layout.name) else {
      throw .inexpressible(
        "NUT cannot hold the pixel format \(format.layout.name)", advice: "use another -pix_fmt in ffmpeg")
    }
    guard let timebase = format.timebase ?? format.rate?.framesPerSecond.reciprocal else {
      throw .inexpressible("NUT needs a frame rate or a timebase", advice: "add --fps or --timebase")
    }
    guard NUTWriter.canCount(in: timebase) else {
      throw .inexpressible(
        "NUT cannot hold timestamps in units of \(timebase) s", advice: "choose a coarser --timebase")
    }
    let stream = NUTStream(
      fourCC: fourCC, .video(width: format.width, height: format.height, aspect: format.aspect))
    writer = NUTWriter(stream, timebase: timebase, rate: format.rate)
    frameBytes = format.layout.frameBytes
  }

  var header: [UInt8] { writer.header }

  mutating func prefix(stamp: Int?) -> [UInt8] {
    guard let stamp else { preconditionFailure("a NUT frame needs a stamp") }
    return writer.prefix(stamp: stamp, size: frameBytes)
  }
}
