import TestSupport
import Testing

/// Tests films of different formats. The result must contain each stream, retimed, or warp-film must report the loss.
@Suite struct WarpInventoryTests {
  private static let picture = "-i picture.mkv"
  private static let sound = "-i picture.mkv -i one.wav"
  private static let sounds = "-i picture.mkv -i one.wav -i two.wav"
  private static let named = "-metadata:s:a:0 language=swe -metadata:s:a:1 language=ger -metadata:s:a:1 title=Notes"
  private static let text = "-i picture.mkv -i one.wav -i two.wav -i text.srt"
  private static let texts = "-map 0 -map 1 -map 2 -map 3 -map 3 -metadata:s:s:1 language=fra"
  private static let chapters = "-i picture.mkv -i one.wav -f ffmetadata -i chapters -map_chapters 2 -map 0 -map 1"
  private static let hdr = "-pix_fmt yuv420p10le -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc"

  private struct Film: CustomTestStringConvertible {
    let output: String
    let inputs: String
    /// The last words of the ffmpeg command that makes the film, ending in the file name.
    let words: String
    /// The number of sound tracks in the result, and whether it has a cue and a chapter.
    let sounds: Int
    let hasText: Bool
    let hasChapter: Bool

    init(
      _ output: String, _ inputs: String, _ words: String, sounds: Int = 0, text: Bool = false,
      chapter: Bool = false
    ) {
      (self.output, self.inputs, self.words) = (output, inputs, words)
      (self.sounds, hasText, hasChapter) = (sounds, text, chapter)
    }

    var testDescription: String { "\(words) to \(output)" }
  }

  private static let films = [
    Film("out.mp4", picture, "-c:v libx264 in.mp4"),
    Film("out.mkv", sound, "-c:v libx264 -c:a aac in.mp4", sounds: 1),
    Film("out.mov", sound, "-c:v mjpeg -c:a pcm_s16le in.avi", sounds: 1),
    Film("out.webm", sound, "-c:v flv -c:a mp3 -ar 44100 in.flv", sounds: 1),
    Film("out.mkv", sound, "-c:v mpeg2video -c:a mp2 in.mpg", sounds: 1),
    Film("out.mp4", sound, "-c:v libx264 -c:a ac3 in.ts", sounds: 1),
    Film("out.mkv", sound, "-c:v wmv2 -c:a wmav2 in.wmv", sounds: 1),
    Film("out.mp4", sound, "-c:v libvpx -c:a libvorbis in.webm", sounds: 1),
    Film("out.mkv", sound, "-c:v libtheora -c:a libvorbis in.ogv", sounds: 1),
    Film("out.mp4", sound, "-c:v mjpeg -c:a pcm_s16le in.mov", sounds: 1),
    Film("out.mkv", sound, "-c:v prores_ks -c:a pcm_s24le in.mov", sounds: 1),
    Film("out.mp4", sound, "-c:v rawvideo -c:a pcm_s16le in.nut", sounds: 1),
    Film("out.mkv", sounds, "-map 0 -map 1 -map 2 \(named) -c:v libx264 -c:a flac in.mkv", sounds: 2),
    Film("out.mp4", sounds, "-map 0 -map 1 -map 2 \(named) -c:v libx264 -c:a aac in.mkv", sounds: 2),
    Film("out.webm", sounds, "-map 0 -map 1 -map 2 \(named) -c:v libvpx -c:a libopus in.webm", sounds: 2),
    Film("out.mov", sounds, "-map 0 -map 1 -map 2 -c:v libx264 -c:a aac in.mp4", sounds: 2),
    Film("out.mkv", sounds, "-map 0 -map 1 -map 2 -c:v mpeg2video -c:a mp2 in.ts", sounds: 2),
    Film("out.mkv", text, "\(texts) \(named) -c:v libx264 -c:a flac -c:s srt in.mkv", sounds: 2, text: true),
    Film("out.mp4", text, "\(texts) \(named) -c:v libx264 -c:a flac -c:s ass in.mkv", sounds: 2, text: true),
    Film("out.webm", text, "\(texts) -c:v libx264 -c:a aac -c:s mov_text in.mp4", sounds: 2, text: true),
    Film("out.mov", text, "\(texts) -c:v libvpx -c:a libopus -c:s webvtt in.webm", sounds: 2, text: true),
    Film(
      "out.mkv", sound, "-map 0 -map 1 -c:v libx264 -c:a aac -attach a.ttf -metadata:s:t mimetype=font/ttf in.mkv",
      sounds: 1),
    Film(
      "out.mp4", sound, "-map 0 -map 1 -c:v libx264 -c:a aac -attach a.ttf -metadata:s:t mimetype=font/ttf in.mkv",
      sounds: 1),
    Film(
      "out.mp4", sound + " -i cover.png",
      "-map 0 -map 1 -map 2 -c:v:0 libx264 -c:a aac -c:v:1 png -disposition:v:1 attached_pic in.mp4", sounds: 1),
    Film(
      "out.mkv", sound + " -i cover.png",
      "-map 0 -map 1 -map 2 -c:v:0 libx264 -c:a aac -c:v:1 png -disposition:v:1 attached_pic in.mp4", sounds: 1),
    Film("out.mp4", chapters, "-c:v libx264 -c:a flac in.mkv", sounds: 1, chapter: true),
    Film("out.mkv", chapters, "-c:v libx264 -c:a libmp3lame in.mp4", sounds: 1, chapter: true),
    Film("out.mp4", sound, "-c:v libx265 -x265-params log-level=error \(hdr) -c:a aac in.mp4", sounds: 1),
    Film("out.mkv", sound, "-c:v libx264 -c:a aac -metadata:s:v rotate=90 in.mov", sounds: 1),
    Film("out.mkv", "-i picture.mkv -f sup -i bitmap.sup", "-map 0 -map 0 -map 1 -c:v libx264 -c:s copy in.mkv"),
    Film(
      "out.mp3", "-i one.wav -i cover.png", "-map 0 -map 1 -c:a flac -disposition:v attached_pic in.flac", sounds: 1),
  ]

  @Test(arguments: Campaign.share(of: films.indices)) func everyStreamIsKeptOrReported(number: Int) throws {
    let film = Self.films[number]
    let result = try Shell.run(
      script: "WarpInventoryTests", ["inventory", film.output, film.inputs, film.words])
    var lines = result.output.split(separator: "\n").map(String.init)
    let heard = lines.filter { $0.hasPrefix("sound ") }.compactMap { Int($0.dropFirst(6)) }
    lines.removeAll { $0.hasPrefix("sound ") || $0.contains(" frames repeat the frame before; ") }
    #expect(heard.count == film.sounds, "\(film.testDescription): \(result)")
    // Lossy codecs write whole blocks, which may add up to 3900 samples.
    let mostTooMany = film.output.hasSuffix("mkv") ? 0 : 3_900
    #expect(heard.allSatisfy { (46_080...46_080 + mostTooMany).contains($0) }, "\(film.testDescription): \(heard)")
    if film.hasText {
      #expect(lines.popLast() == "00:00:00,200 --> 00:00:00,600", "\(film.testDescription): \(result)")
    }
    if film.hasChapter {
      #expect(
        lines.popLast() == "0.000000,0.400000,C",
        "\(film.testDescription): \(result)")
    }
    #expect(lines.isEmpty && result.errors == "", "\(film.testDescription): \(result)")
  }
}
