/// What is said of the file, whatever is in it.
extension Encoding {
  var fileWords: [String] {
    (kind.putsIndexInFront ? ["-movflags", "+faststart"] + filmTicks : []) + streamWords
      + (kind.muxer.map { ["-f", $0] } ?? [])
  }

  /// What makes a reader of standard output get each picture soon, and a file that needs no seeking back.
  private var streamWords: [String] {
    guard isStreamed else { return [] }
    let muxer = kind.muxer ?? FFmpegOptions.muxer(in: givenWords) ?? ""
    return FileKind.streamed(by: muxer) + ["-flush_packets", "1"]
  }

  /// In mp4 and mov a chapter ends at most 2³¹ ticks of the whole film after it begins, or ffmpeg does not write it.
  /// A film has a thousand ticks a second in ffmpeg 7, which is what is asked for here; in ffmpeg 9 as many as sounds
  /// and subtitles need together: with subtitles six million and more, and then a chapter lasts less than six
  /// minutes.
  private var filmTicks: [String] { names(.filmTicks) ? [] : ["-movie_timescale", "1000"] }

  /// What the file is to say because of the codec. hvc1 is the name by which Apple's players know HEVC.
  func nameWords(_ codec: FileKind.PictureCodec) -> [String] {
    switch codec {
    case .hevc: ["-tag:v:0", "hvc1"]
    case .dnxhr where kind.writesColoursIfTold: ["-movflags", "+write_colr"]
    default: []
    }
  }
}
