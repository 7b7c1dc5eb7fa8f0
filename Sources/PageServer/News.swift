import CurvePage
import FilmRun
import Streams
import Tool

/// Events for pages: the sound decoded so far, and the progress of a rendering. A page gets only the newest of each, so
/// a slow page costs no memory.
final class News {
  struct Versions: Equatable { var (sound, rendering) = (0, 0) }

  private(set) var newest = Versions()
  private var (soundText, renderingText) = ("", "")
  private var sound = PageSound()
  private var samples = 0
  private var asked: AskedQuestion?
  private var lastSound = -Double.infinity
  /// The shortest time between two sound events, in seconds.
  private static let pause = 0.5
  /// The sample rate of `FilmSurvey.Film.wave`, in Hz.
  private static let rate = 8000.0

  /// Reads the sound from the decoder that `asked` has started.
  func listen(to asked: AskedQuestion) { self.asked = asked }

  var reading: [Int32] { [asked?.output?.number].compactMap(\.self) }

  func step(_ ready: Set<Int32>) {
    guard let asked, let output = asked.output, ready.contains(output.number) else { return }
    if let block = try? output.read() {
      sound.take(block)
      samples += block.count
      if Clock.now > lastSound + Self.pause { tellSound() }
    } else {
      self.asked = nil
      tellSound()
    }
  }

  private func tellSound() {
    guard samples > 0 else { return }
    soundText = "event: sound\ndata: \(sound.sound.news(until: Double(samples) / Self.rate))\n\n"
    newest.sound += 1
    lastSound = Clock.now
  }

  /// - Parameter result: the name of the result that can be played.
  func tell(of rendering: Rendering, playing result: String) {
    guard rendering.isNew else { return }
    rendering.isNew = false
    renderingText = "event: render\ndata: \(rendering.news(playing: result))\n\n"
    newest.rendering += 1
  }

  /// Returns the events that a page has not heard yet.
  func text(since heard: Versions) -> String {
    (heard.sound < newest.sound ? soundText : "") + (heard.rendering < newest.rendering ? renderingText : "")
  }
}
