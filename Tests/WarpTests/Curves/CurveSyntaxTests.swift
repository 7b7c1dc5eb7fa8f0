import TestSupport
import Testing

@testable import Values
@testable import Warp

@Suite struct CurveSyntaxTests {
  private static let clip = Clip(duration: 10, frameRate: FrameRate(Rational(25)!))

  @Test func everyShapeHasANameAndAsymmetricOnesHaveTwo() throws {
    let names = Curve.Shape.allCases.flatMap { shape in
      shape.isAsymmetric ? [shape.rawValue, "\(shape.rawValue)-flipped"] : [shape.rawValue]
    }
    #expect(CurveSyntax.names.map(\.name) == names)
    for name in names {
      #expect(CurveSyntax.name(of: try CurveSyntax.parse(name, on: Self.clip).curve) == name)
    }
  }

  @Test func defaultsAreFactorOneAndAHalfAndModifierAHalf() throws {
    let component = try CurveSyntax.parse("ramp", on: Self.clip)
    #expect(component.curve.factor == 1.5 && component.curve.modifier == 0.5)
    #expect(component.range == 0..<10)
  }

  @Test(
    arguments: [
      ("ramp:factor=3", 3, 0.5), ("ramp:modifier=0.25", 1.5, 0.25), ("ramp:factor=3,modifier=0.25", 3, 0.25),
      ("ramp:modifier=1,factor=1e-3", 0.001, 1), ("ramp:factor=4@0..0.5", 4, 0.5),
    ] as [(String, Double, Double)])
  func readsSettingsInAnyOrder(_ text: String, _ factor: Double, _ modifier: Double) throws {
    let curve = try CurveSyntax.parse(text, on: Self.clip).curve
    #expect(curve.factor == factor && curve.modifier == modifier)
  }

  @Test(
    arguments: [
      ("20%..50%", 2, 5), ("0.2..0.5", 2, 5), ("0..1", 0, 10), ("2s..5s", 2, 5), ("0:02..0:05", 2, 5),
      ("500ms..1s", 0.5, 1),
      ("50f..125f", 2, 5), ("20%..5s", 2, 5), ("0.2..0:05", 2, 5), ("0%..100%", 0, 10), ("0.5s..1.5s", 0.5, 1.5),
      (".2...5", 2, 5), ("7%..0.8s", 0.7, 0.8),
    ] as [(String, Double, Double)])
  func readsARangeOfTheClip(_ text: String, _ start: Double, _ end: Double) throws {
    #expect(try CurveSyntax.parse("sine@\(text)", on: Self.clip).range == start..<end)
  }

  @Test(arguments: [
    (
      "is not a curve",
      [
        "", "ramps", "Ramp", "constant-flipped", "triangle-flipped", "double-smoothstep-flipped",
        "ramp-flipped-flipped", "-flipped", "ramp factor=2",
      ]
    ),
    (
      "is not a setting of a curve",
      [
        "", "factor", "factor=", "factor=x", "factor=nan", "factor=inf", "factor=1e400", "factor=0x2", "speed=2",
        "factor=2,", "factor=2;modifier=0.5", "factor=2x",
      ].map { "ramp:" + $0 }
    ),
    (
      "is out of range",
      ["factor=0", "factor=-1", "modifier=0", "modifier=-0.5", "modifier=1.0001"].map { "ramp:" + $0 }
    ),
    ("is not a range", ["ramp@", "ramp@1s", "ramp@1s-2s"]),
    ("has no length", ["ramp@1s..1s", "ramp@5s..2s", "ramp@0.5..0.5", "ramp@10%..5%"]),
    ("is not a time in the video", ["ramp@-1s..2s", "ramp@1s..x"]),
  ])
  func refusesInvalidCurves(_ problem: String, _ texts: [String]) {
    for text in texts {
      #expect(complaint { try CurveSyntax.parse(text, on: Self.clip) }.contains("\(problem) (curve '\(text)')"))
    }
  }

  @Test func aBareNumberAboveOneIsRefusedWithAHint() {
    #expect(complaint { try CurveSyntax.parse("ramp@2..5", on: Self.clip) }.contains("; write 2s for seconds"))
  }

  @Test func curvesNeedTheDuration() {
    for text in ["ramp", "ramp@2s..3s", "constant"] {
      #expect(complaint { try CurveSyntax.parse(text, on: Clip()) }.contains("a curve needs --duration"))
    }
  }
}
