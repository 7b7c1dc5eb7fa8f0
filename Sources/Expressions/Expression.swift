import CAvutil
import Values

/// A function of `u` (0…1), `t` (seconds) and `d` (duration), evaluated by libavutil.
///
/// `ExpressionSyntax` checks the text first, so an evaluation keeps no state, prints nothing and always ends.
@safe final class Expression {
  private let parsed: OpaquePointer

  init(_ text: String) throws(Refusal) {
    try ExpressionSyntax.check(text)
    av_log_set_level(AV_LOG_QUIET)
    var parsed: OpaquePointer?
    let status = unsafe Self.withNames { names in
      unsafe av_expr_parse(&parsed, text, names, nil, nil, nil, nil, 0, nil)
    }
    guard status >= 0, let parsed = unsafe parsed else {
      throw .usage(
        "'\(text)' is not a valid expression",
        advice: "check the brackets and arguments; chain fewer than 100 operators")
    }
    unsafe self.parsed = parsed
  }

  deinit { unsafe av_expr_free(parsed) }

  func value(u: Double, t: Double, d: Double) -> Double {
    unsafe [u, t, d].withUnsafeBufferPointer { unsafe av_expr_eval(parsed, $0.baseAddress, nil) }
  }

  /// Calls `body` with the names of the variables as a null-terminated C array, in the order of the values in `value`.
  private static func withNames<Result>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    unsafe "u".withCString { u in
      unsafe "t".withCString { t in
        unsafe "d".withCString { d in
          unsafe [u, t, d, nil].withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
        }
      }
    }
  }
}
