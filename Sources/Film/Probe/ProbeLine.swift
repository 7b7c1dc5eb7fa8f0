/// A line of what `ffprobe -of compact` prints: the name of a section, and fields with their values.
///
///     stream|index=0|codec_type=video|disposition:default=1|tag:language=und
///
/// Line feeds, bars and backslashes in values come escaped with a backslash. What divides the line is looked for by bytes or scalars:
/// a value may begin with an accent, which to Swift is one Character with what stands before it.
struct ProbeLine {
  let section: Substring
  private let fields: [(name: Substring, value: String)]

  init(_ line: String) {
    let parts = Self.split(line)
    section = parts.first ?? ""
    fields = parts.dropFirst().compactMap { part in
      part.utf8.firstIndex(of: UInt8(ascii: "=")).map {
        (Self.plain(part[..<$0]), Self.unescaped(part[part.utf8.index(after: $0)...]))
      }
    }
  }

  private init(section: Substring, fields: [(name: Substring, value: String)]) {
    self.section = section
    self.fields = fields
  }

  /// The same line with the fields of another behind its own.
  func adding(_ other: ProbeLine) -> ProbeLine { ProbeLine(section: section, fields: fields + other.fields) }

  /// The value of a field; nil where ffprobe leaves it out or says that there is none.
  subscript(_ name: String) -> String? {
    fields.first { $0.name == name }.flatMap { $0.value == "N/A" ? nil : $0.value }
  }

  /// All values of a field that may come more than once.
  func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// The fields whose names begin with `prefix`, in order, named by the rest of their names.
  func fields(under prefix: String) -> [(name: String, value: String)] {
    fields.filter { $0.name.utf8.starts(with: prefix.utf8) }.map {
      (String($0.name.unicodeScalars.dropFirst(prefix.unicodeScalars.count)), $0.value)
    }
  }

  func whole(_ name: String) -> Int? { self[name].flatMap { Int($0) } }

  /// A number that ffprobe has in 32 bits, so that what is computed from it cannot overflow; nil for a larger one.
  func bounded(_ name: String) -> Int? { self[name].flatMap { Int32($0) }.map { Int($0) } }

  /// A time in seconds; nil for what is no finite number.
  func seconds(_ name: String) -> Double? { self[name].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }

  /// The name of a field without that of the side data it belongs to, which ffprobe puts before it since 6.1:
  /// `side_datum/display_matrix:rotation`.
  private static func plain(_ name: Substring) -> Substring {
    guard name.utf8.starts(with: "side_datum/".utf8), let end = name.unicodeScalars.firstIndex(of: ":") else {
      return name
    }
    return name[name.unicodeScalars.index(after: end)...]
  }

  /// Splits at bars that are not escaped.
  private static func split(_ line: String) -> [Substring] {
    var parts: [Substring] = []
    var start = line.startIndex
    var isEscaped = false
    for index in line.utf8.indices {
      let byte = line.utf8[index]
      if byte == UInt8(ascii: "|"), !isEscaped {
        parts.append(line[start..<index])
        start = line.utf8.index(after: index)
      }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return parts + [line[start...]]
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = ["b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r"]

  private static func unescaped(_ value: Substring) -> String {
    guard value.utf8.contains(UInt8(ascii: "\\")) else { return String(value) }
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if isEscaped {
        text.append(escapes[scalar] ?? scalar)
      } else if scalar != "\\" {
        text.append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return String(text)
  }
}
