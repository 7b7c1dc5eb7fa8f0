import Values

/// The one stream of a NUT file as its header describes it.
package struct NUTStream: Equatable, Sendable {
  package let fourCC: [UInt8]
  package let medium: Medium
  /// The number of packets by which decoding order can differ from presentation order.
  package let delay: Int
  /// The data that the decoder needs before the first packet (ffmpeg's extradata).
  package let codecData: [UInt8]

  package enum Medium: Equatable, Sendable {
    /// - Parameter aspect: the aspect ratio of a pixel; nil if unknown.
    case video(width: Int, height: Int, aspect: Rational?)
    /// - Parameter rate: samples per second.
    case sound(rate: Rational, channels: Int)
    case other(String)

    /// The name in messages.
    package var name: String {
      switch self {
      case .video: "video"
      case .sound: "sound"
      case .other(let name): name
      }
    }
  }

  package init(fourCC: [UInt8], _ medium: Medium, delay: Int = 0, codecData: [UInt8] = []) {
    (self.fourCC, self.medium, self.delay, self.codecData) = (fourCC, medium, delay, codecData)
  }

  /// The codec's name in messages.
  package var codecName: String {
    fourCC.map { (0x21...0x7E).contains($0) ? String(UnicodeScalar($0)) : "[\($0)]" }.joined()
  }
}

extension NUTStream {
  /// The number of the medium's class, and the header fields that only streams of this class have.
  var fields: (number: Int, values: [Int]) {
    switch medium {
    case .video(let width, let height, let aspect):
      (0, [width, height, Int(aspect?.numerator ?? 0), Int(aspect?.denominator ?? 0), 0])
    case .sound(let rate, let channels): (1, [Int(rate.numerator), Int(rate.denominator), channels])
    case .other: preconditionFailure("only video and sound are written")
    }
  }
}

extension NUTStream.Medium {
  init(class number: Int, _ fields: inout NUTFields) throws(NUTError) {
    let start = fields.position
    switch number {
    case 0:
      let (width, height, top, bottom) = (try fields.v(), try fields.v(), try fields.v(), try fields.v())
      self = .video(width: width, height: height, aspect: top == 0 ? nil : Rational(Int64(top), Int64(bottom)))
    case 1:
      let (top, bottom, channels) = (try fields.v(), try fields.v(), try fields.v())
      guard let rate = Rational(Int64(top), Int64(bottom)), top > 0 else {
        throw .malformed("a NUT stream header has an invalid rate", byte: start)
      }
      self = .sound(rate: rate, channels: channels)
    default: self = .other([2: "subtitles", 3: "data"][number] ?? "of unknown type")
    }
  }
}
