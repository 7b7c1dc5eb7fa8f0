/// A command whose output says something about a file that has to be known.
package struct Question: Equatable, Sendable {
  /// By which `Answers` knows the answer.
  package let name: String
  package let words: [String]

  /// As it can be pasted into a shell.
  package var text: String { Self.text(words) }

  package static func text(_ words: [String]) -> String { ShellWords.quoted(words) }

  static let probe = "probe"
  static let ends = "ends"
  static let packets = "packets"
  static let light = "light"

  /// Everything but packets. What `Probe` reads of a line has to be named here.
  static func probe(of job: FilmJob) -> Question {
    let entries = [
      "program_version=version", "library_version=name,major,minor", "format=format_name,start_time,duration",
      "chapter=time_base,start,end", "chapter_tags",
      "stream=index,codec_type,codec_name,width,height,pix_fmt,field_order,time_base,r_frame_rate,avg_frame_rate,"
        + "start_pts,duration_ts,color_range,color_space,color_transfer,color_primaries,chroma_location,"
        + "sample_fmt,sample_rate,channels,channel_layout,bits_per_raw_sample",
      "stream_disposition", "stream_tags=language,title,alpha_mode",
    ]
    return Question(
      name: probe, words: ffprobe("quiet", ["-show_entries", entries.joined(separator: ":")], in: job))
  }

  /// The first 200 packets, since the one that is shown first need not come first; and those at the end of the file,
  /// found by seeking far beyond it.
  static func ends(of stream: Int, in job: FilmJob) -> Question {
    packets(of: stream, in: job, from: "%+#200,99999999", named: ends)
  }

  /// What the first frame says of the brightness of the film.
  static func light(of stream: Int, in job: FilmJob) -> Question {
    let words = [
      "-select_streams", "\(stream)", "-read_intervals", "%+#1", "-show_frames", "-show_entries",
      "frame=stream_index:side_data",
    ]
    return Question(name: light, words: ffprobe("error", words, in: job))
  }

  static func packets(of stream: Int, in job: FilmJob, from intervals: String, named name: String = packets) -> Question
  {
    let entries = "packet=stream_index,pts,dts,duration,flags"
    let words = ["-select_streams", "\(stream)", "-read_intervals", intervals, "-show_entries", entries]
    return Question(name: name, words: ffprobe("error", words, in: job))
  }

  private static func ffprobe(_ loudness: String, _ words: [String], in job: FilmJob) -> [String] {
    ["ffprobe", "-v", loudness, "-of", "compact"] + words + ["-i", FilmJob.path(job.input)]
  }
}
