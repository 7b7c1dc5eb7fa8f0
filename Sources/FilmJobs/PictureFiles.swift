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
  private let found: Found

  private enum Found {
    /// The numbers of the pictures, sorted.
    case numbered([Int], NumberPlace)
    /// The paths of the pictures, in the order of their bytes.
    case matching([String])
  }

  /// Returns nil if a file has this name, or if the name is not a pattern.
  init?(_ input: String) {
    let file = FileName(input)
    guard InputFile.kind(of: input) == nil else { return nil }
    if let place = NumberPlace(in: file.name) {
      let names = try? InputFile.names(in: file.directory)
      found = .numbered((names ?? []).compactMap(place.read).sorted(), place)
    } else if file.name.contains(where: "*?[".contains) {
      found = .matching(InputFile.paths(like: input))
    } else {
      return nil
    }
    pattern = input
  }

  /// Whether no file has such a name.
  var isEmpty: Bool {
    switch found {
    case .numbered(let numbers, _): numbers.isEmpty
    case .matching(let paths): paths.isEmpty
    }
  }

  func pictures(at rate: FrameRate) throws(Failure) -> NumberedPictures {
    if isEmpty { throw Failure(.inputOutput, "no file has a name like '\(pattern)'") }
    switch found {
    case .numbered(let numbers, let place):
      try check(numbers, place)
      let path = front.replacing("%", with: "%%") + FileName(pattern).name
      return NumberedPictures(pattern: path, first: numbers[0], rate: rate)
    case .matching(let paths):
      try check(paths)
      return NumberedPictures(pattern: pattern, first: nil, rate: rate)
    }
  }

  private var front: String { FileName(pattern).front }

  /// Refuses gaps.
  private func check(_ numbers: [Int], _ place: NumberPlace) throws(Failure) {
    for (last, next) in zip(numbers, numbers.dropFirst()) where next != last + 1 {
      // The order of names differs if some numbers have fewer digits.
      let isInOrder = place.name(numbers[0]).utf8.count == place.name(numbers[numbers.count - 1]).utf8.count
      let missing = "'\(front)\(place.name(last + 1))' is missing between \(last) and \(next)"
      let remedy =
        isInOrder
        ? "to play the pictures that exist, write '\(front)\(place.before)*\(place.after)' in quotes"
        : "number the pictures without a gap"
      throw Failure(.input, "\(missing); \(remedy)")
    }
  }

  /// Refuses an order that is not that of the numbers.
  private func check(_ paths: [String]) throws(Failure) {
    for (path, next) in zip(paths, paths.dropFirst()) {
      guard let one = LastNumber(path), let other = LastNumber(next) else { continue }
      if one.front == other.front, one.back == other.back, one.value > other.value {
        throw Failure(
          .usage,
          "by their names, '\(path)' comes before '\(next)'; write %d for the number, as in "
            + "'\(one.front)%d\(one.back)'")
      }
    }
  }
}

/// The number in the names of numbered pictures.
private struct NumberPlace {
  let before: String
  /// At least this many digits.
  let width: Int
  let after: String

  /// The place of the only `%d` or `%04d` in a name; nil if there is none or another percent sign.
  init?(in name: String) {
    let parts = name.split(separator: "%", omittingEmptySubsequences: false)
    guard parts.count == 2, let end = parts[1].firstIndex(of: "d") else { return nil }
    let digits = parts[1][..<end]
    guard digits.isEmpty || digits.first == "0" && Int(digits).map({ $0 < 20 }) == true else { return nil }
    (before, width, after) = (String(parts[0]), Int(digits) ?? 0, String(parts[1][end...].dropFirst()))
  }

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
