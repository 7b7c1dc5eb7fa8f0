import Foundation
import Testing

@testable import Camera

/// Sidecars of Apple's Photos, which Foundation writes here.
@Suite struct AppleSidecarTests {
  enum Form: CaseIterable { case binary, xml, compressed, compressedByZlib }

  static func list(_ value: [String: Any], _ format: PropertyListSerialization.PropertyListFormat) throws -> [UInt8] {
    Array(try PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0))
  }

  static func time(_ seconds: Double) -> [String: Any] {
    ["flags": 1, "value": Int(seconds * 600), "timescale": 600, "epoch": 0]
  }

  static func slowMotion(_ regions: [(Double, Double)], _ rate: Double) -> [String: Any] {
    let ranges = regions.map { ["timeRange": ["start": time($0.0), "duration": time($0.1 - $0.0)]] }
    return ["slowMotion": ["regions": ranges, "rate": rate]]
  }

  /// Data without compression are a block of DEFLATE too.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let count = [UInt8(bytes.count & 255), UInt8(bytes.count >> 8)]
    return [1] + count + count.map { ~$0 } + bytes
  }

  static func sidecar(
    _ edit: [String: Any], as form: Form = .binary, _ outer: PropertyListSerialization.PropertyListFormat = .xml,
    format: String = "com.apple.video.slomo"
  ) throws -> [UInt8] {
    let inner = try list(edit, form == .xml ? .xml : .binary)
    let data =
      switch form {
      case .binary, .xml: inner
      case .compressed: stored(inner)
      case .compressedByZlib: [0x78, 0x9C] + stored(inner)
      }
    return try list(
      ["adjustmentFormatIdentifier": format, "adjustmentData": Data(data), "adjustmentBaseVersion": 0], outer)
  }

  @Test(arguments: Form.allCases) func regionsAndSpeedAreRead(_ form: Form) throws {
    for outer in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let bytes = try Self.sidecar(Self.slowMotion([(6, 9.5), (1, 4)], 0.125), as: form, outer)
      let sidecar = try AppleSidecar(reading: bytes)
      #expect(sidecar.regions == [.init(start: 1, end: 4), .init(start: 6, end: 9.5)] && sidecar.speed == 0.125)
    }
  }

  @Test func otherEditsAreNamed() throws {
    let bytes = try Self.sidecar(["crop": 1], format: "com.apple.photo")
    #expect(throws: AppleSidecar.OtherEdit(format: "com.apple.photo")) { try AppleSidecar(reading: bytes) }
  }

  @Test func damageIsFound() throws {
    let good = try Self.sidecar(Self.slowMotion([(1, 4)], 0.25))
    for count in stride(from: 0, to: good.count - 12, by: 7) {
      #expect(throws: CameraError.self, "\(count)") { try AppleSidecar(reading: Array(good[..<count])) }
    }
    var late = Self.slowMotion([(1, 4)], 0.25)
    late["slowMotion"] = ["regions": [["timeRange": ["start": ["value": 1]]]], "rate": 0.25]
    for edit in [Self.slowMotion([(1, 4)], 0), Self.slowMotion([(1, 4)], 2), late, ["other": 1]] {
      let bytes = try Self.sidecar(edit)
      #expect(throws: CameraError.self) { try AppleSidecar(reading: bytes) }
    }
  }

  /// Values of all kinds, and containers that contain themselves.
  @Test func binaryListsAreReadAndBounded() throws {
    let list: [String: Any] = [
      "a": [1, -2, 70_000, 1.5, true, "long text of more than fifteen characters", "ü", Data([1, 2, 3])] as [Any],
      "b": (0..<300).map { $0 },
    ]
    let value = try PropertyValue(reading: try Self.list(list, .binary))
    #expect(value["a"]?.array?.compactMap(\.number) == [1, -2, 70_000, 1.5])
    #expect(value["a"]?.array?.compactMap(\.text).last == "ü" && value["a"]?.array?.last?.data == [1, 2, 3])
    #expect(value["b"]?.array?.compactMap(\.number) == (0..<300).map(Double.init))
    // A long text that is shared takes no more memory than it would alone.
    let shared = [UInt8](repeating: 0x41, count: 600_000)
    let text: [UInt8] = [0x5F, 0x12, 0, 9, 0x27, 0xC0] + shared
    let array: [UInt8] = [0xAF, 0x10, 200] + [UInt8](repeating: 1, count: 200)
    let places = [8, 8 + array.count].flatMap { place in (0..<4).reversed().map { UInt8(place >> (8 * $0) & 255) } }
    let end = 8 + array.count + text.count
    let foot: [UInt8] = [0, 0, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0, 0, 0, 0, 2] + [0, 0, 0, 0, 0, 0, 0, 0]
    let start = [0, 0, 0, 0] + (0..<4).reversed().map { UInt8(end >> (8 * $0) & 255) }
    let list2 = Array("bplist00".utf8) + array + text + places + foot + start
    #expect(throws: CameraError.self) { try PropertyValue(reading: list2) }
    // An array of two references to itself.
    let loop: [UInt8] =
      Array("bplist00".utf8) + [0xA2, 0, 0, 8] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1]
      + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 11]
    #expect(throws: CameraError.self) { try PropertyValue(reading: loop) }
  }
}

/// Decompression, of what zlib has written.
@Suite struct InflateTests {
  private static let text = Array(
    String(repeating: "slow motion, slow motion; fast motion, fast motion. ", count: 3).utf8)
  private static let fixed = bytes("2bcec92f57c8cd2fc9cccfd351284670ac15d2128b4be032481c3d646534d50300")
  private static let dynamic = bytes(
    "bdcbcb0dc3300c04d13babd8020237906af85951a29ce860036e3f3905ae20c787c1046d6677334d504403681437869650184ed66c36"
      + "5a25c2a3d340e5981444e6e0770e52d4b41781eab37985651cfbbaf05ae758ef076e78a2e971feca0d1bfef57c00")

  private static func bytes(_ digits: String) -> [UInt8] {
    let digits = Array(digits)
    return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
  }

  @Test func blocksOfAllKindsAreRead() {
    #expect(Inflate.data(Self.fixed, limit: 1000) == Self.text)
    let data = Inflate.data(Self.dynamic, limit: 1000)
    #expect(data?.count == 246 && data?.suffix(156) == Self.text[...])
    #expect(Inflate.data([0, 2, 0, 0xFD, 0xFF, 7, 8, 1, 0, 0, 0xFF, 0xFF], limit: 10) == [7, 8])
  }

  @Test func damageAndLengthAreBounded() {
    for bytes in [Self.fixed, Self.dynamic] {
      for count in 0..<bytes.count - 1 { #expect(Inflate.data(Array(bytes[..<count]), limit: 1000) == nil) }
      #expect(Inflate.data(bytes, limit: 100) == nil)
    }
    // A block of an unknown kind, wrong lengths, and a distance before the start.
    for bytes in [[7], [1, 2, 0, 0, 0, 1, 2], [0x2B, 0x02, 0x12]] as [[UInt8]] {
      #expect(Inflate.data(bytes, limit: 1000) == nil)
    }
  }
}
