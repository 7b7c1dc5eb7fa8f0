import Pixels
import Warp

/// The picture's way: decoded, retimed.
extension FilmPlan {
  /// Where the retimed picture can be read, as NUT.
  func pictureFeed(_ stream: ProbedStream, _ facts: PictureFacts) -> Feed {
    let decoder = decoderOptions(stream, facts)
    let filter: [Stage.Word] = [.text(job.tools.video), "--map", .feed(.document(map.table))]
    guard map.returns, !span.isStampless else {
      let words = Self.ffmpeg + inputOptions + ["-i", sourceFile] + decoder
      return .stage(
        Stage(
          "picture filter", [filter + .init(pictureOptions)],
          input: .stage(Stage("picture decoder", [.init(words)]))))
    }
    let memory = job.memory == nil ? ["--memory", "384M"] : []
    return .stage(
      Stage(
        "picture filter", [filter + .init(pictureOptions), .init(["--source", passCommand(decoder)] + memory)]))
  }

  /// Raw frames have no colours of their own but their numbers: whoever reads them is told what they mean.
  func pictureFormat(_ facts: PictureFacts) -> [String] {
    facts.colours.flatMap { ["-\($0.option)", $0.value] }
      + (CarriedPixels.isRecoloured(facts.pixelFormat) ? ["-color_range", "tv", "-colorspace", "bt709"] : [])
      + ["-f", "nut"]
  }

  private var pictureOptions: [String] {
    var options = job.pictureOptions
    switch job.rate {
    case .variable(let timebase): options += ["--vfr", "--timebase", "\(timebase)"]
    case .fixed(let wish):
      // A frame that begins up to a whole one late would be half a frame late on the average.
      if !job.choosesFrames { options += ["--pick", "middle"] }
      if let rate = wish ?? rate { options += ["--fps", "\(rate)"] }
    }
    if let memory = job.memory { options += ["--memory", memory] }
    return options + job.progress
  }

  /// What the decoder does with what it has read.
  private func decoderOptions(_ stream: ProbedStream, _ facts: PictureFacts) -> [String] {
    var filters: [String] = []
    // Source time counts from the first frame.
    if span.start != 0 { filters.append("setpts=round(PTS-\(NumberSyntax.print(span.start))/TB)") }
    if CarriedPixels.isRecoloured(facts.pixelFormat) { filters.append("scale=out_color_matrix=bt709:out_range=tv") }
    // Where there are no stamps, they are made up.
    let stamps = span.isStampless ? rate.map { ["-r", "\($0)"] } ?? [] : asStamped
    // Direct: frames go to the pipe without another copy.
    return ["-map", "0:\(stream.index)"] + (filters.isEmpty ? [] : ["-vf", filters.joined(separator: ",")]) + stamps
      + ["-enc_time_base", "\(stream.timeBase.numerator)/\(stream.timeBase.denominator)"]
      + ["-pix_fmt", CarriedPixels.format(for: facts.pixelFormat), "-c:v", "rawvideo", "-avioflags", "direct"]
      + ["-f", "nut", "-"]
  }

  /// Where the map runs back the clip is decoded again in parts, last part first, each within memory: no temporary file.
  ///
  /// A part from the start is not sought: there are files in which the first frames are behind any place to be sought.
  private func passCommand(_ decoder: [String]) -> String {
    let input = ShellQuotes.posix(sourceFile)
    let options = decoder.map(ShellQuotes.posix).joined(separator: " ")
    let decode = "\(Self.ffmpeg.joined(separator: " ")) $part -copyts -i \(input) \(options)"
    guard abs(leadIn) >= 1e-9 else {
      return "part=\"-t $LENGTH\"; case $FROM in *[1-9]*) part=\"-ss $FROM $part\";; esac; \(decode)"
    }
    // Parts are told in source time, and ffmpeg counts from where the file starts.
    let offset = DecimalText.print(leadIn, decimals: 9)
    return """
      part=$(LC_ALL=C awk -v s="$FROM" -v l="$LENGTH" 'BEGIN { \
      if (s > 0) printf "-ss %.9f -t %.9f", s + \(offset), l; else printf "-t %.9f", l + \(offset) }'); \(decode)
      """
  }
}
