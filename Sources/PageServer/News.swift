import FilmRun
import MapShow
import Streams
import Tool

/// What pages hear without asking: how the film sounds, as far as it has been decoded, and how a rendering goes. A page
/// gets the newest of each, so that a slow one costs nothing.
final class News {
  struct Versions: Equatable { var (sound, rendering) = (0, 0) }

  private(set) var newest = Versions()
  private var (soundText, renderingText) = ("", "")
  private var sound = PageSound()
  private var samples = 0
  private var asked: AskedQuestion?
  private var lastSound = -Double.infinity
  /// Seconds between two news of the sound.
  private static let pause = 0.5
  /// Samples a second, as `FilmSurvey.Film.wave` has them.
  private static let rate = 8000.0

  /// Takes the sound that is being decoded.
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

  /// What is newer than what has been heard.
  func text(since heard: Versions) -> String {
    (heard.sound < newest.sound ? soundText : "") + (heard.rendering < newest.rendering ? renderingText : "")
  }
}
