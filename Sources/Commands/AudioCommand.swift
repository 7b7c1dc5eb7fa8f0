import Tool
import Values

/// Declares warp-audio's options once for the parser, help, man page and completions.
package enum AudioCommand {
  package static let map = Option(
    "map", value: "FILE", completion: .file,
    help: "Follow the time map in FILE, a table from warp-map. FILE may be a pipe.")

  package static let measure = ChoiceOption<Measurement>(
    "measure", value: "WHAT", naming: "thing to measure",
    help: "Print what the sound is like as text, instead of retiming the sound. Excludes --map. WHAT is:",
    [
      Choice(
        "speech", .speech,
        "how much faster than the rest each part of a speech can be played, as keyframes of speed for warp-map"),
      Choice(
        "voice", .voice,
        "how likely somebody speaks, 100 times a second, as lines TIME PROBABILITY: 0.5 or more is speech"),
      Choice(
        "loudness", .loudness,
        "how loud the sound is 10 times a second, as lines TIME VALUE: 1 is -23 LUFS, and 10 LU more is twice as loud"),
      Choice(
        "onsets", .onsets,
        "when sounds begin, one time per line with its strength as a comment, as beats for warp-map"),
    ])

  package static let align = Option(
    "align", value: "REFERENCE", completion: .file,
    help: """
      Print the map that brings the sound onto the clock of REFERENCE, instead of retiming the sound. REFERENCE is \
      another recording of the same scene, as WAV or NUT. Excludes --map.
      """)

  package static let format = Option(
    "format", value: "FORMAT", completion: .words(formats),
    help: """
      Format of the input: u8, s16le, s16be, s24le, s24be, s32le, s32be, f32le, f32be, f64le, f64be, wav or nut. The \
      names s16, s32, flt and dbl from libavutil work, too. Required for raw samples, with --rate and --channels. WAV \
      and NUT are detected without --format.
      """)
  package static let source = Option(
    "source", value: "COMMAND",
    help: """
      Read the sound from a shell command instead of standard input. The command prints raw samples, exactly $LENGTH \
      seconds from the time $FROM. The arguments $1 and $2 say the same for ffmpeg: the seek point, empty for the \
      start of the file, and how many seconds to read. With --clip-start, the command prints NUT with timestamps. \
      Needs --format, --rate and --channels.
      """)
  package static let rate = Option(
    "rate", value: "HZ", help: "Sample rate of raw input, in Hz. Needs --format.")
  package static let channels = Option(
    "channels", value: "N", help: "Number of channels of raw input, 1 to 64. Needs --format.")
  package static let outputFormat = Option(
    "output-format", value: "FORMAT", completion: .words(formats),
    help: "Format of the output, with the same names as for --format. Default: the format of the input.")

  package static let clipStart = Option(
    "clip-start", value: "TIME",
    help: """
      Timestamp in the input of the moment that the map calls source time 0 (default: 0). Only for NUT input, or with \
      --source.
      """)

  package static let packetGrid = Option(
    "packet-grid", value: "FIRST/N",
    help: """
      Correct inexact timestamps of packets. All packets have N samples, and their starts are sample FIRST plus \
      multiples of N, counted from timestamp 0. Needs --source and --clip-start.
      """)

  package enum Pitch: Sendable { case follow, keep }
  package static let pitch = ChoiceOption<Pitch>(
    "pitch", value: "HOW", naming: "pitch mode", help: "Choose what a change of speed does to the pitch:",
    usual: "follow",
    [
      Choice("follow", .follow, "the pitch follows the speed, as on a tape"),
      Choice("keep", .keep, "the pitch stays the same"),
    ])
  package static let kernel = ChoiceOption<Kernel>(
    "kernel", value: "NAME", naming: "kernel",
    help: "Quality of the interpolation between samples. Cannot be combined with --pitch keep. NAME is:",
    usual: "high",
    [
      Choice("linear", .linear, "straight lines between samples; the lowest quality, to compare the others with"),
      Choice("fast", .fast, "errors at -110 dB"),
      Choice("high", .high, "errors at -116 dB, clean for 16-bit samples"),
      Choice("best", .best, "at -150 dB, clean for 32-bit float"),
    ])
  package static let crossfade = Option(
    "crossfade", value: "TIME",
    help: """
      Crossfade the sound at each cut, a jump of the map, over TIME: half before the cut, half after it. The sounds \
      beyond the cut are those that the map leaves out there. The duration does not change. Where the input ends, or \
      the next cut is near, a crossfade is shorter. Default: a fade of 10 ms.
      """)
  package static let block = Option(
    "block", value: "N",
    help: """
      Compute N output samples at a time, up to 1048576 (default: 1024). Small blocks need less memory, and shorten \
      the delay of live sound. The output does not depend on N.
      """)
  package static let noDither = Option(
    "no-dither", help: "Do not add dither to output with 8 or 16 bits. Without dither, quiet sound is distorted.")

  private static let formats = [
    "u8", "s16le", "s16be", "s24le", "s24be", "s32le", "s32be", "f32le", "f32be", "f64le", "f64be", "wav", "nut",
  ]

  /// Options that need a sound to be retimed, so `--measure` and `--align` exclude them.
  package static let retimingOptions =
    [map, pitch.option, kernel.option, crossfade, block, noDither, outputFormat, source, packetGrid] + SourceOptions.all
    + [.progress, .noProgress, .stats]

  package static let command = Command(
    name: "warp-audio",
    version: .current,
    summary: "change the speed of sound along a time map",
    synopsis: [
      "--map FILE [OPTION]... < input.wav > output.wav", "--measure WHAT [OPTION]... < input.wav > text",
      "--align REFERENCE.wav [OPTION]... < other.wav > map.tsv",
    ],
    strangers: Strangers.ofAudio, strayFile: Strangers.fileForFilters,
    description: [
      """
      warp-audio reads sound from standard input, retimes the sound along a time map from warp-map, and writes the \
      result to standard output. Input and output are WAV, NUT or raw samples.
      """,
      """
      Without --pitch keep, the pitch follows the speed, as on a tape. With --pitch keep, only the timing follows the \
      map.
      """,
      """
      If the map plays backward or repeats a part, warp-audio needs that part again. From a regular file, warp-audio \
      reads the part again. From a pipe, warp-audio keeps samples in memory, and beyond --memory in a temporary file.
      """,
    ],
    groups: [
      OptionGroup("Map", for: .map, [map]),
      OptionGroup("Measuring", for: .output, [measure.option]),
      OptionGroup("Two recordings", for: .output, [align]),
      OptionGroup("Sound", for: .sound, [pitch.option, kernel.option, crossfade, block, noDither]),
      OptionGroup(
        "Input and output", for: .streams,
        [format, rate, channels, outputFormat, .start, clipStart, source] + SourceOptions.all + [packetGrid]),
      OptionGroup("Run", for: .run, [.memory, .progress, .noProgress, .stats]),
    ],
    examples: [
      Command.Example(
        "Retime the sound of a video along a map:",
        "ffmpeg -v error -i in.mp4 -f wav - | warp-audio --map map.tsv | ffmpeg -v error -i - slow.flac"),
      Command.Example(
        "Retime raw samples:",
        """
        sox in.flac -t raw -e float -b 32 -r 48000 -c 2 - |
              warp-audio --map map.tsv --format f32le --rate 48000 --channels 2 > slow.f32
        """),
      Command.Example(
        "Bring the sound of a recorder onto the clock of a camera:",
        """
        ffmpeg -v error -i camera.mp4 -f wav camera.wav
              ffmpeg -v error -i recorder.flac -f wav recorder.wav
              warp-audio --align camera.wav < recorder.wav > clock.tsv
              warp-audio --map clock.tsv < recorder.wav > aligned.wav
        """),
    ],
    sections: manual)
}
