import Warp

/// The names that --curve takes.
enum CurveList {
  static var text: String {
    CurveSyntax.names.map { entry in
      "\(entry.name)\(String(repeating: " ", count: 24 - entry.name.count))\(entry.summary)\n"
    }.joined()
  }
}
