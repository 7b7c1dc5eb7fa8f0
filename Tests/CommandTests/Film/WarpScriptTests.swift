import Commands
import Foundation
import Testing
import Tool

/// The `warp` script as it is typed.
@Suite struct WarpScriptTests {
  private func run(_ line: String) throws -> Shell.Result {
    try Shell.run("warp() { \(Shell.warp) \"$@\"; }\n" + line)
  }

  /// Half a second, small, with sound.
  private static let tiny = """
    ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=30:d=0.5 -f lavfi -i sine=d=0.5 -c:v libx264 -preset ultrafast \
      -pix_fmt yuv420p -c:a aac in.mp4
    about() { ffprobe -v error -show_entries "$1" -of default=nw=1 "$2"; }

    """

  @Test(arguments: [
    ("", 2, "Usage: warp"),
    ("in.mp4", 2, "INPUT and OUTPUT"),
    ("in.mp4 out.mp4 more", 2, "INPUT and OUTPUT"),
    ("none.mp4 out.mp4", 1, "there is no file 'none.mp4'"),
    ("- out.mp4", 2, "cannot be standard input"),
    ("<(cat in.mp4) out.mp4", 2, "more than once"),
    (". out.mp4", 2, "more than once"),
    ("text.txt out.mp4", 4, "is no film"),
    ("in.mp4 there.mp4", 2, "'there.mp4' exists; use -y"),
    ("in.mp4 in.mp4", 2, "same file"),
    ("-y in.mp4 ./../$(basename $PWD)/in.mp4", 2, "same file"),
    ("-y in.mp4 linked.mp4", 2, "same file"),
    ("-y in.mp4 /dev/null", 2, "no file"),
    ("in.mp4 none/out.mp4", 1, "directory"),
    ("in.mp4 out.xyz", 2, "what kind of file"),
    ("in.mp4 out", 2, "what kind of file"),
    ("--encode '-c:v mpeg4 -c:a mp2' in.mp4 out.avi", 2, "what kind of file"),
    ("--encode \"-metadata title='open\" in.mp4 out.mp4", 2, "quotes"),
    ("--encode '-c:v nonsense' in.mp4 out.mp4", 1, "the encoder failed"),
    ("--cruve ramp in.mp4 out.mp4", 2, "unknown option '--cruve'; did you mean --curve?"),
    ("--preveiw in.mp4", 2, "did you mean --preview?"),
    ("-q in.mp4 out.mp4", 2, "unknown option '-q'"),
    ("in.mp4 out.mp4 --fps", 2, "'--fps' needs a value"),
    ("in.mp4 out.mp4 --curve", 2, "'--curve' needs a value"),
    ("--vfr=1 in.mp4 out.mp4", 2, "takes no value"),
    ("--duration 3 in.mp4 out.mp4", 2, "leave --duration out"),
    ("--preview in.mp4 out.mp4", 2, "no OUTPUT"),
    ("--curve rmap in.mp4 out.mp4", 2, "warp-map: error"),
    ("--scale-expr 'u-1' in.mp4 out.mp4", 3, "warp-map: error"),
    ("--map none.tsv in.mp4 out.mp4", 1, "none.tsv"),
    ("--fps fast in.mp4 out.mp4", 2, "warp-video: error"),
    ("--kernel none in.mp4 out.mp4", 2, "warp-audio: error"),
    ("--play 0..3 in.mp4 out.mp4", 2, "leaves the clip"),
    ("--map <(printf '0 0\\n3 3\\n') in.mp4 out.mp4", 4, "filter failed"),
    ("--audio 0 in.mp4 out.mp4", 2, "no sound track (--audio)"),
    ("--audio 2 in.mp4 out.mp4", 2, "there is no sound track 2 (--audio); there are 1"),
    ("--no-audio in.mp4 out.wav", 2, "no sound"),
    ("--no-audio --audio 1 in.mp4 out.mp4", 2, "do not go together"),
    ("--=3 in.mp4 out.mp4", 2, "unknown option '--=3'"),
  ])
  func refuses(_ words: String, _ status: Int32, _ message: String) throws {
    let result = try run(
      """
      \(Self.tiny)
      echo text > text.txt; echo there > there.mp4; ln -s in.mp4 linked.mp4
      before=$(ls -A)
      warp \(words)
      status=$?
      [ "$(ls -A)" = "$before" ] && [ "$(cat there.mp4)" = there ] || echo "the directory has changed: $(ls -A)"
      exit $status
      """)
    #expect(result.status == status, "\(result)")
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.output == "")
  }

  @Test func overwritesWhenAsked() throws {
    let result = try run(
      "\(Self.tiny) echo there > out.mp4; warp -y in.mp4 out.mp4 && about format=duration out.mp4; ls")
    #expect(result.output == "duration=0.500000\nin.mp4\nout.mp4\nstderr\nstdin\nstdout\n", "\(result)")
  }

  @Test func namesAreTakenAsTheyAre() throws {
    let result = try run(
      """
      \(Self.tiny)
      for name in 'a b' "it's" '-i' '--' 'x"y' '50%d' 'a:b' $'two\\nlines' $'end\\n' '$HOME' 'ümlaut'; do
        mv in.mp4 "./$name.mp4"
        for way in --speed=2x --reverse; do
          warp "$way" -- "$name.mp4" "$name-out.mkv" && [ -s "$name-out.mkv" ] || echo "failed: $name"
          (eval "$(warp --dry-run "$way" -- "$name.mp4" "$name-dry.mkv")") && [ -s "$name-dry.mkv" ] || echo "dry: $name"
          rm -- "$name-out.mkv" "$name-dry.mkv"
        done
        mv -- "$name.mp4" in.mp4
      done
      """)
    #expect(result.output == "", "\(result)")
    #expect(result.errors == "")
  }

  /// What is pasted makes what is run.
  @Test(arguments: [
    "--curve sine", "--vfr --freeze 0.2=0.3", "--reverse",
    "--fit 0.7 --mix blend --encode '-c:v ffv1 -c:a flac' --no-audio",
  ])
  func dryRunCanBePasted(_ options: String) throws {
    let result = try run(
      """
      \(Self.tiny)
      warp \(options) in.mp4 out.mkv && warp --dry-run \(options) in.mp4 dry.mkv > dry && ! [ -e dry.mkv ] && bash dry
      sums() { ffmpeg -nostdin -v error -i $1 -map 0 -f framemd5 -; }
      sums out.mkv > one; sums dry.mkv > two; cmp one two && wc -l < one
      """)
    #expect(result.errors == "")
    #expect((Int(result.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0) > 15, "\(result)")
  }

  @Test func keepsHowThePictureIsToBeSeen() throws {
    let result = try run(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=30:d=0.5 -f lavfi -i sine=d=0.5 -pix_fmt yuv420p10le \
        -color_range tv -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc -aspect 16:9 -c:v libx264 \
        -metadata title='A; "title" = 1' -metadata:s:a language=swe in.mp4
      ffmpeg -nostdin -v error -i in.mp4 -c copy -metadata:s:v rotate=90 turned.mp4
      for file in out.mp4 out.mov out.mkv out.webm; do
        warp --speed 2x turned.mp4 $file || exit
        { ffprobe -v error -select_streams v -of csv=p=0 -show_entries stream=width,height,sample_aspect_ratio,pix_fmt \
            -show_entries stream=color_range,color_space,color_transfer,color_primaries:side_data=rotation $file
          ffprobe -v error -select_streams a -of csv=p=0 -show_entries stream_tags=language:format_tags=title $file
        } | grep .
      done
      """)
    let picture = "48,64,3:4,yuv420p10le,tv,bt2020nc,smpte2084,bt2020\n"
    let title = "\"A; \"\"title\"\" = 1\"\n"
    let one = picture + "swe\n" + title
    // ffmpeg does not write the language into mov.
    #expect(result.output == one + picture + title + one + one, "\(result)")
  }

  @Test(arguments: [
    ("yuvj420p", "mjpeg", "yuvj420p"), ("yuv422p10le", "ffv1", "yuv422p10le"), ("gray", "ffv1", "gray"),
    ("gbrp", "ffv1", "yuv444p"), ("bgra", "ffv1", "yuva444p"), ("yuva420p", "ffv1", "yuva420p"),
    ("nv12", "rawvideo", "yuv420p"),
    ("yuyv422", "rawvideo", "yuv422p"), ("rgb48le", "png", "yuv444p16le"),
    ("monob", "png", "gray"), ("pal8", "gif", "yuva444p"), ("yuv411p", "ffv1", "yuv411p"),
    ("gray12le", "ffv1", "gray12le"),
  ])
  func keepsDepthAndColour(_ format: String, _ codec: String, _ expected: String) throws {
    let result = try run(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=30:d=0.2 -pix_fmt \(format) -strict -1 -c:v \(codec) in.nut
      if [ \(codec) = gif ]; then
        rm in.nut; ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=0.2 in.gif
      fi
      warp in.* out.nut --encode '-c:v rawvideo -f nut' &&
        ffprobe -v error -show_entries stream=pix_fmt,nb_read_packets -count_packets -of csv=p=0 out.nut
      """)
    let count = codec == "gif" ? 5 : 6
    #expect(result.output == "\(expected.replacing("yuvj", with: "yuv")),\(count)\n", "\(result)")
  }

  /// However the two start, they keep their places beside each other.
  @Test(arguments: [("-itsoffset 0.3", "", -0.3), ("", "-itsoffset 0.3", 0.3)])
  func keepsTheOffsetOfTheSound(_ picture: String, _ sound: String, _ offset: Double) throws {
    for file in ["in.mp4", "in.mkv", "in.ts"] {
      let result = try run(
        """
        \(Clip.make("-c:v libx264 -c:a mp2 both.mkv"))\(Clip.look)
        ffmpeg -nostdin -v error \(picture) -i both.mkv \(sound) -i both.mkv -map 0:v -map 1:a -c copy \(file)
        warp --vfr \(file) out.mp4 && look out.mp4
        """)
      let sight = Clip.Sight(result.output)
      let stamp = sight.pictures.first { $0.number == 75 }?.stamp ?? 9
      let beep = sight.beep(near: 2.5 + Clip.beepLength / 2 + offset, within: 0.2) ?? 9
      #expect(abs(stamp - 2.5) < 0.001, "\(file) \(result.errors)")
      // A millisecond for Matroska's stamps, one for the delay of the codec.
      #expect(abs(beep - (2.5 + Clip.beepLength / 2 + offset)) < 0.002, "\(file): \(beep)")
      #expect(sight.pictures.count == Clip.frames)
    }
  }

  @Test func soundIsReversedChannelByChannel() throws {
    let result = try run(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=2 -f lavfi -i \
        "aevalsrc=0.5*sin(300*t)|0.2*t:s=48000:d=2:c=stereo" -c:v ffv1 -g 10 -c:a pcm_f32le in.mkv
      warp --reverse --memory 60k --encode '-c:v ffv1 -c:a pcm_f32le' in.mkv out.mkv || exit
      warp --reverse --memory 60k --encode '-c:v ffv1 -c:a pcm_f32le' out.mkv again.mkv || exit
      frames() { ffmpeg -nostdin -v error -i $1 -map 0:v -f framemd5 - | awk '!/#/ { print $NF }'; }
      sound() { ffmpeg -nostdin -v error -i $1 -f f32le - | od -An -v -tx8 -w8; }
      cmp <(frames in.mkv | tac) <(frames out.mkv) && cmp <(sound in.mkv | tac) <(sound out.mkv) &&
        cmp <(frames in.mkv) <(frames again.mkv) && cmp <(sound in.mkv) <(sound again.mkv) && sound out.mkv | wc -l
      """)
    #expect(result.output == "96000\n", "\(result)")
  }

  @Test func inputsMayLackSoundOrPicture() throws {
    let result = try run(
      """
      \(Self.tiny)
      lengths() { ffprobe -v error -show_entries stream=codec_name:format=duration -of csv=p=0 $1 | tr '\\n' ' '; echo; }
      ffmpeg -nostdin -v error -i in.mp4 -an -c copy silent.mp4; warp --constant 2 silent.mp4 silent-out.mp4; lengths silent-out.mp4
      ffmpeg -nostdin -v error -f lavfi -i sine=d=0.5 in.flac; warp --constant 2 in.flac out.flac; lengths out.flac
      warp --constant 2 in.flac sound.mkv; lengths sound.mkv
      warp --no-audio --constant 2 in.mp4 muted.mp4; lengths muted.mp4
      warp --constant 2 in.mp4 out.wav; lengths out.wav
      ffmpeg -nostdin -v error -i in.flac -i in.mp4 -map 0:a -map 1:v -frames:v 1 -c:v png -disposition:v attached_pic \
        covered.flac
      warp --constant 2 covered.flac plain.flac; lengths plain.flac
      """)
    #expect(
      result.output == """
        h264 1.000000 
        flac 1.000000 
        opus 1.007000 
        h264 1.000000 
        pcm_s16le 1.000000 
        flac 1.000000 

        """, "\(result)")
  }

  @Test func anotherTrackCanBeTaken() throws {
    let result = try run(
      """
      \(Self.tiny)
      ffmpeg -nostdin -v error -i in.mp4 -f lavfi -i sine=r=22050:d=0.5 -map 0 -map 1 -c:v copy -c:a pcm_s16le two.mkv
      for track in 1 2; do
        warp --audio $track two.mkv $track.wav && ffprobe -v error -show_entries stream=sample_rate -of csv=p=0 $track.wav
      done
      """)
    #expect(result.output == "44100\n22050\n", "\(result)")
  }

  @Test func chaptersGoWhereTheMapPutsThem() throws {
    let result = try run(
      """
      \(Self.tiny)
      printf ';FFMETADATA1\\ntitle=Film\\n[CHAPTER]\\nTIMEBASE=1/1000\\nSTART=0\\nEND=100\\ntitle=A = b\\n[CHAPTER]\\n' > chapters
      printf 'TIMEBASE=1/10\\nSTART=1\\nEND=3\\ntitle=Cut\\n[CHAPTER]\\nTIMEBASE=1/1\\nSTART=0.3\\nEND=0.5\\n' |
        sed 's/START=0.3/START=300/; s/END=0.5/END=500/; s,TIMEBASE=1/1$,TIMEBASE=1/1000,' >> chapters
      ffmpeg -nostdin -v error -i in.mp4 -i chapters -map_metadata 1 -map_chapters 1 -map 0:v -c copy marked.mkv
      list() { ffprobe -v error -show_chapters -show_entries chapter=start_time,end_time:chapter_tags=title -of csv=p=0 $1; }
      warp --constant 2 marked.mkv slow.mkv; list slow.mkv
      warp --play 0..0.1 --play 0.3..0.5 marked.mkv cut.mkv; list cut.mkv
      warp --trim 0.2.. marked.mkv trim.mkv; list trim.mkv
      warp --reverse marked.mkv back.mkv; list back.mkv; about format_tags=title back.mkv
      """)
    #expect(
      result.output == """
        0.000000,0.200000,A = b
        0.200000,0.600000,Cut
        0.600000,1.000000
        0.000000,0.100000,A = b
        0.100000,0.300000
        0.000000,0.100000,Cut
        0.100000,0.300000
        TAG:title=Film

        """, "\(result)")
  }

  @Test func unevenClipsGetAUsualRate() throws {
    let result = try run(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=30:d=2 -vf "setpts='PTS+0.003/TB*mod(N*7\\,5)'" \
        -fps_mode passthrough -enc_time_base 1/90000 -c:v libx264 -video_track_timescale 90000 uneven.mp4
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=30000/1001:d=1 -c:v libx264 ntsc.mp4
      for file in uneven ntsc; do
        warp $file.mp4 $file.mkv && ffprobe -v error -show_entries stream=r_frame_rate -of csv=p=0 $file.mkv
      done
      warp --fps film ntsc.mp4 film.mkv && ffprobe -v error -show_entries stream=r_frame_rate -of csv=p=0 film.mkv
      """)
    #expect(result.output == "30/1\n30000/1001\n24/1\n", "\(result)")
  }

  @Test func tellsInsteadOfMaking() throws {
    let result = try run(
      """
      \(Self.tiny)
      warp --constant 2 --info in.mp4 | sed -n 2p
      warp --constant 2 --at 0.25 in.mp4
      warp --constant 2 --plot in.mp4 | tail -n 1
      warp --constant 2 in.mp4 --plot svg | head -c 4; echo
      warp --constant 2 in.mp4 --plot=text | tail -n 1
      """)
    #expect(
      result.output == """
        warped duration     1 s
        0.25\t0.5
        scale 2 · speed 0.5x · 0.5 s become 1 s
        <svg
        scale 2 · speed 0.5x · 0.5 s become 1 s

        """, "\(result)")
  }

  @Test func previewPlays() throws {
    let result = try run(
      "\(Self.tiny) SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy warp --preview --constant 2 in.mp4; echo $?; ls *.mp4")
    #expect(result.output == "0\nin.mp4\n", "\(result)")
  }

  @Test func progressIsOneLine() throws {
    let result = try run("\(Self.tiny) warp --progress --constant 2 in.mp4 out.mp4")
    #expect(result.errors.contains("100%"))
    #expect(result.errors.filter { $0 == "\n" }.count == 1, "\(result.errors)")
    #expect(try run("\(Self.tiny) warp --constant 2 in.mp4 out.mp4").errors == "")
  }

  @Test func anEncoderThatHasEnoughEndsTheJob() throws {
    let result = try run(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=320x180:r=30:d=4 -f lavfi -i sine=d=4 -c:v libx264 -c:a aac in.mp4
      warp --encode '-t 0.5' in.mp4 out.mp4 && ffprobe -v error -show_entries format=duration -of csv=p=0 out.mp4
      """)
    #expect(result.output == "0.500000\n", "\(result)")
  }

  /// What can be typed is said in the help, the man page and the completions.
  @Test func documentsEveryOption() throws {
    let help = try Shell.run("\(Shell.warp) --help").output
    let options = Set(help.matches(of: /--[a-z][a-z-]*/).map { String($0.output.dropFirst(2)) })
    let curves = Set(MapCommand.command.options(for: .map).map(\.name)).subtracting(["list-curves"])
    #expect(curves.count > 12 && curves.isSubset(of: options), "\(curves.subtracting(options))")
    for kind in ["man", "bash", "zsh", "fish"] {
      let text = try Shell.run("\(Shell.warp) --generate \(kind)").output.replacing("\\-", with: "-")
      // fish has them without their dashes.
      let mark = kind == "fish" ? /-l ([a-z][a-z-]*)/ : /--([a-z][a-z-]*)/
      let named = Set(text.matches(of: mark).map { String($0.output.1) })
      #expect(options.subtracting(named).isEmpty, "\(kind) lacks \(options.subtracting(named))")
    }
    #expect(try Shell.run("mandoc -T lint -W warning '\(Shell.file("man/warp.1").path)'").output == "")
    for shell in ["bash", "zsh", "fish"] {
      #expect(try Shell.run("\(shell) -n <(\(Shell.warp) --generate \(shell))").errors == "")
    }
  }

  @Test func completesInBash() throws {
    let result = try Shell.run(
      """
      source <(\(Shell.warp) --generate bash)
      offer() { COMP_WORDS=(warp "$@"); COMP_CWORD=$#; _warp; echo "${COMPREPLY[*]}"; }
      touch film.mp4; offer --prev; offer --pick n; offer --curve tri; offer fi; offer --speed ''
      """)
    #expect(result.output == "--preview\nnearest next\ntriangle\nfilm.mp4\n\n", "\(result)")
  }

  /// The filters' own words, and not those of whatever was piped into them.
  @Test(arguments: [
    "--mix motoin", "--pitch up", "--kernel sinc", "--fps none", "--vfr --mix blend", "--pick best", "--memory much",
  ])
  func optionsOfTheFiltersAreTriedFirst(_ options: String) throws {
    let result = try Shell.run(
      "\(Clip.make("-c:v libx264 -c:a aac in.mp4"))\(Shell.warp) \(options) in.mp4 out.mp4; s=$?; ls -d *mp4*; exit $s")
    #expect(result.status == 2 && result.output == "in.mp4\n", "\(result)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
  }

  @Test func installsEverything() throws {
    let result = try Shell.run(
      """
      '\(Shell.file("scripts/install").path)' prefix > /dev/null || exit
      cd prefix; PATH=$PWD/bin:/usr/bin:/bin; ls bin
      ls libexec/warp/warp-plan share/man/man1/warp.1 share/man/man1/warp-map.1 share/man/man5/warp-map.5 share/zsh/site-functions/_warp \
        share/bash-completion/completions/warp-video share/fish/vendor_completions.d/warp-audio.fish
      \(Self.tiny)
      warp --constant 2 in.mp4 out.mp4 && about format=duration out.mp4
      """)
    #expect(
      result.output == """
        warp
        warp-audio
        warp-map
        warp-video
        libexec/warp/warp-plan
        share/bash-completion/completions/warp-video
        share/fish/vendor_completions.d/warp-audio.fish
        share/man/man1/warp-map.1
        share/man/man1/warp.1
        share/man/man5/warp-map.5
        share/zsh/site-functions/_warp
        duration=1.000000

        """, "\(result)")
  }
}
