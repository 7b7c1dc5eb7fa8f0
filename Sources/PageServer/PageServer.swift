import CurvePage
import Film
import FilmRun
import MapShow
import Streams
import Tool

/// Serves the page of `--edit` to a browser on this computer, until the last page is closed.
///
/// One thread does everything and waits only in `ChildSet.wait`. A second thread could not start programs, because
/// Linux kills a program when the thread that started it ends.
package final class PageServer {
  private let children: ChildSet
  private let listener: LoopbackListener
  private let gate: Gate
  private let site: Site
  private let wave: Question?
  private let tools: RunSettings.Tools
  private let news = News()
  private var connections: [Connection] = []
  /// The file that leads the browser to the page; removed when the page is open.
  private var opening: OpeningFile?
  private var isOpen = false
  /// Whether accepting a connection failed, since too many files are open. The next wait is short and does not listen.
  private var isFull = false
  /// When the server ends if no page has been opened; nil if it waits without limit. A browser may refuse to open the
  /// page of another film.
  private let giveUp: Double?
  /// The time since which no page listens to events; nil while one does, or before the first.
  private var lonelySince: Double?

  /// Seconds from the last page's end to the server's end. A page that is reloaded is back by then.
  private static let patience = 8.0
  /// Seconds in which a page that another page opens must have come.
  private static let patienceForFirst = 60.0
  /// The largest number of ffmpeg programs that make replies at once. A page asks for at most six, and for a preview.
  private static let mostMade = 8
  /// Seconds until the server tries again to accept a connection after a failure.
  private static let pause = 0.2
  /// Seconds within which a connection must send its request.
  private static let longestRequest = 10.0
  /// The limits of connections without a request, and of connections with a reply. A browser needs six per page.
  private static let (mostWaiting, mostReplies) = (64, 64)

  /// - Parameter program: the path of `warp-film`, which renders results.
  package init(
    of film: FilmSurvey.Film, for job: FilmJob, page: CurvePage, typed: TypedWords, by program: String
  ) throws(StreamFailure) {
    children = try ChildSet()
    listener = try LoopbackListener()
    gate = Gate(token: RandomText.of(bytes: 16), port: listener.port)
    site = try Site(of: film, for: job, page: page, typed: typed, by: program)
    (wave, tools) = (film.wave(for: job), job.run.tools)
    giveUp = Child.variable(OtherFilm.variable).map { _ in Clock.now + Self.patienceForFirst }
  }

  /// The address of the page.
  package var address: String { gate.address }

  /// Opens the page in the user's browser. Returns false if no browser was found.
  package func openBrowser() throws(Failure) -> Bool {
    let opening = try OpeningFile(leadingTo: address)
    self.opening = opening
    return opening.show()
  }

  /// Returns when the last page has been closed. Cancels a running rendering.
  package func run() throws(StreamFailure) {
    while !isOver { try step() }
    children.killAll()
  }

  private var isOver: Bool { end.map { Clock.now >= $0 } ?? false }

  /// When the server ends if nothing happens; nil if it goes on. It does not end before the pages of other films that
  /// it has opened.
  private var end: Double? {
    if site.hasOtherFilms { return nil }
    return isOpen ? lonelySince.map { $0 + Self.patience } : giveUp
  }

  private func step() throws(StreamFailure) {
    let rendering = site.rendering
    let events = try children.wait(
      reading: (isFull ? [] : [listener.number]) + connections.flatMap(\.reading) + news.reading
        + (rendering?.reading ?? []) + site.reading,
      writing: connections.flatMap(\.writing), until: deadline)
    if isFull || events.ready.contains(listener.number) { accept() }
    rendering?.step(events.ready)
    site.step(events.ready, ended: events.ended)
    for (child, end) in events.ended where child == rendering?.child { site.endRendering(end.status) }
    news.step(events.ready)
    for connection in connections { serve(connection, events.ready) }
    if let rendering = site.rendering { news.tell(of: rendering, playing: site.resultName) }
    for connection in connections {
      connection.step(events.ready, ended: events.ended, children)
      // After the head of a reply has been written: nothing else may happen for a long time.
      tell(connection)
    }
    dropConnections()
    // Without a page, nobody waits for a result, even if the server goes on for other films.
    if let unwanted, Clock.now >= unwanted { site.cancel(children) }
    // A preview waits until the others leave room for it, and they do not get its room meanwhile.
    for preview in connections.compactMap(\.preview) where !preview.isStarted && programs <= Self.mostMade {
      preview.start(children)
    }
  }

  /// When a running rendering is cancelled because no page is open; nil if none is.
  private var unwanted: Double? {
    site.rendering?.state == .running ? lonelySince.map { $0 + Self.patience } : nil
  }

  private var programs: Int { connections.reduce(0) { $0 + $1.programs } }

  /// The next time at which the server must act without an event.
  private var deadline: Double? {
    ([end, unwanted, isFull ? Clock.now + Self.pause : nil]
      + connections.filter(\.isReading).map { $0.start + Self.longestRequest }).compactMap(\.self).min()
  }

  // MARK: Connections

  private func accept() {
    isFull = false
    while true {
      let end: PipeEnd?
      do throws(StreamFailure) { end = try listener.accept() } catch {
        isFull = true
        return
      }
      guard let end else { return }
      connections.append(Connection(end))
      // A connection without a request must not keep others out.
      let waiting = connections.filter(\.isReading)
      if waiting.count > Self.mostWaiting { waiting[0].close(children) }
      dropConnections()
    }
  }

  private func serve(_ connection: Connection, _ ready: Set<Int32>) {
    do throws(HTTPRequestReader.Refusal) {
      guard let request = try connection.read(ready) else { return }
      connection.send(reply(to: request), tools, children)
      if connection.hearsNews { openPage() }
    } catch {
      connection.send(Self.reply(to: error), tools, children)
    }
  }

  private func reply(to request: HTTPRequest) -> HTTPReply {
    guard let path = gate.path(of: request) else {
      return HTTPReply(.forbidden, "This page needs the whole address that warp-film has printed, with its port.")
    }
    guard connections.filter({ !$0.isReading && !$0.isClosed }).count <= Self.mostReplies else {
      return HTTPReply(.busy, "too many connections")
    }
    let reply = site.reply(to: request, at: path, children)
    switch reply.body {
    case .output where programs >= Self.mostMade:
      return HTTPReply(.busy, "too many pictures and copies are being made")
    // There is one preview, the latest.
    case .preview: for other in connections where other.preview != nil { other.close(children) }
    case .bytes, .file, .output, .awaited, .events: break
    }
    return reply
  }

  private static func reply(to refusal: HTTPRequestReader.Refusal) -> HTTPReply {
    switch refusal {
    case .malformed: HTTPReply(.malformed, "the request is malformed")
    case .tooLong: HTTPReply(.tooLong, "the request is too long")
    case .unknownMethod: HTTPReply(.wrongMethod, "the method is not GET or POST")
    }
  }

  /// Removes the HTML file that redirected the browser to this server. For the first page, also starts decoding the
  /// sound.
  private func openPage() {
    opening = nil
    if !isOpen, let wave, let asked = try? AskedQuestion(wave, tools, children) { news.listen(to: asked) }
    isOpen = true
  }

  private func tell(_ connection: Connection) {
    guard connection.hearsNews, !connection.isBehind, connection.heard != news.newest else { return }
    connection.tell(news.text(since: connection.heard))
    connection.heard = news.newest
  }

  private func dropConnections() {
    let now = Clock.now
    for connection in connections where connection.isReading && now >= connection.start + Self.longestRequest {
      connection.close(children)
    }
    for connection in connections where connection.isClosed { connection.close(children) }
    connections.removeAll(where: \.isClosed)
    if connections.contains(where: \.hearsNews) {
      lonelySince = nil
    } else if isOpen, lonelySince == nil {
      lonelySince = now
    }
  }
}
