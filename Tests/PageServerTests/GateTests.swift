import Testing

@testable import PageServer

@Suite struct GateTests {
  private let gate = Gate(token: "0a1b", port: 99)

  private func path(_ path: String, _ headers: [String: String], _ method: HTTPRequest.Method = .get) -> String? {
    gate.path(of: HTTPRequest(method: method, path: path, query: "", headers: headers, body: []))
  }

  @Test func requestsOfThePageAreAccepted() {
    #expect(gate.address == "http://127.0.0.1:99/0a1b/")
    #expect(path("/0a1b/", ["host": "127.0.0.1:99"]) == "")
    #expect(path("/0a1b/film", ["host": "localhost:99"]) == "film")
    #expect(path("/0a1b/render", ["host": "127.0.0.1:99", "origin": "http://127.0.0.1:99"], .post) == "render")
  }

  @Test(arguments: ["/", "/0a1b", "/0a1/", "/0a1bc/", "/0A1B/film", "//film", "/film", "0a1b/"])
  func otherTokensAreRefused(other: String) { #expect(path(other, ["host": "127.0.0.1:99"]) == nil) }

  @Test(arguments: [
    [:], ["host": "127.0.0.1"], ["host": "127.0.0.1:98"], ["host": "example.com"], ["host": "127.0.0.1:99."],
    ["host": "127.0.0.1:99", "origin": "null"], ["host": "127.0.0.1:99", "origin": "https://127.0.0.1:99"],
    ["host": "127.0.0.1:99", "origin": "http://localhost:99"],
  ]) func otherHostsAndOriginsAreRefused(headers: [String: String]) { #expect(path("/0a1b/", headers) == nil) }

  /// A form on another page can send a POST request, but the browser then adds the origin of that page.
  @Test func aPostWithoutOriginIsRefused() {
    #expect(path("/0a1b/render", ["host": "127.0.0.1:99"], .post) == nil)
  }
}
