/// The arguments for the output file, whatever its tracks are.
extension Encoding {
  var fileWords: [String] {
    (kind.putsIndexInFront ? ["-movflags", "+faststart"] + filmTicks : []) + streamWords
      + (kind.muxer.map { ["-f", $0] } ?? [])
  }

  /// Options that deliver each picture soon and never seek back, for standard output.
  private var streamWords: [String] {
    guard isStreamed else { return [] }
    let muxer = kind.muxer ?? FFmpegOptions.muxer(in: givenWords) ?? ""
    return FileKind.streamed(by: muxer) + ["-flush_packets", "1"]
  }

  /// Sets 1000 ticks per second for the whole film, the default of ffmpeg 7. In mp4 and mov, ffmpeg cannot write a
  /// chapter longer than 2³¹ of these ticks. ffmpeg 9 uses as many ticks as sounds and subtitles need together. With
  /// subtitles these are six million or more, which limits a chapter to less than six minutes.
  private var filmTicks: [String] { names(.filmTicks) ? [] : ["-movie_timescale", "1000"] }

  /// The arguments that the file needs because of the codec. Apple's players recognise HEVC by the tag hvc1.
  func nameWords(_ codec: FileKind.PictureCodec) -> [String] {
    switch codec {
    case .hevc: ["-tag:v:0", "hvc1"]
    case .dnxhr where kind.writesColoursIfTold: ["-movflags", "+write_colr"]
    default: []
    }
  }
}
