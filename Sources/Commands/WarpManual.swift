import Tool

/// What the man page of `warp-film` says beyond its options.
extension WarpCommand {
  static let manual = [
    MapCommand.times,
    Command.Section(
      "FRAME RATE",
      [
        """
        Without --fps the result has the frame rate of INPUT. That is the rate in which all timestamps fit \
        (ffprobe's r_frame_rate; in Matroska the rate of the first timestamps). It must be less than a fifth above \
        the average, and no frame may be lost.
        """,
        """
        If INPUT has more than 60 frames a second and the map slows a part down, the result gets a whole fraction of \
        the rate, from 24 to 60. It is the largest at which at most a tenth of the frames repeat the one before. If \
        none is low enough, it is the largest of all. Frozen frames do not count.
        """,
        "If more than a tenth of the frames repeat because the map is slow, one line says how many.",
        """
        If INPUT has a variable frame rate, as screen recordings have, its frames keep their own times, as with \
        --vfr. If the map speeds a part up, or with --pick or --mix, the rate becomes that of the closest frames. It \
        is at most 60, or the average if that is more. One line says which.
        """,
        """
        If one frame in fifty or fewer would be lost at the rate of INPUT, one line says so and the rate stays. Lost \
        frames are found by their number, and in mp4, mov and Matroska by the first and last timestamps.
        """,
        """
        With --vfr frames keep their own times. mp4 and mov round them to 1/64000 s, mkv and webm to a millisecond.
        """,
      ]),
    Command.Section(
      "DEFAULT ENCODING",
      [
        "mp4, mov: H.264 by libx264, preset medium, -crf 18; AAC at 96 kbit/s for each channel; the index in front.",
        "mkv: the same picture; Opus at 96 kbit/s for each channel.",
        """
        HDR, by PQ or HLG, into mp4, mov and mkv: HEVC by libx265, -crf 20, with HDR10's data about the screen and the \
        brightness.
        """,
        "webm: VP9 by libvpx, -crf 24; Opus as in mkv.",
        "What is transparent stays so in webm (VP9 with alpha) and mov (ProRes 4444); elsewhere that it does not is said.",
        "wav, flac: samples as deep as they came, if they came without loss; else 16 bit.",
        """
        The pixel format stays as it is in INPUT, as far as the encoder has it; RGB becomes YUV 4:4:4, in H.264 of \
        mp4 and mov 4:2:0, which every player shows. Where a codec takes even sizes only, the edge is repeated. \
        Channels that a codec has no layout for get the smallest that holds them. --encode adds to that; a codec in \
        it replaces the default of its kind, and -f in it the kind of file. Its words are split as the shell does, \
        nothing is expanded.
        """,
      ]),
    Command.Section(
      "MAPS THAT RUN BACKWARD",
      [
        """
        Where the map returns to what has been shown, INPUT is decoded in parts, the last first, each as long as \
        --memory allows, and warp-video gets them by --source. INPUT has to be a file that ffmpeg can seek in. Sound \
        that does not fit in 64 MiB is kept in a temporary file without a name, in TMPDIR or /var/tmp.
        """
      ]),
    Command.Section(
      "TRIMS AND PLAY LISTS",
      [
        """
        Parts of the picture of which the map shows nothing are not decoded, if they last ten seconds or more, or \
        five at the beginning. Sound is decoded from shortly before it is first heard, in mp4, mov, Matroska, WebM, \
        Ogg, FLAC and WAV and for codecs whose decoders give the same samples then as from the start; otherwise, and \
        with --pitch keep, from the start. AAC, whose decoders make noise of random numbers, is decoded from the \
        start in the first ten minutes only.
        """
      ]),
    Command.Section(
      "IN PIECES",
      [
        """
        With --piece K/N the file OUTPUT.piece-K-of-N is made, of the Kth part of the frames, and with the first \
        OUTPUT.piece-1-of-N.rest, of sound and subtitles. A piece ends with a label: the words, the releases of warp \
        and ffmpeg, the size of INPUT and a checksum of the map. --join puts the pieces together if all labels are \
        the same as its own, but for words that change nothing in the result; the others are named, and the exit \
        status is 4. Nothing is encoded again, and each piece begins with a key frame. Pieces can be made in any \
        order and on any machine that has INPUT by the same name.
        """
      ]),
    Command.Section(
      "SIGNALS",
      [
        "By SIGHUP, SIGINT, SIGQUIT and SIGTERM warp-film ends as usual, after it has cleared up. SIGTSTP stops it with all it runs."
      ]),
    Command.Section(
      "SEE ALSO", ["warp-map(1), warp-video(1), warp-audio(1), warp-map(5), ffmpeg(1), ffplay(1)"]),
  ]
}
