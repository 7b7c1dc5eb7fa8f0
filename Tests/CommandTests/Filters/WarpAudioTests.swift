import Foundation
import Testing

/// warp-audio as it is typed, between real ffmpegs and soxes.
@Suite struct WarpAudioTests {
  private static let tools = """
    set -o pipefail
    tone() { sox -n -r 48000 -c 2 -b 16 "${1:-a.wav}" synth ${2:-1} sine 440 sine 660 gain -6; }
    raw() { echo --format s16le --rate 48000 --channels 2; }

    """

  private func shell(_ line: String) throws -> Shell.Result { try Shell.run(Self.tools + line) }

  /// Runs a line that has to end well, and gives its output.
  private func output(_ line: String) throws -> String {
    let result = try shell(line)
    #expect(result.status == 0, "\(line): \(result.errors)")
    return result.output
  }

  @Test func identityIsBitExactForEveryFormat() throws {
    for format in ["u8", "s16le", "s16be", "s24le", "s24be", "s32le", "s32be", "f32le", "f32be", "f64le", "f64be"] {
      _ = try output(
        """
        ffmpeg -v error -f lavfi -i "anoisesrc=r=44100:d=0.3:a=0.5" -ac 3 -f \(format) -c:a pcm_\(format) a
        warp-map > id
        warp-audio --map id --format \(format) --rate 44100 --channels 3 < a | cmp - a
        cat a | warp-audio --map id --format \(format) --rate 44100 --channels 3 --block 7 | cmp - a
        """)
    }
  }

  @Test func wavGoesThroughSoxAndFFmpeg() throws {
    for encoding in ["-b 8 -e unsigned", "-b 16 -e signed", "-b 24 -e signed", "-b 32 -e signed", "-b 32 -e float"] {
      let lengths = try output(
        """
        sox -n -r 44100 -c 2 \(encoding) a.wav synth 1 sine 440 gain -6
        warp-map --constant 1.5 > m; warp-map > id
        warp-audio --map m < a.wav > b.wav; soxi -s b.wav
        cat a.wav | warp-audio --map m | ffmpeg -v error -i - -f f64le - | wc -c
        sox a.wav -t wav - | warp-audio --map id | ffmpeg -v error -i - -f f64le - | md5sum > x
        ffmpeg -v error -i a.wav -f f64le - | md5sum | cmp - x
        """)
      #expect(lengths.split(whereSeparator: \.isWhitespace) == ["66150", "\(66150 * 16)"], "\(encoding)")
    }
  }

  /// In place from a file, in memory from a pipe, and from a temporary file where memory is short.
  @Test func reverseIsTheSamplesReversed() throws {
    _ = try output(
      """
      tone a.wav 3; warp-map --duration 3 --reverse > r
      warp-audio --map r < a.wav > b.wav; cat a.wav | warp-audio --map r > c.wav
      cat a.wav | warp-audio --map r --memory 16k > d.wav
      cmp <(sox b.wav -t raw -) <(sox a.wav -t raw - reverse)
      cmp <(sox c.wav -t raw -) <(sox b.wav -t raw -) && cmp <(sox d.wav -t raw -) <(sox b.wav -t raw -)
      """)
  }

  @Test func inputThatEndsEarlyIsToldFromOneThatEnds() throws {
    let short = try shell("tone; warp-map --duration 2 > m; warp-audio --map m < a.wav > b.wav")
    #expect(short.status == 4)
    #expect(short.errors.contains("the input ends at 1 s, but the map shows source up to 2 s"))
    #expect(
      try output("tone; warp-map --duration 1.05 > m; warp-audio --map m < a.wav > b.wav; soxi -s b.wav") == "50400\n")
    let cut = try shell(
      "tone; warp-map > m; sox a.wav -t raw - | head -c 1001 | warp-audio --map m $(raw) > b; s=$?; wc -c < b; exit $s")
    #expect(cut.status == 4 && cut.output == "1000\n" && cut.errors.contains("inside sample frame 250"))
    let broken = try shell("tone; warp-map > m; head -c 1000 a.wav | warp-audio --map m > b")
    #expect(broken.status == 4 && broken.errors.contains("byte 1000"))
  }

  @Test func badInputIsRefused() throws {
    // Not from a pipe: whoever refuses its options does not read, and the writer would complain of that.
    for (line, status, text) in [
      ("warp-audio --map m < /dev/null", 4, "no input"),
      ("warp-audio --map m <<< 'nothing of the kind'", 2, "give --format, --rate and --channels"),
      ("warp-audio --map m --format wav <<< 'x'", 4, "byte 0"),
      ("warp-audio --map m --format s16le --rate 48000 <<< 'x'", 2, "--channels"),
      ("warp-audio --map m --rate 48000 <<< 'x'", 2, "--format"),
      ("warp-audio --map m --format s16 --rate 0 --channels 2 <<< 'x'", 2, "--rate"),
      ("warp-audio --map m --format s16 --rate 48000 --channels 65 <<< 'x'", 2, "--channels"),
      ("warp-audio --map m --format s17le --rate 48000 --channels 2 <<< 'x'", 2, "s17le"),
      ("warp-audio --map m $(raw) --kernel sinc <<< 'x'", 2, "linear, fast, high"),
      ("warp-audio --map m $(raw) --block 0 <<< 'x'", 2, "--block"),
      ("warp-audio --map m $(raw) --pitch up <<< 'x'", 2, "follow and keep"),
      ("warp-audio --map m $(raw) --pitch keep --kernel best <<< 'x'", 2, "--kernel"),
      ("warp-audio $(raw) <<< 'x'", 2, "--map"),
      ("warp-audio --map - $(raw) <<< 'x'", 2, "standard input"),
      ("warp-audio --map absent $(raw) <<< 'x'", 1, "absent"),
      ("warp-audio --map <(printf '0 0\\n1 0\\n') $(raw) <<< 'x'", 3, "0"),
      ("tone; warp-audio --map m < a.wav > /dev/full", 1, "space"),
    ] {
      let result = try shell("warp-map > m; \(line)")
      #expect(
        Int(result.status) == status && result.errors.contains(text), "\(line): \(result.status) \(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1, "\(line): \(result.errors)")
    }
  }

  @Test func loudSoundIsHeldAndTold() throws {
    let result = try shell(
      """
      ffmpeg -v error -f lavfi -i "aevalsrc='if(lt(mod(n,4),2),1,-1)':s=8000:d=1" -c:a pcm_s16le a.wav
      warp-map --constant 1.7 > m
      warp-audio --map m --stats stats < a.wav > b.wav; cat stats
      """)
    #expect(result.status == 0)
    #expect(result.errors.split(separator: "\n").count == 1 && result.errors.contains("clipped, peak +"))
    #expect(result.output.contains("\"samples_out\": 13600") && result.output.contains("\"samples_in\": 8000"))
  }

  @Test func dither() throws {
    let lines = try output(
      """
      tone; warp-map --constant 1.5 > m
      for i in 1 2; do warp-audio --map m < a.wav | md5sum; done
      warp-audio --map m --no-dither < a.wav | md5sum
      warp-audio --map m --output-format u8 < a.wav | wc -c
      """
    ).split(separator: "\n")
    #expect(lines[0] == lines[1] && lines[0] != lines[2] && lines[3] == "144000")
  }

  @Test func formatsAreConverted() throws {
    let sums = try output(
      """
      tone; warp-map > id
      warp-audio --map id --output-format f32le < a.wav | md5sum
      ffmpeg -v error -i a.wav -f f32le - | md5sum
      warp-audio --map id --output-format f32le < a.wav |
        warp-audio --map id --format f32le --rate 48000 --channels 2 --output-format wav --no-dither |
        ffmpeg -v error -i - -f f32le - | md5sum
      """
    ).split(separator: "\n")
    #expect(sums[0] == sums[1])
    #expect(sums.count == 3)
  }

  /// With its pitch kept a tone of 440 Hz crosses zero 880 times a second, however slow it goes by.
  @Test func pitchIsKept() throws {
    let result = try output(
      """
      sox -n -r 48000 -c 1 -e float -b 32 a.wav synth 2 sine 440 gain -6
      warp-map --constant 2 > m; warp-audio --pitch keep --map m < a.wav > b.wav; soxi -s b.wav
      sox b.wav -n trim 1 2 stat 2>&1 | awk '/Rough/ { print $3 }'
      warp-map > id; warp-audio --pitch keep --map id < a.wav | sox -t wav - -t raw - | cmp - <(sox a.wav -t raw -)
      """
    ).split(separator: "\n")
    #expect(result[0] == "192000")
    #expect(abs((Int(result[1]) ?? 0) - 440) <= 2)
  }

  @Test func manPageAndCompletionsAreTrue() throws {
    let page = try String(contentsOf: Shell.file("man/warp-audio.1"), encoding: .utf8)
    #expect(try output("warp-audio --generate man") == page, "regenerate man/warp-audio.1")
    #expect(try shell("mandoc -T lint -W warning \(Shell.file("man/warp-audio.1").path)").status == 0)
    for shellName in ["bash", "zsh", "fish"] {
      #expect(try output("warp-audio --generate \(shellName)").contains("no-dither"))
    }
  }
}
