import Glibc

enum Decibels {
  static func of(_ power: Float) -> Float { 3.010_3 * log2(power) }
}
