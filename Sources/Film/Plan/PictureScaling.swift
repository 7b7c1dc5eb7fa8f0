import Values

/// The size of the result's picture, if it differs from the film's.
struct PictureScaling: Equatable {
  let width: Int
  let height: Int
  /// The pixel aspect ratio; nil if the film does not state it.
  let pixelShape: Rational?
  /// Whether the lines belong to two fields, which are scaled separately.
  let isInterlaced: Bool
  /// Whether the result has fewer pixels. Then frames are scaled before they are retimed.
  let shrinks: Bool

  /// ffmpeg's filters. `scale` alone would change the pixel aspect ratio when it rounds the height.
  var filters: [String] {
    ["scale=\(width):\(height)" + (isInterlaced ? ":interl=1" : "")]
      + (pixelShape.map { ["setsar=\($0.numerator)/\($0.denominator)"] } ?? [])
  }

  /// The requested size.
  struct Wish {
    var width: Int?
    /// The largest allowed width and height.
    var mostWidth: Int?
    var mostHeight: Int?
    /// Whether pixels become square.
    var isSquare = false
    var isInterlaced = false
  }

  /// Nil if the picture keeps its size.
  init?(_ picture: PictureFacts, _ wish: Wish) {
    let (wide, high) = picture.turnedSize
    guard wide > 0, high > 0 else { return nil }
    let shape = picture.turnedPixelShape
    let isStretched = wish.isSquare && shape.map { $0.value != 1 } ?? false
    // The width of the picture with the pixel aspect ratio of the result.
    let shown = Double(wide) * (isStretched ? shape?.value ?? 1 : 1)
    // Each field of an interlaced frame needs an even number of lines.
    let step = wish.isInterlaced ? 4 : 2
    var width = wish.width.map(Double.init) ?? min(shown, wish.mostWidth.map(Double.init) ?? shown)
    if wish.width == nil, let most = wish.mostHeight, Double(high) * width / shown > Double(most) {
      width = shown * Double(most) / Double(high)
    }
    guard isStretched || width != Double(wide) else { return nil }
    self.width = wish.width ?? Self.rounded(width, to: 2)
    height = Self.rounded(Double(high) * width / shown, to: step)
    pixelShape = wish.isSquare ? Rational(1) : shape
    isInterlaced = wish.isInterlaced
    shrinks = self.width * height <= wide * high
  }

  private static func rounded(_ length: Double, to step: Int) -> Int {
    max(step, Int((min(length, 1e6) / Double(step)).rounded()) * step)
  }
}

extension PictureFacts {
  /// The size of the decoded picture, which ffmpeg rotates for display.
  var turnedSize: (width: Int, height: Int) { isTurnedAside ? (height, width) : (width, height) }
  var turnedPixelShape: Rational? { isTurnedAside ? pixelShape?.reciprocal : pixelShape }

  private var isTurnedAside: Bool { turn.map { $0 % 180 != 0 } ?? false }

  /// The facts about the picture after decoding, which rotates it, and scaling.
  func scaled(by scaling: PictureScaling?) -> PictureFacts {
    var facts = self
    (facts.width, facts.height) = scaling.map { ($0.width, $0.height) } ?? turnedSize
    (facts.pixelShape, facts.turn) = (turnedPixelShape, nil)
    return facts
  }
}

extension PictureScaling {
  /// The scaling of a film's picture for its result.
  init?(of film: FilmSurvey.Film, _ wish: PictureWish, isDraft: Bool) {
    guard let facts = film.picture?.picture else { return nil }
    let image = film.resultKind.image
    self.init(
      facts,
      Wish(
        width: wish.width, mostWidth: image?.mostWidth, mostHeight: isDraft ? Self.linesOfDraft : nil,
        isSquare: image != nil, isInterlaced: film.fields != nil && wish.deinterlacing == .none))
  }

  private static let linesOfDraft = 540

  func requireHeldSize() throws(FilmError) {
    guard max(width, height) > PictureWish.widths.upperBound else { return }
    throw .usage(
      "with --width \(width), the result would have \(width)x\(height) pixels",
      advice: "the longest side is \(PictureWish.widths.upperBound)")
  }
}
