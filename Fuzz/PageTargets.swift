import Commands
import TestSupport
import Tool

@testable import PageServer

/// Targets that read requests to the server of `--edit`.
extension Target {
  static let pages = [
    Target(
      name: "request",
      words: [
        "\r\n", "\r\n\r\n", ": ", "Host: ", "Content-Length: 3", "Range: bytes=0-", " HTTP/1.1", "GET /", "POST /",
      ],
      seeds: { requests.map { Array($0.utf8) } }, run: request),
    Target(
      name: "render",
      words: [
        "\0", "--then", "--speed", "--map", "'", "=", "new", "replace", "--", "../", "--mix", "exec:", "--music",
        ".mp3",
        "--codec", "--fps",
      ],
      seeds: { renderings.map { Array($0.utf8) } }, run: render),
  ]

  private static let requests = [
    "GET /0a1b/film?from=1.5 HTTP/1.1\r\nHost: 127.0.0.1:80\r\nRange: bytes=10-20\r\n\r\n",
    "POST /0a1b/render HTTP/1.1\r\nHost: localhost:80\r\nOrigin: http://localhost:80\r\nContent-Length: 3\r\n\r\nnew",
  ]
  private static let renderings = [
    "new\0a.mp4\0--speed\00=1x, 2s=3x\0--trim\01..2", "replace\0b.mkv\0--map\0a.tsv\0--then\0--speed '2x'",
    "new\0a.mp4\0--mix\0motion\0--music\0a.mp3\0--codec\0av1", "new\0a.mp4\0--mix\0exec:a\0--music\0../b.mp3",
  ]

  /// Reads a request in one piece and in several, which must give the same. The gate must refuse other tokens.
  @Sendable private static func request(_ bytes: [UInt8]) throws {
    var choices = Choices(bytes)
    var (whole, pieces) = (HTTPRequestReader(), HTTPRequestReader())
    let first = Result { try whole.take(bytes) }
    var (second, rest) = (Result<HTTPRequest?, any Error>.success(nil), bytes[...])
    while !rest.isEmpty, case .success(nil) = second {
      let piece = rest.prefix(1 + choices.whole(below: 40))
      second = Result { try pieces.take(piece) }
      rest = rest.dropFirst(piece.count)
    }
    if case .failure(let refusal) = first { throw Failure(.usage, "\(refusal)") }
    if let one = try first.get() {
      expect(try second.get() == one, "pieces give the same request")
      let path = Gate(token: "0a1b", port: 80).path(of: one)
      expect(path == nil || one.path == "/0a1b/\(path ?? "")", "the path has the token")
      if case .part(let part) = ByteRange(one.headers["range"], of: 1000) {
        expect(!part.isEmpty && part.lowerBound >= 0 && part.upperBound <= 1000, "a part lies in the file")
      }
    }
  }

  /// Checks that a rendering stays in the directory, and reads and runs only what the user has typed, besides music
  /// beside INPUT.
  @Sendable private static func render(_ bytes: [UInt8]) throws {
    let typed = PageOptions.Typed(curve: ["--map", "a.tsv"], choices: ["--mix": "exec:a", "--music": "../b.mp3"])
    let request: RenderRequest
    do { request = try RenderRequest(bytes, typed: typed) } catch { throw Failure(.usage, "\(error)") }
    expect(!request.name.utf8.contains(UInt8(ascii: "/")) && request.name != "..", "the name is plain")
    let words = request.options.words(beside: Neighbours(of: "films/in.mp4"))
    let arguments = try Arguments(parsing: words, for: WarpCommand.command)
    let files = MapCommand.files.flatMap { arguments.values(of: $0) }
    expect(arguments.operands.isEmpty && (files.isEmpty || files == ["a.tsv"]), "the options have no file except a.tsv")
    for mix in arguments.values(of: VideoCommand.mix.option) {
      expect(!mix.hasPrefix("exec:") || mix == "exec:a", "only the typed program makes frames")
    }
    for music in arguments.values(of: WarpCommand.music) where music != "../b.mp3" {
      let name = music.dropFirst(6)
      expect(
        music.hasPrefix("films/") && !name.utf8.contains(UInt8(ascii: "/")) && name != "..", "music is beside INPUT")
    }
    expect(arguments.values(of: WarpCommand.codec).allSatisfy { $0.first != "-" }, "a codec is no option")
  }
}
