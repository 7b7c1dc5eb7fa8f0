/// A line of `ffprobe -of compact`: the name of a section, and fields with values.
///
///     stream|index=0|codec_type=video|disposition:default=1|tag:language=und
///
/// Line feeds, bars and backslashes in values are escaped with a backslash. Separators are found by bytes or Unicode
/// scalars: a value may begin with a combining accent, which would form one Character with the separator.
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

  /// This line with the fields of another line added.
  func adding(_ other: ProbeLine) -> ProbeLine { ProbeLine(section: section, fields: fields + other.fields) }

  /// The value of a field; nil if ffprobe omits it or prints `N/A`.
  subscript(_ name: String) -> String? {
    fields.first { $0.name == name }.flatMap { $0.value == "N/A" ? nil : $0.value }
  }

  /// All values of a field that may be repeated.
  func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// The fields whose names begin with `prefix`, in order, with the rest of their names.
  func fields(under prefix: String) -> [(name: String, value: String)] {
    fields.filter { $0.name.utf8.starts(with: prefix.utf8) }.map {
      (String($0.name.unicodeScalars.dropFirst(prefix.unicodeScalars.count)), $0.value)
    }
  }

  func whole(_ name: String) -> Int? { self[name].flatMap { Int($0) } }

  /// A number that is 32 bits in ffprobe, so that calculations cannot overflow; nil for a larger one.
  func bounded(_ name: String) -> Int? { self[name].flatMap { Int32($0) }.map { Int($0) } }

  /// A time in seconds; nil if it is not a finite number.
  func seconds(_ name: String) -> Double? { self[name].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }

  /// The name of a field without the name of its side data. Since ffprobe 6.1 the form is
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
