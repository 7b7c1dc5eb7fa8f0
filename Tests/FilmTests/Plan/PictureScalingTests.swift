import TestFilms
import Testing
import Values

@testable import Film

/// The size of a result's picture.
@Suite struct PictureScalingTests {
  private func scaling(_ fields: [String], _ wish: PictureScaling.Wish) throws -> PictureScaling? {
    let line = Made.line(Made.picture(), fields)
    return PictureScaling(try #require(Answers(line).probe.streams.first?.picture), wish)
  }

  private func text(_ fields: [String], _ wish: PictureScaling.Wish) throws -> String? {
    try scaling(fields, wish).map { "\($0.filters.joined(separator: ","))\($0.shrinks ? "" : " late")" }
  }

  @Test func scalingKeepsThePixelAspectRatio() throws {
    let wide = ["width=720", "height=576", "sample_aspect_ratio=16:11"]
    #expect(try text(wide, .init(width: 360)) == "scale=360:288,setsar=16/11")
    #expect(try text(wide, .init(width: 361)) == "scale=361:288,setsar=16/11")
    #expect(try text(wide, .init(width: 1440)) == "scale=1440:1152,setsar=16/11 late")
    #expect(try text(wide, .init(width: 720)) == nil)
    #expect(try text([], .init(width: 2)) == "scale=2:2")
    #expect(try text(["sample_aspect_ratio=0:1"], .init(width: 960)) == "scale=960:540")
  }

  @Test func widthOfRotatedVideoIsTheDisplayedWidth() throws {
    let turned = ["rotation=-90", "sample_aspect_ratio=4:3"]
    #expect(try text(turned, .init(width: 540)) == "scale=540:960,setsar=3/4")
  }

  /// ffmpeg rotates frames when it decodes them. In hev1 the size may change between packets, so it is fixed.
  @Test func rotatedVideoIsEncodedUpright() throws {
    let odd = Made.picture("width=97", "height=64", "rotation=90", "codec_tag_string=hev1")
    let plan = try Made.plan(Made.film([odd]), Made.constant(2), Made.job())
    let encoder = Made.words("encoder", of: plan).joined(separator: " ")
    #expect(encoder.contains("fillborders=bottom=1:mode=smear"), "\(encoder)")
    #expect(Made.words("picture decoder", of: plan).contains("64x97"))
    #expect(plan.format.size == .init(width: 64, height: 97))
    let copied = try Made.plan(Made.film([odd]), Made.constant(2), Made.job { $0.picture.copies = true })
    #expect(copied.format.size == .init(width: 97, height: 64))
  }

  @Test func heightOfInterlacedVideoIsAMultipleOfFour() throws {
    #expect(try text([], .init(width: 964, isInterlaced: true)) == "scale=964:544:interl=1")
  }

  @Test func draftsLimitTheHeight() throws {
    #expect(try text([], .init(mostHeight: 540)) == "scale=960:540")
    #expect(try text(["width=1080", "height=1920"], .init(mostHeight: 540)) == "scale=304:540")
    #expect(try text(["height=540"], .init(mostHeight: 540)) == nil)
    #expect(try text([], .init(width: 1000, mostHeight: 540)) == "scale=1000:562")
  }

  /// Image viewers assume square pixels.
  @Test func imagesHaveSquarePixels() throws {
    let wish = PictureScaling.Wish(mostWidth: 480, isSquare: true)
    #expect(try text(["sample_aspect_ratio=4:3"], wish) == "scale=480:202,setsar=1/1")
    #expect(try text(["width=72", "height=58", "sample_aspect_ratio=4:3"], wish) == "scale=96:58,setsar=1/1 late")
    #expect(try text(["width=320", "height=240"], wish) == nil)
    #expect(try text(["width=320", "height=240", "sample_aspect_ratio=1:1"], wish) == nil)
  }

  @Test(arguments: ["0", "2147483647"]) func impossibleSizesAreHandled(size: String) throws {
    let scaling = try scaling(
      ["width=\(size)", "sample_aspect_ratio=1:2147483647"], .init(mostWidth: 480, isSquare: true))
    #expect(scaling.map { $0.height <= 1_000_000 } ?? (size == "0"))
  }

  @Test(arguments: [
    ("25/1", "25/2"), ("30/1", "15"), ("60000/1001", "15000/1001"), ("15/1", "15"), ("12/1", "12"),
    ("1000/1", "1000/67"),
  ]) func animatedImagesGetAFractionOfTheRate(rate: String, due: String) throws {
    let rate = try #require(Rational(fraction: rate).flatMap(FrameRate.init))
    #expect("\(ResultRate.fraction(of: rate, upTo: 15))" == due)
  }

  @Test func imagesOfVariableFilmsHaveAFixedRate() throws {
    let film = Made.film([Made.picture("r_frame_rate=90/1", "avg_frame_rate=25/1")])
    #expect(try Made.plan(film, Made.constant(1), Made.job("out.gif")).picture.timing.rate.map { "\($0)" } == "15")
    #expect(try Made.plan(film, Made.constant(1), Made.job("out.mp4")).picture.timing.rate == nil)
  }
}
