import Tool
import Warp

/// Advice for options of ffmpeg, sox, mpv, HandBrake and auto-editor, and of the other commands here: what to type
/// instead. The first row with a name applies.
package enum Strangers {
  static var ofFilm: [Stranger] {
    tracks + encoders + files + clip + picture + run + curves + siblings(of: WarpCommand.command)
  }
  static var ofMap: [Stranger] { rows + curves + siblings(of: MapCommand.command) }
  static var ofVideo: [Stranger] { streamedPicture + siblings(of: VideoCommand.command) }
  static var ofAudio: [Stranger] { streamedSound + siblings(of: AudioCommand.command) }

  static let fileForMap = Stranger(
    [], .file("in.mp4"), "warp-map takes only options; to retime a video, type warp-film {} out.mp4")
  static let fileForFilters = Stranger(
    [], .file("in"), "write < before INPUT and > before OUTPUT")

  // MARK: warp-film

  private static let tracks = [
    Stranger(["an", "no-sound", "nosound", "silent"], type: "--no-audio"),
    Stranger(
      ["vn", "no-video", "novideo", "audio-only"],
      "for sound alone, end OUTPUT in .m4a or .wav"),
    Stranger(["sn", "no-subs", "nosubs"], type: "--no-subtitles"),
    Stranger(["map"], type: "--audio 2", "it keeps only sound track 2"),
    Stranger(
      ["silent-threshold", "silence-threshold", "threshold", "noise"], .word("-35dB"),
      type: "--silence cut --silence-level {}"),
    Stranger(["vad", "voice-activity", "no-speech", "cut-pauses", "remove-pauses"], type: "--pauses cut"),
    Stranger(
      ["xfade", "acrossfade", "cross-fade", "dissolve", "transition", "transitions"], .time("0.4s"),
      type: "--crossfade {}"),
    Stranger(["mic", "edit-track", "detect-track"], .word("2"), type: "--silence cut --listen {}"),
    Stranger(["silent-speed", "when-silent"], .speed("4x"), type: "--silence {}"),
    Stranger(["nonlinear", "smart-speed", "mach1", "speech-speed"], .speed("2.5x"), type: "--speech {}"),
    Stranger(
      ["cut-silence", "cut-silences", "remove-silence", "skip-silence", "jumpcut"], type: "--silence cut"),
    Stranger(
      ["soundtrack", "add-audio", "audio-file", "bgm", "background-music", "audio-track"], .file("song.mp3"),
      type: "--music {}"),
    Stranger(["fade-out", "music-fade-out"], .time("3s"), type: "--music song.mp3 --music-fade {}"),
    Stranger(["music-volume", "bgm-volume"], type: "--music song.mp3 --music-level -12", "in decibels"),
    Stranger(
      ["original-sound", "original-audio", "keep-sound", "keep-audio", "sound-original"], type: "--sound original"),
    Stranger(["volume", "vol", "gain"], type: "--sound-level 6", "in decibels"),
    pitchKeeping,
    Stranger(
      ["retime", "srt"], .word("srt"),
      "to retime subtitles, type warp-map --speed 2x --retime {} < in.srt > out.srt"),
  ]

  private static let encoders =
    [
      Stranger(["encoder-preset", "x264-preset"], .word("slow"), type: "--preset {}"),
      Stranger(["quick", "proxy", "low-res", "lowres", "test"], type: "--draft"),
      Stranger(["crf", "rf", "cq", "qp", "q:v", "qscale"], .number("20"), type: "--quality {}"),
      Stranger(
        ["c:v", "codec:v", "vcodec", "video-codec", "encoder", "e"], .word("libx265"), type: "--codec {}"),
      Stranger(["c"], type: "--copy", "it does not re-encode the picture"),
      Stranger(["gpu", "nvenc", "cuda"], type: "--codec h264_nvenc"),
      Stranger(["f"], .word("matroska"), type: "--encode '-f {}'", "usually the extension of OUTPUT is enough"),
      Stranger(["gif", "webp"], "end OUTPUT in .gif"), Stranger(["apng"], "end OUTPUT in .apng"),
    ]
    + ["h264", "hevc", "av1", "vp9", "prores", "dnxhr", "ffv1"].map { Stranger([$0], type: "--codec \($0)") }
    + [
      ("c:a", "aac"), ("acodec", "aac"), ("codec:a", "aac"), ("b:v", "2M"), ("b:a", "192k"), ("maxrate", "4M"),
      ("bufsize", "8M"), ("tune", "film"), ("profile:v", "high"), ("pix_fmt", "yuv420p"),
      ("movflags", "faststart"), ("g", "60"), ("ac", "2"), ("ar", "48000"), ("x264-params", "keyint=60"),
    ].map { name, example in Stranger([name], .word(example), type: "--encode '-\(name) {}'") }

  private static let files = [
    Stranger(["i", "input", "in"], .file("in.mp4"), "write INPUT without an option: warp-film {} out.mp4"),
    Stranger(
      ["o", "output", "out", "outfile"], .file("out.mp4"), "write OUTPUT last, without an option: warp-film in.mp4 {}"),
    Stranger(["overwrite", "force", "replace", "clobber"], type: "--yes", "or -y for short"),
    Stranger(["n", "no-overwrite", "no-clobber"], "leave it out; warp-film overwrites files only with -y"),
  ]

  private static let clip = [
    Stranger(
      ["ss", "start", "from", "begin", "seek"], .time("5"), type: "--trim {}..",
      "to end earlier, add a time after the dots"),
    Stranger(
      ["to", "end", "until", "stop", "sseof"], .time("10"), type: "--trim ..{}",
      "to start later, add a time before the dots"),
    Stranger(
      ["t", "length", "len"], .time("10"), type: "--trim ..{}", "or --fit {} to make the whole video last that long"),
    Stranger(
      ["duration"], .time("10"),
      "leave --duration out, or write --trim ..{} to cut or --fit {} to change the speed"),
    Stranger(
      ["frames", "frames:v", "vframes"], .number("250"),
      "leave --frames out, or write --trim ..{}f to stop after that frame"),
    Stranger(["clip", "section", "segment", "part", "range", "chapters"], type: "--trim 5..10"),
    Stranger(["cut-out", "remove"], type: "--cut 5..10"),
    Stranger(["loop", "repeat", "stream_loop"], type: "--play 0..5 --play 0..5", "one --play for each repetition"),
  ]

  private static let picture = [
    Stranger(["r", "framerate", "frame-rate"], .number("30"), type: "--fps {}"), interpolation, blending, blurring,
    Stranger(["deint", "yadif", "bwdif"], type: "--deinterlace frame"),
    Stranger(["s", "size", "resize", "resolution", "scale-width", "w"], .width("1280"), type: "--width {}"),
    Stranger(["height"], .number("720"), type: "--encode '-vf scale=-2:{}'"),
    Stranger(["crop"], .word("640:360"), type: "--encode '-vf crop={}'"),
    Stranger(
      ["vf", "filter", "filter:v", "filter_complex"], type: "--speed 2x",
      "in place of setpts; for other filters write --encode '-vf FILTER'"),
    Stranger(
      ["af", "filter:a"], type: "--speed 2x --pitch keep",
      "in place of atempo; for other filters write --encode '-af FILTER'"),
    Stranger(["vsync", "fps_mode", "variable", "variable-rate"], type: "--vfr"),
  ]

  private static let run = [
    Stranger(["quiet", "silence-output", "nostats", "hide_banner", "loglevel", "no-stats"], type: "--no-progress"),
    Stranger(["verbose", "debug", "v", "print-command"], type: "--dry-run", "it prints the commands that would run"),
    Stranger(["show", "play-result", "ffplay", "watch"], type: "--preview"),
    Stranger(["jobs", "j", "cpus"], .number("4"), type: "--threads {}"),
  ]

  // MARK: warp-film and warp-map

  private static let curves =
    [
      Stranger(
        ["slow", "slower", "slowmo", "slow-mo", "slow-motion", "slowdown", "slow-down"],
        type: "--speed 0.5x", "from 2 s to 4 s: --speed '0=1x, 2s=0.5x hold, 4s=1x hold'"),
      Stranger(["stretch"], .number("2"), type: "--constant {}", "the result lasts {} times as long"),
      Stranger(
        [
          "fast", "faster", "speedup", "speed-up", "timelapse", "time-lapse", "fast-forward", "accelerate", "atempo",
          "playback-speed", "speed-factor", "video-speed",
        ], .speed("2x"), type: "--speed {}"),
      Stranger(["scale", "factor"], .number("2"), type: "--constant {}", "the result lasts {} times as long"),
      Stranger(["setpts"], type: "--speed 2x"),
      Stranger(
        ["ease", "smooth", "easing", "keyframes", "keyframe", "keys", "speed-curve"],
        type: "--speed '0=1x, 2s=0.5x smooth'"),
      Stranger(["ease-in", "ease-out", "ease-in-out"], .word("smooth"), type: "--speed '0=1x, 2s=0.5x ease-in-out'"),
      Stranger(["backward", "backwards", "rewind", "areverse"], type: "--reverse"),
      Stranger(["boomerang", "ping-pong", "pingpong"], type: "--play 0..5 --play 5..0"),
      Stranger(["hold", "freeze-frame", "stand"], .time("2s"), type: "--freeze {}=1s"),
      Stranger(["pause"], .time("2s"), type: "--freeze {}=1s", "to cut pauses out, warp-film has --pauses cut"),
    ] + CurveSyntax.names.filter { $0.name != "constant" }.map { Stranger([$0.name], type: "--curve \($0.name)") }

  /// Options of other programs for which only warp-map has advice.
  private static let rows = [
    Stranger(["length", "len", "l"], .time("10"), type: "--duration {}"),
    Stranger(
      ["i", "input", "in"], .file("in.mp4"), type: "--duration 10",
      "warp-map reads no video; to retime a video, type warp-film {} out.mp4"),
    Stranger(["r", "framerate", "frame-rate"], .number("30"), type: "--fps {}"),
    Stranger(["o", "output", "out"], .file("map.tsv"), "leave it out and end the command with > {}"),
    Stranger(["csv"], type: "--format csv"), Stranger(["tsv"], type: "--format tsv"),
    Stranger(["graph", "chart", "draw", "show"], type: "--plot text"), Stranger(["svg"], type: "--plot svg"),
    Stranger(["html"], type: "--plot html"), Stranger(["srt", "subtitles"], type: "--retime srt"),
    Stranger(["ss", "start", "from", "begin"], .time("5"), type: "--trim {}.."),
    Stranger(["t", "to", "end", "until", "stop"], .time("10"), type: "--trim ..{}"),
    Stranger(["quiet", "verbose", "force", "overwrite"], "leave it out; warp-map prints the table and nothing else"),
  ]

  // MARK: The filters

  private static let streamedPicture = [
    Stranger(["r", "framerate", "frame-rate"], .number("60"), type: "--fps {}"), interpolation, blending, blurring,
    Stranger(
      ["i", "input", "in"], .file("in.mp4"),
      "warp-video reads standard input: ffmpeg -i {} -f yuv4mpegpipe - | warp-video --map map.tsv"),
    Stranger(["o", "output", "out"], .file("out.y4m"), "leave it out and end the command with > {}"),
    Stranger(["quiet"], type: "--no-progress"), Stranger(["verbose"], type: "--progress"),
  ]

  private static let streamedSound = [
    Stranger(["r", "samplerate", "sample-rate", "ar"], .number("48000"), type: "--rate {}"),
    Stranger(["c", "ac"], .number("2"), type: "--channels {}"),
    Stranger(["f", "t", "type"], .word("s16le"), type: "--format {}"), pitchKeeping,
    Stranger(
      ["i", "input", "in"], .file("in.mp4"),
      "warp-audio reads standard input: ffmpeg -i {} -f wav - | warp-audio --map map.tsv"),
    Stranger(["o", "output", "out"], .file("out.wav"), "leave it out and end the command with > {}"),
    Stranger(["quiet"], type: "--no-progress"), Stranger(["verbose"], type: "--progress"),
  ]

  private static let pitchKeeping = Stranger(
    ["keep-pitch", "preserve-pitch", "no-pitch", "rubberband", "scaletempo", "audio-pitch-correction"],
    type: "--pitch keep")
  private static let interpolation = Stranger(
    ["interpolate", "interpolation", "minterpolate", "interp", "optical-flow", "motion", "rife"],
    type: "--mix motion --fps 60")
  private static let blending = Stranger(["blend", "tblend", "frame-blending", "framerate-blend"], type: "--mix blend")
  private static let blurring = Stranger(["motion-blur", "blur"], .number("180"), type: "--shutter {}")
}
