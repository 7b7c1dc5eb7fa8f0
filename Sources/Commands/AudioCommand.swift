import Tool

/// warp-audio's options, declared once for parser, help, man page and completions.
package enum AudioCommand {
  package static let map = Option(
    "map", value: "FILE", completion: .file,
    help: "The time map to follow, as warp-map writes it. Read once; may be a pipe.")

  package static let format = Option(
    "format", value: "FORMAT", completion: .words(formats),
    help: """
      What the input is: u8, s16le, s16be, s24le, s24be, s32le, s32be, f32le, f32be, f64le, f64be, wav or nut; \
      libavutil's names s16, s32, flt and dbl are read too. Not needed for WAV and NUT, which are recognised.
      """)
  package static let source = Option(
    "source", value: "COMMAND",
    help: """
      Instead of standard input: a shell command that prints raw samples of the clip from $FROM for $LENGTH seconds, \
      exactly so many. It is run for each part of the clip that the map shows; parts less than a minute apart are \
      one. Its arguments are ready for ffmpeg: $1 is the seek point, empty for the start of the file, and $2 how \
      many seconds are to be read. With --clip-start it prints NUT with such samples; what it prints before and \
      after the part is left out.
      """)
  package static let rate = Option("rate", value: "HZ", help: "Samples a second of raw input.")
  package static let channels = Option("channels", value: "N", help: "Channels of raw input, 1 to 64.")
  package static let outputFormat = Option(
    "output-format", value: "FORMAT", completion: .words(formats),
    help: "What the output is, as for --format. Default is the input's.")

  package static let clipStart = Option(
    "clip-start", value: "TIME",
    help: "With NUT: the time on the clock of its stamps at which source time is 0 (default 0).")

  package static let packetGrid = Option(
    "packet-grid", value: "FIRST/N",
    help: """
      With --source and --clip-start: one packet begins at sample FIRST on the clock of the stamps, and each has N \
      samples. Stamps are put onto that grid.
      """)

  package enum Pitch: Sendable { case follow, keep }
  package static let pitch = ChoiceOption<Pitch>(
    "pitch", value: "HOW", naming: "way with pitch", help: "What becomes of the pitch:", usual: "follow",
    [
      Choice("follow", .follow, "it follows speed as on a tape"),
      Choice("keep", .keep, "it stays what it is while only the timing follows the map"),
    ])
  /// The names of the kernels, the same as in Audio's `Kernel`, which this module does not import.
  package enum KernelName: String, Sendable { case linear, fast, high, best }
  package static let kernel = ChoiceOption<KernelName>(
    "kernel", value: "NAME", naming: "kernel",
    help: "How samples between samples are found, unless --pitch keep is given:", usual: "high",
    [
      Choice("linear", .linear, "by a straight line, to compare with"),
      Choice("fast", .fast, "a little less cleanly than high"),
      Choice("high", .high, "as clean as samples of 16 bits"),
      Choice("best", .best, "as clean as 32 bit floating point, if the table errs by no more than 1e-13 s"),
    ])
  package static let block = Option(
    "block", value: "N",
    help: "Output samples made at a time (default 1024): latency and memory, never what comes out.")
  package static let noDither = Option(
    "no-dither", help: "Round to 8 and 16 bit samples without the noise that keeps rounding from being heard.")

  private static let formats = [
    "u8", "s16le", "s16be", "s24le", "s24be", "s32le", "s32be", "f32le", "f32be", "f64le", "f64be", "wav", "nut",
  ]

  package static let command = Command(
    name: "warp-audio",
    version: .current,
    summary: "retime sound along a time map",
    synopsis: ["--map FILE [OPTION]... < input.wav > output.wav"],
    strangers: Strangers.ofAudio, strayFile: Strangers.fileForFilters,
    description: [
      """
      Reads WAV, NUT or raw samples from standard input and writes the same, retimed: each output sample is the source \
      at exactly the place the map puts there. Where the map goes faster the sound gets higher, as on a tape, unless \
      --pitch keep is given: then it is heard sooner, not higher.
      """,
      """
      Maps that play backward or return to what was heard before need it again. From a regular file it is read again; \
      from a pipe it is kept in memory, and beyond --memory in a temporary file.
      """,
      """
      Samples that do not fit into the output are limited to the largest that does, also in floating point; how \
      many, and the peak, is told at the end. So are samples of the input more than 240 dB above full scale with \
      --pitch keep, and at more than about twice the speed those of more than 720 dB. Samples that are infinite or \
      no numbers become 0, and are counted.
      """,
    ],
    groups: [
      OptionGroup("Map", for: .map, [map]),
      OptionGroup("Sound", for: .sound, [pitch.option, kernel.option, block, noDither]),
      OptionGroup(
        "Streams", for: .streams,
        [source] + SourceOptions.all + [packetGrid, format, rate, channels, .start, clipStart, outputFormat]),
      OptionGroup("Run", for: .run, [.memory, .progress, .noProgress, .stats]),
    ],
    examples: [
      Command.Example(
        "Slow the sound of a clip down along a map:",
        "ffmpeg -v error -i in.mp4 -f wav - | warp-audio --map map.tsv | ffmpeg -v error -i - slow.flac"),
      Command.Example(
        "The same with raw samples:",
        """
        sox in.flac -t raw -e float -b 32 -r 48000 -c 2 - |
              warp-audio --map map.tsv --format f32le --rate 48000 --channels 2 > slow.f32
        """),
    ],
    sections: [
      Command.Section(
        "SOUND WITH TIMESTAMPS",
        [
          """
          NUT with PCM, as ffmpeg writes it with -c:a pcm_f32le -f nut, is recognised. Its packets have \
          timestamps. Where there is no sound, and the map shows some, the result is silent. --clip-start says \
          which timestamp is source time 0.
          """,
          """
          Timestamps may be inexact, so a packet follows the one before unless its timestamp says for sure that it \
          does not. A gap comes before a packet that is late by more than 50 ms, and before the second of two that \
          are late by more than 15 ms. It is silent. A packet overlaps what came before if it is early by more \
          than 100 ms. So does the twentieth in a row that is early by more than 15 ms. The part that comes twice \
          is left out of it. Once a gap has been filled, 15 ms early is enough. Once a packet has been \
          early, only 100 ms late is.
          """,
          """
          A first packet that is longer than its distance to the second, by more than 15 ms, loses its start. A \
          packet that is stamped one tick after a longer one follows it: ffmpeg writes that where times step back, \
          and the true time is lost.
          """,
          """
          If a tenth of a second or more is put in or left out before the sound ends, one line at the end says how much.
          """,
        ]),
      Command.Section(
        "LIVE SOUND",
        [
          """
          Sound that comes as it is made is passed on at once: with --block 480, at 48 kHz, some 20 ms after it came. \
          With --pitch keep, samples beyond those that are heard are needed: a quarter of a second of them at normal \
          speed and below, 0.4 s at double speed. In what --stats writes, seconds_ahead says how much it was.
          """
        ]),
      Command.Section("SEE ALSO", ["warp-film(1), warp-map(1), warp-video(1), warp-map(5), ffmpeg(1), sox(1)"]),
    ])
}
