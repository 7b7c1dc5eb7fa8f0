import Foundation
import TestMaps
import Testing

@testable import Expressions
@testable import Values
@testable import Warp

@Suite struct ExpressionTests {
  private static let duration = 10.0

  private static func scaled(_ text: String, duration: Double = duration) throws -> TimeMap {
    try ExpressionCurve.map(scale: text, duration: duration)
  }

  private static func integrated(_ text: String, duration: Double = duration) throws -> TimeMap {
    try ExpressionCurve.map(integral: text, duration: duration)
  }

  private static func refusal(ofScale text: String) throws -> Refusal {
    try #require(throws: Refusal.self, "\(text) was accepted") { try scaled(text) }
  }

  // MARK: What may be written

  @Test(arguments: [
    "while(1,1)", "1+print(u)", "time(0)", "random(0)", "st(0,u)", "ld(0)+1", "root(u,1)", "taylor(1,u)", "st (0, u)",
  ])
  func wordsThatKeepStateOrMayNotEndAreRefused(_ text: String) throws {
    let refusal = try Self.refusal(ofScale: text)
    let word = try #require(
      ["while", "print", "time", "random", "st", "ld", "root", "taylor"].first { text.contains($0) })
    #expect(refusal.kind == .usage && refusal.problem.contains("'\(word)'"), "\(refusal)")
  }

  @Test(arguments: [
    "2u", "1+2u", "2 u", "2\tu", "2k", "3M*u", "1.5n", "2Ki", "3dB", "1e3u", "2PI", "2d", "1+u*2m", "5 t", "2u*(1+u)",
  ])
  func numbersWithSuffixesAreRefusedWithAHint(_ text: String) throws {
    let refusal = try Self.refusal(ofScale: text)
    #expect(refusal.kind == .usage)
    #expect(refusal.advice?.contains("*") == true, "\(refusal)")
  }

  @Test func theHintSaysWhatToWrite() throws {
    #expect(try Self.refusal(ofScale: "1+2u").advice?.contains("2*u") == true)
    #expect(try Self.refusal(ofScale: "1+0.5t").advice?.contains("0.5*t") == true)
  }

  @Test(arguments: [
    ("is empty", [""]), ("operator is missing", ["1 2", "1. 5", "1e 5", "u u", "u 2", "sin u", "0x10"]),
    ("is not a variable", ["u2", "foo(u)", "x", "U", "pi", "nan", "inf"]), ("is not a number", ["1..2", ".", "1e400"]),
    ("is not allowed", ["u$", "u\n", "１", "u=1", "u[0]", "\"u\"", "u!"]),
    (
      "is not a valid expression",
      [" ", "2(u)", "(u)2", "(u)(u)", "u+", "*u", "(u", "u)", "sin()", "sin(u", "1,2", "max(u)"]
    ),
  ])
  func syntaxErrorsAreUsageErrors(_ problem: String, _ texts: [String]) throws {
    for text in texts {
      let refusal = try Self.refusal(ofScale: text)
      #expect(refusal.kind == .usage && refusal.problem.contains(problem), "\(refusal)")
    }
  }

  @Test func tooLongAndTooDeepAreRefused() throws {
    for (start, count, end, problem) in [
      ("+", 100_000, "", "is too long"), ("(", 200, ")", "too many nested brackets"),
      ("abs(", 100, ")", "too many nested brackets"), ("u+", 400, "", "is not a valid expression"),
    ] {
      let text = String(repeating: start, count: count) + "1" + String(repeating: end, count: count)
      #expect(try Self.refusal(ofScale: text).problem.hasSuffix(problem), "\(start)")
    }
    #expect(throws: Never.self) { try Self.scaled("1" + String(repeating: "+u*u", count: 20)) }
  }

  @Test func blanksBetweenWordsAreIgnored() throws {
    #expect(try Self.scaled(" 1 + 2 * u\t") == Self.scaled("1+2*u"))
  }

  @Test func numbersMayHaveExponents() throws {
    #expect(try abs(Self.scaled("2e-1+1E0*u").warpedLength! - 7) < 1e-12)
  }

  // MARK: What it must be

  @Test(
    arguments: [
      ("sqrt(u-0.5)", 0), ("1/u", 0), ("log(u)+5", 0), ("1/(u-0.5)^2", 5), ("exp(1000*u)", 7.1), ("0/0", 0),
      ("1+asin(2*u)", 5),
    ] as [(String, Double)])
  func infiniteValuesAreRefusedWithTheirPlace(_ text: String, _ source: Double) throws {
    let refusal = try Self.refusal(ofScale: text)
    #expect(refusal.kind == .map)
    #expect(abs(try #require(refusal.source) - source) < 0.2, "\(refusal)")
  }

  @Test(
    arguments: [
      ("u-0.3", 0), ("0.5-u", 5), ("cos(2*PI*u)", 2.5), ("-1", 0), ("1-2*u*u", 10 * 0.5.squareRoot()),
      ("if(gt(u,0.7),-1,1)", 7),
      ("0", 0), ("max(0,u-0.3)", 0), ("if(gt(u,0.3)*lt(u,0.6),0,1)", 3), ("max(0,abs(u-0.5)-0.1)", 4),
      ("max(0,0.9-u)", 9),
      ("1-1.5*exp(-((u-0.37)*400)^2)", 10 * (0.37 - log(1.5).squareRoot() / 400)),
    ] as [(String, Double)])
  func aSpanOfZeroOrNegativeScaleIsRefusedWithItsPlace(_ text: String, _ source: Double) throws {
    let refusal = try Self.refusal(ofScale: text)
    #expect(refusal.kind == .map && refusal.advice != nil)
    #expect(abs(try #require(refusal.source) - source) < 0.01, "\(text): \(refusal)")
  }

  @Test(arguments: [
    "u", "u^3", "1-u", "(1-u)^2", "1+cos(2*PI*u)", "1-cos(2*PI*u)", "(2*u-1)^4", "(2*u-1)^2", "(u-0.3)^2", "abs(u-0.3)",
    "sqrt(u)", "sqrt(1-u)", "1+sin(6*PI*u)", "abs(sin(3*PI*u))", "u*(1-u)", "u^2*(1-u)^2*(u-0.5)^2", "t/d",
  ])
  func zeroAtIsolatedInstantsIsAccepted(_ text: String) throws {
    let map = try Self.scaled(text)
    let table = try map.tabulated(tolerance: 1e-11)
    #expect(table.distance(from: map) <= 1e-11, "\(text)")
    let read = try TableText.map(TableText.text(of: map))
    #expect(MapTable.rows(of: read) == MapTable.rows(of: table), "\(text)")
    #expect(read.warpedLength == map.warpedLength, "\(text)")
  }

  /// Compares with closed forms of ∫₀ˢ, with s in seconds, on a clip of ten seconds.
  @Test func integralsAreExact() throws {
    let d = Self.duration
    let forms: [(String, (Double) -> Double)] = [
      ("1", { $0 }), ("2.5", { 2.5 * $0 }), ("1+u", { $0 + $0 * $0 / (2 * d) }), ("1+t", { $0 + $0 * $0 / 2 }),
      ("d/10", { $0 }), ("u^3", { pow($0, 4) / (4 * d * d * d) }), ("1+5*u^7", { $0 + 5 * d * pow($0 / d, 8) / 8 }),
      ("exp(u)", { d * expm1($0 / d) }), ("exp(-3*u)", { -d * expm1(-3 * $0 / d) / 3 }),
      ("1+0.9*sin(20*PI*u)", { $0 + 0.9 * (1 - cos(2 * .pi * $0)) / (2 * .pi) }),
      ("2+cos(t)", { 2 * $0 + sin($0) }), ("1/(1+u)", { d * log1p($0 / d) }),
      ("1+abs(u-0.3)", { $0 + ((($0 - 3) * abs($0 - 3)) + 9) / (2 * d) }),
      ("if(lt(u,0.3),1,2)", { $0 + max(0, $0 - 3) }),
      ("if(between(t,2,4.7),0.25,1)", { $0 - 0.75 * (min(max($0, 2), 4.7) - 2) }),
      ("1+floor(4*u)", { s in (0...4).reduce(0) { $0 + max(0, s - 2.5 * Double($1)) } }),
      ("sqrt(u)", { 2.0 / 3 * pow($0 / d, 1.5) * d }), ("1+hypot(u,0)", { $0 + $0 * $0 / (2 * d) }),
    ]
    for (text, form) in forms {
      let map = try Self.scaled(text)
      for source in [0.001, 0.5, 2, 3, 3.001, 5, 7.77, 9.99, 10] {
        let exact = form(source)
        let warped = try #require(map.visits(of: source).first).warped
        #expect(abs(warped - exact) <= 1e-12 * max(1, exact), "∫ \(text) to \(source) misses by \(warped - exact)")
      }
    }
  }

  @Test func variablesAreShareTimeAndDuration() throws {
    #expect(try Self.scaled("u", duration: 4).warpedLength == 2)
    #expect(try abs(Self.scaled("t", duration: 4).warpedLength! - 8) < 1e-13)
    #expect(try Self.scaled("d", duration: 4).warpedLength == 16)
  }

  /// The scale of a row is the value of a series, and a table prints all its digits.
  @Test(arguments: [("1", 1), ("2.5", 2.5), ("0.1+0*u", 0.1), ("d/3", 10.0 / 3), ("1e7", 1e7), ("1e-300", 1e-300)])
  func aConstantScaleIsTheSameInEveryRow(_ text: String, _ scale: Double) throws {
    let table = try TableText.text(of: Self.scaled(text, duration: 10))
    let rows = table.split(separator: "\n").filter { $0.first?.isNumber == true }
    #expect(rows.count >= 2 && rows.allSatisfy { Double($0.split(separator: "\t")[2]) == scale }, "\(table)")
  }

  /// Rows rise, and there are few of them, even if a jump or a scale near 0 is as narrow as the rounding of times.
  @Test func jumpsAndStandstillsMakeShortRisingTables() throws {
    let maps = [
      try Self.scaled("if(lt(u,0.3),1e-6,1e3)", duration: 3600), try Self.scaled("1+1000*floor(3*u)", duration: 3600),
      try Self.integrated("floor(t)+(t-floor(t))^2"), try Self.integrated("t*if(lt(t,5),1,1.0000001)"),
      try Self.integrated("if(lt(t,3),t,3+(t-3)*1e-9)"), try Self.scaled("max(1e-9,u-0.5)", duration: 3600),
    ]
    for map in maps {
      let table = try map.tabulated(tolerance: 1e-11)
      let length = try #require(map.warpedLength)
      #expect(table.pieces.count < 200)
      #expect(table.distance(from: map) <= max(1e-11, 4 * length.ulp))
      #expect(try TableText.map(TableText.text(of: map)).warpedLength == length)
    }
  }

  // MARK: Antiderivatives

  @Test func integralExpressionIsWarpedTime() throws {
    let d = Self.duration
    let forms: [(String, (Double) -> Double)] = [
      ("d*u^2/2", { $0 * $0 / (2 * d) }), ("t", { $0 }), ("t+0.5*sin(t)", { $0 + 0.5 * sin($0) }),
      ("7+exp(u)", { expm1($0 / d) }), ("if(lt(u,0.4),t,4+(t-4)*3)", { $0 + 2 * max(0, $0 - 4) }),
      (
        "d*(4*u^3-6*u^2+4*u)/2",
        {
          let u = $0 / d
          return d * (4 * u * u * u - 6 * u * u + 4 * u) / 2
        }
      ),
      ("1e6+t", { $0 }),
    ]
    for (text, form) in forms {
      let map = try Self.integrated(text)
      for source in [0.001, 0.5, 2, 4, 4.5, 5, 7.77, 9.99, 10] {
        let exact = form(source)
        let warped = try #require(map.visits(of: source).first).warped
        let rounding = text.hasPrefix("1e6") ? 1e-9 : 0
        #expect(
          abs(warped - exact) <= 1e-12 * max(1, exact) + rounding, "\(text) at \(source) misses by \(warped - exact)")
      }
      #expect(throws: Never.self, "\(text)") { try TableText.map(TableText.text(of: map)) }
    }
  }

  @Test(
    arguments: [
      ("-u", 0), ("u*(1-u)", 5), ("sin(PI*u)", 5), ("abs(u-0.5)", 0), ("5", 0), ("if(lt(u,0.4),t,4)", 4),
      ("if(lt(u,0.4),t,t+1)", 4), ("if(lt(u,0.4),t,t-1)", 4), ("min(t,7)", 7),
    ] as [(String, Double)])
  func anIntegralThatDoesNotRiseIsRefusedWithItsPlace(_ text: String, _ source: Double) throws {
    let refusal = try #require(throws: Refusal.self) { try Self.integrated(text) }
    #expect(refusal.kind == .map && refusal.advice != nil)
    #expect(abs(try #require(refusal.source) - source) < 0.1, "\(text): \(refusal)")
  }

  @Test func integralExpressionsAreCheckedToo() throws {
    for text in ["st(0,u)", "2u", "", "d*u^2/2)"] {
      let refusal = try Self.refusal(ofScale: text)
      #expect(throws: refusal) { try Self.integrated(text) }
    }
  }

  /// A scale that falls towards 0 gives a readable table or an error. It neither hangs nor crashes.
  @Test(arguments: [20, 30, 40, 60, 100, 800])
  func scalesNearZeroGiveATableOrAnError(_ rate: Int) throws {
    do {
      let map = try Self.scaled("exp(-\(rate)*u)")
      let read = try TableText.map(TableText.text(of: map))
      #expect(read.warpedLength == map.warpedLength)
      #expect(read.distance(from: map) <= 1e-11)
    } catch let refusal as Refusal {
      #expect(refusal.kind == .map && rate > 30, "\(refusal)")
    }
  }
}
