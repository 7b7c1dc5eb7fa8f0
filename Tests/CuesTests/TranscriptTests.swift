import Testing

@testable import Cues

@Suite struct TranscriptTests {
  private func transcript(_ text: String) throws -> Transcript {
    let bytes = Array(text.utf8)
    return try #require(SpokenFormat.of(bytes)).transcript(bytes)
  }

  /// The same two words as each program writes them.
  @Test(arguments: Self.programs) func wordsOfEachProgramAreRead(_ program: String, _ text: String) throws {
    let words = try transcript(text).words
    #expect(words.map(\.text) == ["Hello,", "world."], "\(program)")
    #expect(words.map { [$0.start, $0.end] } == [[0.5, 0.9], [1, 1.5]], "\(program)")
    #expect(words.map(\.endsSegment) == [false, true] || program.contains("single"), "\(program)")
  }

  static let programs: [(String, String)] = [
    (
      "whisper",
      """
      {"text": " Hello, world.", "segments": [{"id": 0, "seek": 0, "start": 0.5, "end": 1.5, "text": " Hello, world.",
      "tokens": [50364, 2425], "temperature": 0.0, "avg_logprob": -0.3, "words": [
      {"word": " Hello,", "start": 0.5, "end": 0.9, "probability": 0.8},
      {"word": " world.", "start": 1.0, "end": 1.5, "probability": 0.9}]}], "language": "en"}
      """
    ),
    (
      "faster-whisper",
      """
      [{"start": 0.5, "end": 1.5, "text": " Hello, world.", "words": [
      {"start": 0.5, "end": 0.9, "word": " Hello,", "probability": 0.8},
      {"start": 1.0, "end": 1.5, "word": " world.", "probability": 0.9}]}]
      """
    ),
    (
      "WhisperX",
      """
      {"segments": [{"start": 0.5, "end": 1.5, "text": " Hello, world.", "words": [
      {"word": "Hello,", "start": 0.5, "end": 0.9, "score": 0.5, "speaker": "SPEAKER_01"},
      {"word": "world.", "start": 1.0, "end": 1.5, "score": 0.3}]}], "word_segments": [], "language": "en"}
      """
    ),
    (
      "whisper.cpp -ojf",
      """
      {"systeminfo": "AVX = 1", "result": {"language": "en"}, "transcription": [
      {"timestamps": {"from": "00:00:00,500", "to": "00:00:01,500"}, "offsets": {"from": 500, "to": 1500},
      "text": " Hello, world.", "tokens": [
      {"text": "[_BEG_]", "offsets": {"from": 0, "to": 0}, "id": 50363, "p": 0.9, "t_dtw": -1},
      {"text": " Hel", "offsets": {"from": 500, "to": 600}}, {"text": "lo", "offsets": {"from": 600, "to": 800}},
      {"text": ",", "offsets": {"from": 800, "to": 900}}, {"text": " world", "offsets": {"from": 1000, "to": 1400}},
      {"text": ".", "offsets": {"from": 1400, "to": 1500}}, {"text": "[_TT_75]", "offsets": {"from": 1500, "to": 1500}}
      ]}]}
      """
    ),
    (
      "whisper.cpp -ml 1, single parts",
      """
      {"transcription": [
      {"offsets": {"from": 500, "to": 800}, "text": " Hello"}, {"offsets": {"from": 800, "to": 900}, "text": ","},
      {"offsets": {"from": 1000, "to": 1500}, "text": " world."}]}
      """
    ),
    (
      "vosk",
      """
      {"result": [{"conf": 1.0, "end": 0.9, "start": 0.5, "word": "Hello,"},
      {"conf": 0.9, "end": 1.5, "start": 1.0, "word": "world."}], "text": "Hello, world."}
      {"text": ""}
      """
    ),
    (
      "vosk-transcriber",
      """
      {"schemaVersion": "2.0", "monologues": [{"speaker": {"id": "unknown"}, "start": 0.5, "end": 1.5, "terms": [
      {"confidence": 1.0, "start": 0.5, "end": 0.9, "text": "Hello,", "type": "WORD"},
      {"confidence": 1.0, "start": 1.0, "end": 1.5, "text": "world.", "type": "WORD"}]}]}
      """
    ),
    (
      "words beside segments, single",
      """
      {"segments": [{"start": 0.5, "end": 1.5, "text": "Hello, world."}], "words": [
      {"word": "Hello,", "start": 0.5, "end": 0.9}, {"word": "world.", "start": 1.0, "end": 1.5}]}
      """
    ),
    ("srt, single words", "1\n00:00:00,500 --> 00:00:00,900\nHello,\n\n2\n00:00:01,000 --> 00:00:01,500\nworld.\n"),
    (
      "srt, single words underlined by whisper",
      """
      1
      00:00:00,500 --> 00:00:00,900
      <u>Hello,</u> world.

      2
      00:00:00,900 --> 00:00:01,000
      Hello, world.

      3
      00:00:01,000 --> 00:00:01,500
      Hello, <u>world.</u>
      """
    ),
    (
      "vtt with times between words",
      "WEBVTT\n\n00:00.500 --> 00:01.500\nHello,<00:00:00.900><c> </c><00:00:01.000><c> world.</c>\n"
    ),
  ]

  @Test func segmentsAreRangesInAllFormats() throws {
    for text in [
      "1\n00:00:01,000 --> 00:00:02,500\n<i>two</i>\nlines\n", "WEBVTT\n\nname\n00:01.000 --> 00:02.500\ntwo lines\n",
      "[Script Info]\n\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,{\\i1}two\\Nlines\n",
      "Start,End,Text\n1,2.5,two lines\n", "text;end;start\n\"two lines\";0:02.5;0:01\n",
      "start\tend\ttext\n1000\t2500\ttwo lines\n",
      "[{\"start\": 1, \"end\": 2.5, \"text\": \" two lines\"}]",
    ] {
      let segments = try transcript(text).segments
      #expect(segments.map { [$0.start, $0.end] } == [[1, 2.5]] && segments[0].text == "two lines", "\(text)")
    }
    #expect(try transcript("start,end,speed\n1,2,4x\n3,4,\n").segments.map(\.speed) == ["4x", nil])
  }

  /// Numbers have no times in WhisperX. Such words share the time between their neighbours.
  @Test func missingTimesAreFilled() throws {
    let words = try transcript(
      """
      {"segments": [{"start": 1, "end": 5, "text": "", "words": [{"word": "In", "start": 1, "end": 1.5},
      {"word": "May"}, {"word": "2014"}, {"word": "it", "start": 3.5, "end": 4}, {"word": "ended 5."}]}]}
      """
    ).words
    #expect(words.map(\.text) == ["In", "May", "2014", "it", "ended", "5."])
    #expect(words.map(\.start) == [1, 1.5, 2.5, 3.5, 4, 4.5] && words.map(\.end) == [1.5, 2.5, 3.5, 4, 4.5, 5])
  }

  @Test(arguments: [
    ("{\"segments\": [{\"start\": 2, \"end\": 1}]}", "a segment ends before it begins (line:1)"),
    ("{\"segments\": [\n{\"start\": -2, \"end\": 1}]}", "a time is out of range (line:2)"),
    ("{\"segments\": [{\"start\": \"x\", \"end\": 1}]}", "a time is out of range (line:1)"),
    ("{\"segments\": [\n3]}", "a segment is no object (line:2)"),
    ("{\"segments\": [{\"start\": 0, \"end\": 1, \"words\": [{}]}]}", "a word has no text (line:1)"),
    ("{\"a\": 1}", "the JSON has no segments or words that are known (line:1); "),
    ("{\"segments\": [", "the JSON is cut off (line:1)"),
    ("start,end\n1\n", "the row has too few fields (line:2)"), ("start,end\n1,x\n", "'x' is not a time (line:2); "),
    ("start,end\n2,1\n", "the range ends before it begins (line:2)"),
  ])
  func malformedTextIsRefused(_ text: String, _ problem: String) {
    #expect(complaint(text).hasPrefix(problem), "\(complaint(text))")
  }

  private func complaint(_ text: String) -> String {
    do { return "\(try transcript(text))" } catch { return "\(error)" }
  }

  /// Quotation marks count only at the start of a field, and never between tabs.
  @Test func strayQuotationMarksAreText() throws {
    let tabs = "start\tend\ttext\n0\t2000\tHe said, \"no\n2000\t4000\tBye.\n"
    #expect(try transcript(tabs).segments.map(\.end) == [2, 4])
    let commas = "start,end,text\n1,2,5\" pipe\n3,4,\"a \"\"b\"\",\nc\"\n;;\n"
    #expect(try transcript(commas.replacing(";;", with: ",,")).segments.map(\.text) == ["5\" pipe", "a \"b\", c"])
    #expect(try transcript("start;end\n1,5;2,5\n;;\n").segments.map(\.start) == [1.5])
  }

  @Test func onlyWholeNumbersBeyondTheFilmAreMilliseconds() throws {
    func end(_ text: String, _ duration: Double?) throws -> Double? {
      try SpokenFormat.table.transcript(Array(text.utf8), lasting: duration).segments.last?.end
    }
    #expect(try end("Start\tEnd\tText\n0:00\t2:30\tIntro\n", nil) == 150)
    #expect(try end("start\tend\ttext\n0\t600\tIntro\n", 1500) == 600)
    #expect(try end("start\tend\ttext\n0\t6000\tIntro\n", 20) == 6)
  }

  /// Files with times of segments alone have no words, even if one segment is a single word.
  @Test(arguments: [
    """
    {"transcription": [{"offsets": {"from": 0, "to": 9}, "text": " Um, hello."},
    {"offsets": {"from": 9, "to": 12}, "text": " Yeah."}]}
    """,
    "[{\"start\": 0, \"end\": 1, \"text\": \"um well\"}, {\"start\": 1, \"end\": 2, \"words\": [{\"word\": \"a\"}]}]",
    "{\"segments\": [{\"start\": 5, \"end\": 9, \"words\": [{\"word\": \"a\"}, {\"word\": \"b\"}]}]}",
    "1\n00:00:01,000 --> 00:00:02,000\nHello there\n\n2\n00:00:03,000 --> 00:00:04,000\nThis is <u>very</u> good\n\n"
      + "3\n00:00:05,000 --> 00:00:06,000\nand so\n\n4\n00:00:07,000 --> 00:00:08,000\non it goes\n",
  ])
  func segmentsAloneHaveNoWords(_ text: String) throws {
    #expect(try transcript(text).words.isEmpty)
  }

  @Test func recognisersMayErr() throws {
    let words = try transcript(
      """
      {"segments": [{"start": 1, "end": 3, "text": "a b", "words": [{"word": "a", "start": -0.02, "end": 1},
      {"word": "b", "start": 2, "end": 3}]}, {"start": 5, "end": 9, "text": "c d", "words": [{"word": "c"},
      {"word": "d"}]}]}
      """
    ).words
    #expect(words.map(\.start) == [1, 2, 5, 7] && words.map(\.end) == [2, 3, 7, 9])
    // Two tokens may divide the two bytes of a letter.
    var bytes = Array(
      "{\"transcription\": [{\"offsets\": {\"from\": 0, \"to\": 900}, \"text\": \" café\", \"tokens\": [".utf8)
    let halves: [[UInt8]] = [[0xC3], [0xA9]]
    bytes += Array("{\"text\": \" caf\", \"offsets\": {\"from\": 0, \"to\": 300}}".utf8)
    for half in halves {
      bytes += Array(", {\"text\": \"".utf8) + half + Array("\", \"offsets\": {\"from\": 300, \"to\": 900}}".utf8)
    }
    #expect(try RecognizedSpeech.transcript(bytes + Array("]}]}".utf8)).words.map(\.text) == ["café"])
    #expect(try transcript("{\"partial\": \"a\"}{\"text\": \"\"}").words.isEmpty)
    #expect(try transcript("[{\"word\": \"a\", \"start\": 0, \"end\": 1}]").words.count == 1)
    #expect(try transcript("1\n00:00:01,000 --> 00:00:02,000\nI <3 you {so}\n").segments[0].text == "I <3 you {so}")
    let ass = "[Events]\nFormat: Start, End, Text\nDialogue: 0:00:02.00,0:00:03.00,um, yes\n"
    #expect(try transcript(ass).segments[0].text == "um, yes")
  }

  /// YouTube repeats the line before each new line.
  @Test func repeatedLinesAreSaidOnce() throws {
    let text = """
      WEBVTT

      00:00.000 --> 00:02.000
      hi<00:00:00.500><c> everyone</c>

      00:02.000 --> 00:02.010
      hi everyone

      00:02.010 --> 00:04.000
      hi everyone
      to<00:00:03.000><c> my</c>
      """
    #expect(try transcript(text).words.map(\.text) == ["hi", "everyone", "to", "my"])
  }

  @Test func manyTagsTakeTimeInProportion() throws {
    let tags = String(repeating: "<b>", count: 200_000) + String(repeating: "<00:00:01.500>a", count: 50_000)
    #expect(try transcript("WEBVTT\n\n00:01.000 --> 00:02.000\n" + tags).words.count == 50_000)
  }

  @Test func otherTextsAreNoTranscripts() {
    for text in [
      "2 5 4x\n", "", "0\t1\tlabel\n", "[silencedetect @ 0x5] silence_start: 1\n", "frame= 1",
      "[Parsed_silencedetect_0 @ 0x5] silence_start: 1\n", "[",
      "1.0\t2.0\tA --> B\n", "# intro --> outro\n1 2 cut\n",
    ] {
      #expect(SpokenFormat.of(Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test func sentencesAreLines() throws {
    let words = ["He", "said", "\"no.\"", "Then", "he", "left"].enumerated().map {
      Transcript.Word(start: Double($0.offset), end: Double($0.offset) + 1, text: $0.element)
    }
    #expect(Transcript(words: words).lines() == ["He said \"no.\"", "Then he left"])
    #expect(Transcript(words: words).lines { $0.text != "Then" && $0.text.count != 2 } == ["said \"no.\"", "left"])
    let unmarked = ["a", "b", "c"].map { Transcript.Word(start: 0, end: 1, text: $0, endsSegment: $0 == "b") }
    #expect(Transcript(words: unmarked).lines() == ["a b", "c"])
  }

  @Test func wordsAreComparedWithoutCasePunctuationAndAccents() {
    for (one, other) in [("Café,", "cafe"), ("don’t", "Don't"), ("ÜBER!", "uber"), ("5.", "5"), ("naïve", "NAIVE")] {
      #expect(WordSpelling.key(one) == WordSpelling.key(other), "\(one)")
    }
    #expect(WordSpelling.key("—") == "" && WordSpelling.key("мир") == WordSpelling.key("Мир"))
    #expect(WordSpelling.key("their") != WordSpelling.key("there"))
  }
}
