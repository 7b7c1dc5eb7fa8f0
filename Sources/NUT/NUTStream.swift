import Warp

/// The one stream of a NUT file, as its header says it: how its packets are encoded, and of what.
package struct NUTStream: Equatable, Sendable {
  package let fourCC: [UInt8]
  package let medium: Medium
  /// By how many packets the order in which they are decoded differs from that in which they are shown.
  package let delay: Int
  /// What the decoder has to know before the first packet.
  package let codecData: [UInt8]

  package enum Medium: Equatable, Sendable {
    /// - Parameter aspect: of a pixel; nil where it is not known.
    case video(width: Int, height: Int, aspect: Rational?)
    /// Samples a second, and how many channels.
    case sound(rate: Rational, channels: Int)
    case other(String)

    /// In messages.
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

  /// In messages.
  package var codecName: String {
    fourCC.map { (0x21...0x7E).contains($0) ? String(UnicodeScalar($0)) : "[\($0)]" }.joined()
  }
}

extension NUTStream {
  /// The number of the class of a medium, and the fields of a header that only streams of this class have.
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
