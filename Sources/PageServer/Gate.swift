/// Decides which requests come from the page. Any program on this computer can connect to the port, and so can any web
/// page in a browser.
struct Gate {
  /// A random secret, the first part of each path.
  let token: String
  let port: Int

  /// The address of the page.
  var address: String { "\(origins[0])/\(token)/" }

  private var origins: [String] { ["http://127.0.0.1:\(port)", "http://localhost:\(port)"] }

  /// Returns the path after the token; nil for a refused request.
  ///
  /// - The Host header must be that of this server. A web page whose name resolves to this computer sends another host.
  /// - The Origin header, if present, must be that of this server. A POST request must have the header.
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

  /// Compares in constant time, so that timing does not reveal the token.
  private func isToken(_ text: Substring) -> Bool {
    guard text.utf8.count == token.utf8.count else { return false }
    return zip(text.utf8, token.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
