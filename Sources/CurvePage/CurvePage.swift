import Values
import Warp

/// The page on which a curve is edited over its film. It loads nothing but the film.
package struct CurvePage: Sendable {
  /// The path of the film, for commands.
  package let clip: String
  /// The duration of the source, in seconds.
  package let duration: Double
  package let frameRate: FrameRate?
  /// The initial curve, as options of warp-film and of warp-map. Both are empty for normal speed.
  package let words: (film: [String], map: [String])
  /// The map of the initial curve. The page shows it if it cannot edit the options in `words`.
  package let rows: [MapTable.Row]
  package let sound: Sound
  /// The spoken words of the film, for the strip of words.
  package let spoken: Spoken
  /// The timestamp of the clip's start in the film, in seconds. The picture may begin later than the sound.
  package let clipStart: Double
  /// ffmpeg's name of the picture's codec, empty if unknown.
  package let codec: String

  /// The timecode of the first frame, empty if the film has none.
  package var timecode = ""

  /// More facts for a page of a server; nil for a page that is opened as a file.
  package var served: Served?

  package struct Served: Sendable {
    /// The path of the result, for commands.
    package let output: String
    /// Options of the result that the page cannot change, for the displayed command.
    package let words: [String]
    /// The typed values of the options that the page can change.
    package let choices: [String: String]
    package let keepsPitch: Bool
    package let hasPicture: Bool
    package let hasSound: Bool

    package init(
      output: String, words: [String], choices: [String: String], keepsPitch: Bool, hasPicture: Bool, hasSound: Bool
    ) {
      (self.output, self.words, self.choices, self.keepsPitch) = (output, words, choices, keepsPitch)
      (self.hasPicture, self.hasSound) = (hasPicture, hasSound)
    }
  }

  /// A page of a server, in two parts. Between them come the facts that change while the server runs.
  package struct Halves: Sendable {
    package let (front, back): (String, String)
  }

  package struct Sound: Sendable {
    /// Peaks of equal parts of the sound, up to 255. Empty if there is no sound to draw.
    package var peaks: [UInt8]
    /// The onsets, in seconds of source.
    package var onsets: [Double]

    package init(peaks: [UInt8] = [], onsets: [Double] = []) { (self.peaks, self.onsets) = (peaks, onsets) }
  }

  package struct Spoken: Sendable {
    let words: [Word]
    /// At most this much of the pause beside a kept word stays, in seconds.
    let margin: Double

    package init(words: [Word] = [], margin: Double = 0) { (self.words, self.margin) = (words, margin) }
  }

  /// A word and its times, in seconds of source.
  package struct Word: Sendable {
    let start: Double
    let end: Double
    let text: String

    package init(_ text: String, from start: Double, to end: Double) {
      (self.text, self.start, self.end) = (text, start, end)
    }
  }

  package init(
    of clip: String, duration: Double, frameRate: FrameRate?, words: (film: [String], map: [String]),
    rows: [MapTable.Row], sound: Sound = Sound(), spoken: Spoken = Spoken(), clipStart: Double = 0, codec: String = ""
  ) {
    self.clip = clip
    self.duration = duration
    self.frameRate = frameRate
    self.words = words
    self.rows = rows
    self.sound = sound
    self.spoken = spoken
    self.clipStart = clipStart
    self.codec = codec
  }

  package var text: String {
    let halves = halves
    return halves.front + halves.back
  }

  package var halves: Halves {
    let page = Self.source.page
      .replacing("/*STYLE*/", with: Self.source.style + (served == nil ? "" : Self.added.style))
      .replacing("/*SCRIPT*/", with: Self.source.script + (served == nil ? "" : Self.added.script))
    let parts = page.split(separator: "/*FILM*/", maxSplits: 1)
    return Halves(front: parts[0] + "{" + facts, back: "}" + parts[1])
  }

  /// The facts that change while a server runs, to be put between the two halves of its page.
  package static func changingFacts(draft: String, presets: String) -> String {
    ", draft: \(JSONText.quoted(draft)), presets: \(JSONText.quoted(presets))"
  }

  /// The contents of the folder `Page`, which the package embeds. A script may use the scripts before it.
  private static let source = (
    page: text(PackageResources.page_html), style: text(PackageResources.page_css),
    script:
      [
        PackageResources.maths_js, PackageResources.maps_js, PackageResources.words_js, PackageResources.state_js,
        PackageResources.choices_js, PackageResources.reading_js, PackageResources.edits_js,
        PackageResources.elements_js, PackageResources.view_js, PackageResources.segments_js,
        PackageResources.objects_js, PackageResources.group_js, PackageResources.shapes_js, PackageResources.plot_js,
        PackageResources.drag_js, PackageResources.handles_js, PackageResources.tracks_js, PackageResources.spoken_js,
        PackageResources.player_js, PackageResources.panel_js,
        PackageResources.files_js,
        PackageResources.show_js, PackageResources.actions_js, PackageResources.keyboard_js, PackageResources.page_js,
      ].map(text).joined(separator: "\n")
  )

  /// The additional style and script of a page of a server.
  private static let added = (
    style: text(PackageResources.served_css),
    script: "\n"
      + [
        PackageResources.proxy_js, PackageResources.render_js, PackageResources.made_js, PackageResources.draft_js,
        PackageResources.folder_js, PackageResources.news_js,
      ].map(text).joined(separator: "\n")
  )

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// The facts about the film for the script of the page, as JSON.
extension CurvePage {
  private var facts: String {
    let numbers = rows.map { row in
      "[\(NumberSyntax.print(row.source)),\(NumberSyntax.print(row.warped)),\(row.scale.map(NumberSyntax.print) ?? "null")]"
    }
    return """
      clip: \(JSONText.quoted(clip)), url: \(JSONText.quoted(url)),
      clipStart: \(NumberSyntax.print(clipStart)), duration: \(NumberSyntax.print(duration)),
      fps: \(frameRate.map { NumberSyntax.print($0.value) } ?? "0"), timecode: \(JSONText.quoted(timecode)),
      rate: \(JSONText.quoted(frameRate?.description ?? "")), codec: \(JSONText.quoted(codec)),
      words: \(Self.list(words.film)), mapWords: \(Self.list(words.map)), rows: [\(numbers.joined(separator: ","))],
      wave: \(sound.wave), onsets: \(sound.times),
      spoken: [\(spoken.words.map(\.fact).joined(separator: ","))],
      margin: \(NumberSyntax.print(spoken.margin))\(servedFacts)
      """
  }

  private var url: String {
    if served != nil { return "film" }
    return clip.contains("://") ? clip : FileURL.text(clip)
  }

  private var servedFacts: String {
    guard let served else { return "" }
    let choices = served.choices.sorted { $0.key < $1.key }.map {
      "\(JSONText.quoted($0.key)): \(JSONText.quoted($0.value))"
    }
    return """
      , output: \(JSONText.quoted(served.output)), resultWords: \(Self.list(served.words)),
      choices: {\(choices.joined(separator: ", "))},
      keepsPitch: \(served.keepsPitch), hasPicture: \(served.hasPicture), hasSound: \(served.hasSound)
      """
  }

  private static func list(_ words: [String]) -> String {
    "[\(words.map(JSONText.quoted).joined(separator: ", "))]"
  }
}

extension CurvePage.Word {
  /// The word as JSON, with times in milliseconds.
  fileprivate var fact: String {
    let times = [start, end].map { NumberSyntax.print(($0 * 1000).rounded() / 1000) }
    return "[\(times[0]),\(times[1]),\(JSONText.quoted(text))]"
  }
}

extension CurvePage.Sound {
  /// The sound up to a time, as JSON, for a page that is already open.
  package func news(until end: Double) -> String {
    "{\"wave\": \(wave), \"onsets\": \(times), \"until\": \(NumberSyntax.print(end))}"
  }

  fileprivate var times: String {
    "[\(onsets.map { NumberSyntax.print(($0 * 1000).rounded() / 1000) }.joined(separator: ","))]"
  }

  fileprivate var wave: String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let text = stride(from: 0, to: peaks.count, by: 3).map { start in
      let group = peaks[start..<min(start + 3, peaks.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      let text = [18, 12, 6, 0].prefix(group.count + 1).map { String(digits[bits >> $0 & 63]) }.joined()
      return text + String(repeating: "=", count: 3 - group.count)
    }.joined()
    return "\"\(text)\""
  }
}
