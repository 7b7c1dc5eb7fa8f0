import Commands
import CurvePage
import Film
import FilmRun
import MapShow
import Streams
import Tool
import Values

/// Answers requests: the resources and actions of the server. `PageServer` moves the bytes.
final class Site {
  private let film: FilmSurvey.Film
  private let job: FilmJob
  private let page: CurvePage.Halves
  private let source: ReadableFile
  /// The path of `warp-film`, which renders.
  private let program: String
  /// What the user has typed when the page was opened: options of the result, and the curve.
  private let (words, typed): (TypedWords, PageOptions.Typed)
  private let neighbours: Neighbours
  /// The latest result of this run, to be played.
  private var result: (file: ReadableFile, name: String)?
  private(set) var rendering: Rendering?
  private let kept: KeptTexts
  /// The pages of other films that this server's pages have opened.
  private var others: [OtherFilm] = []
  private static let mostOthers = 8

  init(
    of film: FilmSurvey.Film, for job: FilmJob, page: CurvePage, typed words: TypedWords, by program: String
  ) throws(StreamFailure) {
    (self.film, self.job, self.program, self.words) = (film, job, program, words)
    typed = PageOptions.Typed(curve: page.words.film, choices: words.choices)
    (self.page, neighbours, kept) = (page.halves, Neighbours(of: job.input), KeptTexts(for: job.input))
    source = try ReadableFile(FileName(job.input).asFile)
  }

  /// - Parameters:
  ///   - path: the path after the token.
  ///   - children: starts or kills a rendering.
  func reply(to request: HTTPRequest, at path: String, _ children: ChildSet) -> HTTPReply {
    switch (request.method, path) {
    case (.get, ""): return HTTPReply(type: "text/html; charset=utf-8", .bytes(pageBytes))
    case (.get, "film"):
      return HTTPReply(source, type: type(of: job.input), range: request.headers["range"])
    case (.get, "events"): return HTTPReply(type: "text/event-stream", .events)
    case (.get, "proxy"): return seen(request.field("from"), as: "video/mp4") { film.proxy(from: $0) }
    case (.get, "still"): return seen(request.field("at"), as: "image/jpeg") { film.still(at: $0) }
    case (.get, "result"):
      guard let result else { return HTTPReply(.missing, "nothing has been rendered yet") }
      return HTTPReply(result.file, type: type(of: result.name), range: request.headers["range"])
    case (.post, "render"): return render(request.body, children)
    case (.post, "preview"): return preview(request.body)
    case (.post, "keep"): return keep(request.body)
    case (.get, "folder"): return folder
    case (.post, "open"): return open(ByteText.text(request.body), children)
    case (.post, "cancel"):
      cancel(children)
      return HTTPReply(.done, "cancelled")
    case (_, let path) where Self.paths.contains(path): return HTTPReply(.wrongMethod, "wrong method")
    default: return HTTPReply(.missing, "there is no such page")
    }
  }

  private func type(of name: String) -> String { MediaType.of(name, hasPicture: film.hasPicture) }

  private static let paths = [
    "", "film", "events", "proxy", "still", "result", "render", "preview", "cancel", "keep", "folder", "open",
  ]

  private var pageBytes: [UInt8] {
    let facts = CurvePage.changingFacts(draft: kept.text(.draft), presets: kept.text(.presets))
    // The facts are UTF-8 already. The rest may have a file name that is not.
    return ByteText.bytes(page.front) + Array(facts.utf8) + ByteText.bytes(page.back)
  }

  private func keep(_ body: [UInt8]) -> HTTPReply {
    do throws(KeptTexts.Refusal) {
      let problem = try kept.keep(body)
      return HTTPReply(.done, problem.map { "kept until warp-film ends, because warp-film \($0)" } ?? "kept")
    } catch {
      switch error {
      case .malformed: return HTTPReply(.malformed, "the request is malformed")
      case .tooLong: return HTTPReply(.tooLong, "the text is longer than 64 KiB")
      }
    }
  }

  private func seen(_ time: String?, as type: String, _ question: (Double) -> Question) -> HTTPReply {
    guard let time = time.flatMap(NumberSyntax.parse), (0...(film.clip.duration ?? 0)).contains(time) else {
      return HTTPReply(.malformed, "the time is not one of the film")
    }
    return HTTPReply(type: type, .output(question(time)))
  }

  // MARK: The result

  private func render(_ body: [UInt8], _ children: ChildSet) -> HTTPReply {
    guard rendering?.state != .running else { return HTTPReply(.busy, "a result is being rendered already") }
    let request: RenderRequest
    do { request = try RenderRequest(body, typed: typed) } catch {
      return HTTPReply(.malformed, error.text)
    }
    if let refusal = refusal(of: request.options) { return refusal }
    let path = neighbours.path(of: request.name)
    if InputFile.areSame(path, job.input) {
      return HTTPReply(.malformed, "'\(request.name)' is the film itself; give the result another name")
    }
    // A page must not write outside the directory of INPUT.
    if InputFile.isLink(path) {
      return HTTPReply(.malformed, "'\(request.name)' is a link to another place; give the result another name")
    }
    if let kind = InputFile.kind(of: path), kind != .regular {
      return HTTPReply(.malformed, "'\(request.name)' is there already and is no file; give the result another name")
    }
    if InputFile.exists(path), !request.replaces { return HTTPReply(.conflict, "'\(request.name)' exists already") }
    do throws(StreamFailure) {
      rendering = try Rendering(
        [program] + request.options.words(beside: neighbours) + words.result + (request.replaces ? ["-y"] : []),
        on: job.input, to: path, called: request.name, children)
      return HTTPReply(.done, "started")
    } catch { return HTTPReply(.busy, error.description) }
  }

  private func preview(_ body: [UInt8]) -> HTTPReply {
    let request: PreviewRequest
    do { request = try PreviewRequest(body, typed: typed) } catch { return HTTPReply(.malformed, error.text) }
    if let refusal = refusal(of: request.options) { return refusal }
    // A preview has an encoding of its own.
    let command =
      [program] + request.options.words(beside: neighbours, leavingOut: [WarpCommand.codec]) + words.shown
    let isSilent = !film.hasSound || words.shown.contains("--\(WarpCommand.noAudio.name)")
    return HTTPReply(
      type: "video/mp4",
      .preview(
        Preview(command, of: request.part, on: job.input, hasPicture: film.hasPicture, isSilent: isSilent)))
  }

  /// Refuses options that name a file which the page may not read. Nil if there is none.
  private func refusal(of options: PageOptions) -> HTTPReply? {
    options.music.first { !neighbours.has($0, .music) }.map {
      HTTPReply(.malformed, PageRefusal.value($0, of: "--\(WarpCommand.music.name)").text)
    }
  }

  func cancel(_ children: ChildSet) {
    guard let rendering, rendering.state == .running else { return }
    children.kill([rendering.child])
    rendering.cancel()
  }

  /// The name of the result that can be played; empty if there is none.
  var resultName: String { result?.name ?? "" }

  /// Takes the exit status of the rendering.
  func endRendering(_ status: Int32) {
    guard let rendering, rendering.state == .running else { return }
    rendering.end(status)
    if rendering.state == .done, let file = try? ReadableFile(rendering.path) { result = (file, rendering.name) }
  }
}

// MARK: Other films

extension Site {
  private var folder: HTTPReply {
    func list(_ kind: Neighbours.Kind) -> String {
      "[\(neighbours.names(kind).map(JSONText.quoted).joined(separator: ", "))]"
    }
    let text = "{\"films\": \(list(.film)), \"music\": \(list(.music))}\n"
    return HTTPReply(type: "application/json", .bytes(Array(text.utf8)))
  }

  private func open(_ name: String, _ children: ChildSet) -> HTTPReply {
    guard neighbours.has(name, .film) else {
      return HTTPReply(.malformed, "'\(name)' is not a video beside this one; choose one of its directory")
    }
    guard others.count < Self.mostOthers else {
      return HTTPReply(.busy, "\(Self.mostOthers) other videos are open already; close the page of one")
    }
    do throws(StreamFailure) {
      let options = ["--\(WarpCommand.edit.name)", "--\(WarpCommand.noBrowser.name)"]
      let film = try OtherFilm([program] + options + words.all + ["--", neighbours.path(of: name)], children)
      others.append(film)
      return HTTPReply(type: "text/plain; charset=utf-8", .awaited(film))
    } catch { return HTTPReply(.busy, error.description) }
  }

  var hasOtherFilms: Bool { !others.isEmpty }

  /// Descriptors of other films to wait for.
  var reading: [Int32] { others.flatMap(\.reading) }

  func step(_ ready: Set<Int32>, ended: [(child: ChildSet.Member, end: ProcessEnd)]) {
    for other in others { other.step(ready, ended: ended) }
    others.removeAll(where: \.hasEnded)
  }
}
