import Film
import Streams
import Tool
import Values

/// Finds the files of an INPUT that is a pattern: `png/%04d.png`, or `png/*.png` in quotes.
///
/// ffmpeg plays numbered pictures up to the first missing number, and the others in the order of their names. If that
/// is not what the user means, the pictures are refused.
struct PictureFiles {
  private let pattern: String
  private let name: String

  /// Returns nil if a file has this name, or if the name is not a pattern.
  init?(_ input: String) {
    (pattern, name) = (input, FileName(input).name)
    guard InputFile.kind(of: input) == nil, number != nil || name.contains(where: "*?[".contains) else { return nil }
  }

  /// Whether a file has such a name.
  var exist: Bool { number.map { !numbers(at: $0).isEmpty } ?? !InputFile.paths(like: pattern).isEmpty }

  func pictures(at rate: FrameRate) throws(Failure) -> NumberedPictures {
    guard exist else { throw Failure(.inputOutput, "no file has a name like '\(pattern)'") }
    guard let number else {
      try checkOrder()
      return NumberedPictures(pattern: pattern, first: nil, rate: rate)
    }
    try checkGaps(number)
    return NumberedPictures(
      pattern: front.replacing("%", with: "%%") + name, first: numbers(at: number).first, rate: rate)
  }

  private var front: String { FileName(pattern).front }

  private func numbers(at place: NumberPlace) -> [Int] {
    let names = try? InputFile.names(in: FileName(pattern).directory)
    return (names ?? []).compactMap(place.read).sorted()
  }

  private func checkGaps(_ place: NumberPlace) throws(Failure) {
    let numbers = numbers(at: place)
    for (last, next) in zip(numbers, numbers.dropFirst()) where next != last + 1 {
      // The order of names differs if some numbers have fewer digits.
      let isOrder = place.name(numbers[0]).utf8.count == place.name(numbers[numbers.count - 1]).utf8.count
      let missing = "'\(front)\(place.name(last + 1))' is missing between \(last) and \(next)"
      let remedy =
        isOrder
        ? "to play the pictures that exist, write '\(front)\(place.before)*\(place.after)' in quotes"
        : "number the pictures without a gap"
      throw Failure(.input, "\(missing); \(remedy)")
    }
  }

  private func checkOrder() throws(Failure) {
    let names = InputFile.paths(like: pattern)
    for (name, next) in zip(names, names.dropFirst()) {
      guard let one = LastNumber(name), let other = LastNumber(next) else { continue }
      if one.front == other.front, one.back == other.back, one.value > other.value {
        throw Failure(
          .usage,
          "by their names, '\(name)' comes before '\(next)'; write %d for the number, as in "
            + "'\(one.front)%d\(one.back)'")
      }
    }
  }

  /// The only `%d` or `%04d` of the name; nil if there is none or another percent sign.
  private var number: NumberPlace? {
    let parts = name.split(separator: "%", omittingEmptySubsequences: false)
    guard parts.count == 2, let end = parts[1].firstIndex(of: "d") else { return nil }
    let width = parts[1][..<end]
    guard width.isEmpty || width.first == "0" && Int(width).map({ $0 < 20 }) == true else { return nil }
    return NumberPlace(before: String(parts[0]), width: Int(width) ?? 0, after: String(parts[1][end...].dropFirst()))
  }
}

/// The number in the names of numbered pictures.
private struct NumberPlace {
  let before: String
  /// At least this many digits.
  let width: Int
  let after: String

  func name(_ number: Int) -> String {
    let digits = "\(number)"
    return before + String(repeating: "0", count: max(0, width - digits.count)) + digits + after
  }

  /// The number of a file; nil if its name is another. ffmpeg counts to 2147483647.
  func read(_ file: String) -> Int? {
    guard file.hasPrefix(before), file.hasSuffix(after), file.count > before.count + after.count else { return nil }
    let number = Int32(file.dropFirst(before.count).dropLast(after.count)).map(Int.init)
    return number.flatMap { $0 >= 0 && name($0) == file ? $0 : nil }
  }
}

/// The last number in a path, and what is around it.
private struct LastNumber {
  let front: Substring
  let value: Int
  let back: Substring

  init?(_ path: String) {
    guard let last = path.lastIndex(where: { $0.isASCII && $0.isNumber }) else { return nil }
    let digits = path[...last].reversed().prefix { $0.isASCII && $0.isNumber }.count
    let start = path.index(last, offsetBy: 1 - digits)
    guard let value = Int(path[start...last]) else { return nil }
    (front, self.value, back) = (path[..<start], value, path[path.index(after: last)...])
  }
}
