/// Decides which requests come from the page. Any program of this computer can connect to the port, and so can any web
/// page that is open in a browser.
struct Gate {
  /// Nobody can guess it. It is the first part of each path.
  let token: String
  let port: Int

  /// The address of the page.
  var address: String { "\(origins[0])/\(token)/" }

  private var origins: [String] { ["http://127.0.0.1:\(port)", "http://localhost:\(port)"] }

  /// The path behind the token; nil for a request that is refused.
  ///
  /// - The host must be ours: a web page whose name was made to lead to this computer sends its own.
  /// - A page of another origin is refused, and a request that changes something has to name its origin.
  func path(of request: HTTPRequest) -> String? {
    guard let host = request.headers["host"], origins.contains("http://\(host)") else { return nil }
    if let origin = request.headers["origin"] {
      guard origin == "http://\(host)" else { return nil }
    } else if request.method == .post {
      return nil
    }
    let parts = request.path.dropFirst().split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, isToken(parts[0]) else { return nil }
    return String(parts[1])
  }

  /// Takes the same time for every text of the same length.
  private func isToken(_ text: Substring) -> Bool {
    guard text.utf8.count == token.utf8.count else { return false }
    return zip(text.utf8, token.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
