/// A sample format in memory. The loops over samples are generic over this type and specialized for each format.
protocol SampleCoding {
  static var size: Int { get }
  static var isAlwaysFinite: Bool { get }
  /// Decodes the sample at `bytes`. Full scale is ±1.
  static func decode<Element: SoundElement>(_ bytes: UnsafeRawPointer) -> Element
}

/// A format of integer samples, of at most 32 bits.
protocol IntegerCoding: SampleCoding {
  static func load(_ bytes: UnsafeRawPointer) -> Int32
  static func store(_ sample: Int32, at bytes: UnsafeMutableRawPointer)
}

extension IntegerCoding {
  static var bits: Int { size * 8 }
  static var isAlwaysFinite: Bool { true }

  @inline(__always)
  static func decode<Element: SoundElement>(_ bytes: UnsafeRawPointer) -> Element {
    // The factor is a power of two, so the product is exact.
    Element(Int(unsafe load(bytes))) * (1 / Element(1 << (bits - 1)))
  }
}

protocol FloatCoding: SampleCoding {
  /// The largest finite sample.
  static var largest: Double { get }
  static func encode<Element: SoundElement>(_ sample: Element, at bytes: UnsafeMutableRawPointer)
}

extension FloatCoding {
  static var isAlwaysFinite: Bool { false }
}

protocol ByteOrder {
  /// Converts a number between this byte order and the machine's, in either direction.
  static func turned<Number: FixedWidthInteger>(_ number: Number) -> Number
  /// The offset, within a three-byte number, of the byte whose weight is 256 to the `power`.
  static func offset(ofPower power: Int) -> Int
}

enum LittleEndian: ByteOrder {
  @inline(__always)
  static func turned<Number: FixedWidthInteger>(_ number: Number) -> Number { Number(littleEndian: number) }

  @inline(__always)
  static func offset(ofPower power: Int) -> Int { power }
}

enum BigEndian: ByteOrder {
  @inline(__always)
  static func turned<Number: FixedWidthInteger>(_ number: Number) -> Number { Number(bigEndian: number) }

  @inline(__always)
  static func offset(ofPower power: Int) -> Int { 2 - power }
}

enum Unsigned8: IntegerCoding {
  static var size: Int { 1 }

  @inline(__always)
  static func load(_ bytes: UnsafeRawPointer) -> Int32 { Int32(unsafe bytes.load(as: UInt8.self)) - 128 }

  @inline(__always)
  static func store(_ sample: Int32, at bytes: UnsafeMutableRawPointer) {
    unsafe bytes.storeBytes(of: UInt8(truncatingIfNeeded: sample &+ 128), as: UInt8.self)
  }
}

enum Signed16<Order: ByteOrder>: IntegerCoding {
  static var size: Int { 2 }

  @inline(__always)
  static func load(_ bytes: UnsafeRawPointer) -> Int32 {
    Int32(Order.turned(unsafe bytes.loadUnaligned(as: Int16.self)))
  }

  @inline(__always)
  static func store(_ sample: Int32, at bytes: UnsafeMutableRawPointer) {
    unsafe bytes.storeBytes(of: Order.turned(Int16(truncatingIfNeeded: sample)), as: Int16.self)
  }
}

enum Signed24<Order: ByteOrder>: IntegerCoding {
  static var size: Int { 3 }

  @inline(__always)
  static func load(_ bytes: UnsafeRawPointer) -> Int32 {
    let high = Int32(unsafe bytes.load(fromByteOffset: Order.offset(ofPower: 2), as: Int8.self))
    let middle = Int32(unsafe bytes.load(fromByteOffset: Order.offset(ofPower: 1), as: UInt8.self))
    let low = Int32(unsafe bytes.load(fromByteOffset: Order.offset(ofPower: 0), as: UInt8.self))
    return high &<< 16 | middle &<< 8 | low
  }

  @inline(__always)
  static func store(_ sample: Int32, at bytes: UnsafeMutableRawPointer) {
    for power in 0..<3 {
      let byte = UInt8(truncatingIfNeeded: sample &>> Int32(truncatingIfNeeded: 8 &* power))
      unsafe bytes.storeBytes(of: byte, toByteOffset: Order.offset(ofPower: power), as: UInt8.self)
    }
  }
}

enum Signed32<Order: ByteOrder>: IntegerCoding {
  static var size: Int { 4 }

  @inline(__always)
  static func load(_ bytes: UnsafeRawPointer) -> Int32 { Order.turned(unsafe bytes.loadUnaligned(as: Int32.self)) }

  @inline(__always)
  static func store(_ sample: Int32, at bytes: UnsafeMutableRawPointer) {
    unsafe bytes.storeBytes(of: Order.turned(sample), as: Int32.self)
  }
}

enum Float32<Order: ByteOrder>: FloatCoding {
  static var size: Int { 4 }
  static var largest: Double { Double(Float.greatestFiniteMagnitude) }

  @inline(__always)
  static func decode<Element: SoundElement>(_ bytes: UnsafeRawPointer) -> Element {
    Element(Float(bitPattern: Order.turned(unsafe bytes.loadUnaligned(as: UInt32.self))))
  }

  @inline(__always)
  static func encode<Element: SoundElement>(_ sample: Element, at bytes: UnsafeMutableRawPointer) {
    unsafe bytes.storeBytes(of: Order.turned(Float(sample.asDouble).bitPattern), as: UInt32.self)
  }
}

enum Float64<Order: ByteOrder>: FloatCoding {
  static var size: Int { 8 }
  static var largest: Double { .greatestFiniteMagnitude }

  @inline(__always)
  static func decode<Element: SoundElement>(_ bytes: UnsafeRawPointer) -> Element {
    Element(Double(bitPattern: Order.turned(unsafe bytes.loadUnaligned(as: UInt64.self))))
  }

  @inline(__always)
  static func encode<Element: SoundElement>(_ sample: Element, at bytes: UnsafeMutableRawPointer) {
    unsafe bytes.storeBytes(of: Order.turned(sample.asDouble.bitPattern), as: UInt64.self)
  }
}
