import Streams
import Values

/// How ffmpeg prints the packets of a picture as NUT, without decoding.
struct PacketReading: Sendable {
  let film: FilmSurvey.Film
  let stream: ProbedStream
  let facts: PictureFacts

  /// Nil for a film without a picture.
  init?(_ film: FilmSurvey.Film) {
    guard let stream = film.picture, let facts = stream.picture else { return nil }
    (self.film, self.stream, self.facts) = (film, stream, facts)
  }

  /// A stage that splits packets. In containers without timestamps, two MPEG-4 frames may share a packet. Times follow
  /// from the order of packets only after each frame has its own packet.
  var unpacker: Feed? {
    guard isUnpacked else { return nil }
    let words =
      film.input.decoding + film.input.file.opening + ["-map", "0:\(stream.index)"]
      + ["-c", "copy", "-bsf:v", "mpeg4_unpack_bframes", "-f", "avi", "-"]
    return .stage(Stage("picture unpacker", .ffmpeg, [.init(words)]))
  }

  private var isUnpacked: Bool { stream.codec == "mpeg4" && film.kind.stamps == .counted }

  /// The arguments of ffmpeg. NUT needs a presentation timestamp for each packet, and some packets of AVI and of discs
  /// have none. Timestamps count from the first frame, so decoding timestamps may be negative. All packets are passed
  /// on, also those before the first keyframe, because warp-video reports where frames would be missing.
  ///
  /// - Parameter seeking: options of the input that select a part of the file.
  func words(_ seeking: [String]) -> [String] { start + seeking + end() }

  /// The command of `--source` that prints the packets, for parts of the film. All frames are in the form of Annex B,
  /// and the name of the codec is the same for all files.
  var command: String {
    let seek = film.kind.findsKeyFrames ? "${1:+-ss \"$1\"} -t \"$2\"" : ""
    return "exec ffmpeg \(ShellWords.quotedForSh(start)) \(seek) -copyts \(ShellWords.quotedForSh(end(asUnits: true)))"
  }

  /// The same for the whole film.
  var wholeWords: [String] { start + ["-copyts"] + end(asUnits: true) }

  private var start: [String] { film.input.decoding + (film.lacksStamps ? ["-fflags", "+genpts"] : []) }

  private func end(asUnits: Bool = false) -> [String] {
    let input = isUnpacked ? ["-f", "avi", "-i", "-", "-map", "0:0"] : film.input.opening(stream)
    let filters = packetFilters + (asUnits ? unitFilters : [])
    var words = input + ["-c", "copy", "-copyinkf", "-avoid_negative_ts", "disabled"]
    if !filters.isEmpty { words += ["-bsf:v", filters.joined(separator: ",")] }
    if asUnits { words += name }
    if !film.kind.needsCounting { words += film.span.stampedFromFirst }
    return words + ["-f", "nut", "-"]
  }

  private var unitFilters: [String] { hasUnits ? ["\(stream.codec)_mp4toannexb"] : [] }
  private var name: [String] { hasUnits ? ["-tag:v", stream.codec == "h264" ? "H264" : "HEVC"] : [] }

  /// Whether packets consist of units whose kinds warp-video knows.
  var hasUnits: Bool { ["h264", "hevc"].contains(stream.codec) }

  /// Whether each packet has its own timestamp in the file.
  var isTimed: Bool {
    [.all, .notEarly].contains(film.kind.stamps) && !film.lacksStamps && !film.span.isStampless && film.joint == nil
  }

  /// The bitstream filters before retiming. `vp9_superframe` joins a hidden VP9 frame to the next shown one, so that
  /// each packet has its own timestamp. `setts` makes decoding timestamps earlier, because ffmpeg changes the
  /// presentation timestamp of a packet that is decoded after it is shown. It also corrects counted timestamps.
  private var packetFilters: [String] {
    let merging = stream.codec == "vp9" ? ["vp9_superframe"] : []
    let early = film.decodesLate > 0 ? ["setts=pts=PTS:dts=DTS-\(film.decodesLate)"] : []
    let step = "round(1/(\(ClipRate.rate(of: facts))*TB))"
    let counted = film.kind.needsCounting ? ["setts=pts=if(N\\,PTS-\(step)\\,0):dts=DTS"] : []
    return merging + early + counted
  }
}
