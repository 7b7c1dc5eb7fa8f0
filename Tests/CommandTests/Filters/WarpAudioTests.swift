import Testing

/// warp-audio on the command line, with ffmpeg and sox at both ends.
@Suite struct WarpAudioTests {
  private func run(_ words: [String]) throws -> Shell.Result { try Shell.run(script: "WarpAudioTests", words) }

  /// Runs a shell line. In the line, `tone` makes a.wav, and `$(raw)` gives the options for the samples of a.wav
  /// without a header.
  private func shell(_ line: String) throws -> Shell.Result { try run(["eval", line]) }

  /// Runs a function of `WarpAudioTests.sh` that must succeed, and returns its output.
  private func output(_ words: String...) throws -> String {
    let result = try run(words)
    #expect(result.status == 0, "\(words): \(result.errors)")
    return result.output
  }

  @Test func identityIsBitExactForEveryFormat() throws {
    for format in ["u8", "s16le", "s16be", "s24le", "s24be", "s32le", "s32be", "f32le", "f32be", "f64le", "f64be"] {
      _ = try output("identity_is_bit_exact", format)
    }
  }

  @Test func wavGoesThroughSoxAndFFmpeg() throws {
    for encoding in ["-b 8 -e unsigned", "-b 16 -e signed", "-b 24 -e signed", "-b 32 -e signed", "-b 32 -e float"] {
      let lengths = try output("wav_goes_through_sox_and_ffmpeg", encoding)
      #expect(lengths.split(whereSeparator: \.isWhitespace) == ["66150", "\(66150 * 16)"], "\(encoding)")
    }
  }

  /// For backward play, samples of a file are read again from the file. Samples of a pipe are kept in memory, and
  /// beyond --memory in a temporary file.
  @Test func reverseIsTheSamplesReversed() throws {
    _ = try output("reverse_is_the_samples_reversed")
  }

  @Test func startShiftsALateInput() throws {
    let result = try run(["start_shifts_a_late_input"])
    #expect(result.output == "960000\n0\n", "\(result)")
  }

  /// The --source command runs once per part that the map plays, and the output equals that for the whole sound.
  @Test func theSourceCommandRunsOncePerPart() throws {
    let result = try run(["the_source_command_runs_once_per_part"])
    #expect(result.output == "2\n9216 7168\n718848 10240\n  \"samples_in\": 17408,\n", "\(result)")
  }

  @Test func failingSourceCommandsAreReported() throws {
    for (command, status, text) in [
      ("exit 7", 1, "the command 'exit 7' failed with status 7"),
      ("head -c 100000 /dev/zero", 4, "the input ends at 0.5"),
      ("printf x", 4, "inside sample frame 0"),
      ("", 2, "the command of --source is missing"), ("true", 4, "the input ends at 0 s"),
    ] {
      let result = try shell("warp-map --duration 2 > m; warp-audio --map m $(raw) --source '\(command)' > out")
      #expect(result.status == status && result.errors.contains(text), "\(command): \(result)")
    }
  }

  /// warp-audio --measure prints times of the source for WAV, raw samples and NUT packets, and warp-map reads them.
  @Test func warpMapReadsMeasurements() throws {
    let beats = "ffmpeg -nostdin -v error -f lavfi -i sine=b=4:r=48000:d=5 -c:a pcm_s16le"
    let onsets = "1.000 2.000 3.000 4.000\n"
    let times = "| warp-audio --measure onsets | cut -d ' ' -f 1 | paste -sd ' '"
    #expect(try output("eval", "\(beats) -f wav - \(times)") == onsets)
    let raw = times.replacing("onsets", with: "onsets --format s16le --rate 48000 --channels 1 --start 1.5")
    #expect(try output("eval", "\(beats) -f s16le - \(raw)") == "2.500 3.500 4.500 5.500\n")
    let late = times.replacing("onsets", with: "onsets --clip-start 9")
    #expect(try output("eval", "\(beats) -output_ts_offset 10 -f nut - \(late)") == "1.000 2.000 3.000 4.000 5.000\n")
    let map = "warp-audio --measure onsets < a.wav > b; warp-map --duration 5 --anchors b --tempo 120 --at 3"
    #expect(try output("eval", "\(beats) a.wav; \(map)") == "3\t2\n")
    let speeds = "warp-audio --measure speech < a.wav | warp-map --duration 5 --speeds - --fit 2 --at 5"
    #expect(try output("eval", "\(beats) a.wav; \(speeds)") == "5\t2\n")
    #expect(try output("eval", "\(beats) a.wav; warp-audio --measure loudness < a.wav | wc -l") == "50\n")
  }

  /// FaultCutTests cuts inputs at every byte.
  @Test func aShortInputIsReported() throws {
    let short = try shell("tone; warp-map --duration 2 > m; warp-audio --map m < a.wav > b.wav")
    #expect(short.status == 4)
    #expect(short.errors.contains("the input ends at 1 s, but the map plays it up to 2 s"))
    #expect(
      try output("eval", "tone; warp-map --duration 1.05 > m; warp-audio --map m < a.wav > b.wav; soxi -s b.wav")
        == "50400\n")
  }

  /// WAVHeaderReaderTests has all messages about malformed WAV.
  @Test func badInputIsRefused() throws {
    // Lines with wrong options have no pipe. The tool reads no input then, so a program that writes to a pipe would
    // also report an error.
    for (line, status, text) in [
      ("warp-audio --map m < /dev/null", 4, "standard input is empty"),
      ("warp-audio --map m $(raw) --kernel sinc <<< 'x'", 2, "linear, fast, high"),
      (
        "warp-audio --map m --source : $(raw) --clip-start 0", 1,
        "the command of --source prints nothing; run the command by itself to see why"
      ),
      ("nut -c:a pcm_s16le; warp-audio --map m --source 'cat a.nut' $(raw) --clip-start 0", 1, "--format, --rate and"),
      ("tone; warp-audio --map m --clip-start 1 <a.wav", 2, "--clip-start needs NUT"),
      ("tone; warp-audio --measure onsets --clip-start 1 <a.wav", 2, "--clip-start needs NUT"),
      ("nut -c:a pcm_s16le; warp-audio --map m --start 1 <a.nut", 2, "leave --start out"),
      ("nut -c:a libopus; warp-audio --map m <a.nut", 4, "decode the sound with ffmpeg -c:a pcm_f32le"),
      ("nut -f lavfi -i testsrc2=d=1 -map 1; warp-audio --map m <a.nut", 4, "choose the sound"),
      ("nut -c:a pcm_s16le; head -c 9000 a.nut | warp-audio --map m", 4, "ends inside packet"),
      ("warp-audio --map absent $(raw) <<< 'x'", 1, "absent"),
      ("warp-audio --map <(printf '0 0\\n1 0\\n') $(raw) <<< 'x'", 3, "0"),
    ] {
      let result = try shell("warp-map > m; \(line)")
      #expect(
        Int(result.status) == status && result.errors.contains(text), "\(line): \(result.status) \(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1, "\(line): \(result.errors)")
    }
  }

  @Test func loudSoundIsClippedAndReported() throws {
    let result = try run(["loud_sound_is_clipped_and_reported"])
    #expect(result.status == 0)
    #expect(result.errors.split(separator: "\n").count == 1 && result.errors.contains("clipped, peak +"))
    #expect(result.output.contains("\"samples_out\": 13600") && result.output.contains("\"samples_in\": 8000"))
  }

  @Test func ditherIsReproducibleAndCanBeTurnedOff() throws {
    let lines = try output("dither").split(separator: "\n")
    #expect(lines[0] == lines[1] && lines[0] != lines[2] && lines[3] == "144000")
  }

  @Test func formatsAreConvertedAsByFFmpeg() throws {
    let sums = try output("formats_are_converted_as_by_ffmpeg").split(separator: "\n")
    #expect(sums[0] == sums[1])
    #expect(sums.count == 3)
  }

  /// At half speed with --pitch keep, a tone of 440 Hz stays at 440 Hz.
  @Test func pitchKeepKeepsTheFrequency() throws {
    let result = try output("pitch_keep_keeps_the_frequency").split(separator: "\n")
    #expect(result[0] == "192000")
    #expect(abs((Int(result[1]) ?? 0) - 440) <= 2)
  }

  private static let seams = "  \"samples_put_in\": 96256,\n  \"samples_left_out\": 0,\n"
  private static func same(_ count: Int) -> String { String(repeating: "same\n", count: count) }

  /// The read-ahead delays live sound, so it must be short.
  @Test(arguments: [("1", "follow", 0.025), ("0.5", "follow", 0.025), ("1", "keep", 0.03), ("2", "keep", 0.3)])
  func readAheadIsShort(scale: String, pitch: String, most: Double) throws {
    let result = try shell(
      """
      ffmpeg -v error -f lavfi -i 'anoisesrc=d=3:c=pink:r=48000' -f s16le - |
        warp-audio --map <(warp-map --duration 3 --constant \(scale)) --format s16le --rate 48000 --channels 1 \
          --block 480 --pitch \(pitch) --stats stats >/dev/null
      sed -n 's/.*"seconds_ahead": //p' stats
      """)
    let ahead = try #require(Double(result.output.filter { !$0.isWhitespace && $0 != "," }), "\(result)")
    #expect(ahead > 0 && ahead <= most)
  }

  /// Sound in NUT equals its raw samples in all formats. The timestamps in NUT set when the sound is heard.
  @Test func timestampsOfNUTPositionTheSound() throws {
    let result = try run(["timestamps_of_nut_position_the_sound"])
    #expect(result.output == Self.same(8) + Self.seams + Self.same(2) + "pcm_f64be,3,94\n", "\(result)")
    let put = "2.005 s of silence added, 0.000 s of sound dropped"
    #expect(result.errors == "warp-audio: warning: the sound has gaps or overlaps: \(put)\n")
  }
}
