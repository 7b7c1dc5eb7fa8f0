import Tool

extension VideoCommand {
  static let manual = [
    Command.Section(
      "CHOICE OF FRAMES",
      [
        """
        With --pick hold, an output frame shows the source frame on screen at the start of the output frame. With \
        --pick middle, it shows the source frame on screen halfway through the output frame. With --pick nearest, \
        warp-video takes the source frame that starts nearest, and the later one of two that are equally near. With \
        --pick next, warp-video takes the first source frame that starts with the output frame or after.
        """,
        """
        --mix blend weights the two frames by their distance in time. If the map plays backward, the first frame and \
        the next frame are meant in the order of play.
        """,
        """
        With --crossfade, an output frame near a cut is a mix of two pictures. Each part plays beyond the cut at the \
        speed that it has there. --pick, --mix and --shutter apply to both. The share of the later picture grows \
        evenly, and is half at the cut unless the crossfade is shorter on one side.
        """,
      ]),
    Command.Section(
      "ENCODED VIDEO",
      [
        """
        With --vfr, the NUT on standard input may also have a video stream in any codec. warp-video then keeps the \
        packets and their order, and changes only the timestamps.
        """,
        """
        The map must play the whole of one part of the video, once and forward, from a keyframe on. If the part \
        depends on packets after its end, the output has these packets too.
        """,
      ]),
    Command.Section(
      "SOURCE COMMAND",
      [
        """
        sh runs the command of --source once for each part of the video that the map shows. If the map returns to a \
        part, warp-video runs the command again, for pieces that fit into --memory.
        """,
        """
        If frames at the start of a part are missing, warp-video runs the command again from an earlier time.
        """,
        """
        The seek point $1 includes --source-offset and --source-lead. $FROM and $LENGTH do not.
        """,
      ]),
    Command.Section(
      "PARTS AND JOIN",
      [
        """
        With --output-range and --vfr, the output has the frames that begin at the time FROM or later, and before TO.
        """
      ]),
    Command.Section(
      "FRAMES MADE BY A COMMAND",
      [
        """
        With --mix exec:COMMAND, sh runs the command once. warp-video asks the command for every output frame that \
        lies between two source frames. Output frames at the time of a source frame show the source frame unchanged.
        """,
        """
        The command reads one y4m header. For each new frame, the command then reads a line FRAME with the samples of \
        the first frame, and a line FRAME with the samples of the second frame. A line with the phase follows: a \
        decimal number above 0 and below 1. A phase of 0.25 is a quarter of the way from the first to the second \
        frame.
        """,
        """
        The command answers with a line that begins with FRAME, and with the samples of the new frame. The new frame \
        has the format of the other two. Before its first answer, the command may print a y4m header. The command must \
        flush each answer: warp-video sends the next two frames only after the answer.
        """,
        """
        A command can also take all phases of two frames at once, and find the motion between them once. Its first \
        answer then begins with a y4m header that contains the word XPHASES=ALL. The first request has one phase. The \
        phase line of each later request has up to 64, separated by spaces. The command answers with one frame for \
        each phase, in the same order.
        """,
        """
        When its input ends, the command must exit with status 0 within ten seconds, without further output. Anything \
        else is an error (exit status 1). warp-video passes on what the command writes to standard error. If \
        warp-video is killed, the command is killed too.
        """,
        """
        The pixel format of the input must have a name in y4m. The command itself must detect cuts between two frames.
        """,
        """
        --try-maker checks the command of --mix exec: with small test frames. It prints whether the command keeps to \
        these rules, and whether equal frames stay the same. A phase near 0 must give the first frame, and later \
        phases must be nearer to the second. If the command takes several phases, its frames must be those that it \
        makes one by one. warp-video also tries 10 bit. A command may refuse it, but must not make wrong frames.
        """,
      ]),
    Command.Section(
      "DUPLICATE FRAMES",
      [
        """
        With --dedup, a run of frames that look alike counts as one frame. This frame is on screen from the first \
        frame of the run until the next different frame. New frames are made from this frame and the next different \
        frame, also when the map plays backward or repeats a part.
        """,
        """
        Two frames look alike if their samples differ by less than 1 level of 8 bits on average. In each block of 8x8 \
        samples, the average difference must also be less than 12 levels. A moving mouse pointer therefore counts as a \
        difference.
        """,
        """
        Runs of more than 0.25 s or more than 12 frames stay as they are. Runs at the end of the input, or at the end \
        of a part that the map shows, also stay as they are. A freeze shows a source frame. --dedup does not change \
        how often and when frames are shown.
        """,
      ]),
    Command.Section(
      "LIMITS",
      [
        """
        Frames are at most 16384 samples wide and 16384 samples high.
        """,
        """
        With --vfr, a cut may leave less than 1/N second of a frame. The frame is then shown for 1/N second, and the \
        next frame is late by the difference.
        """,
      ]),
    Command.Section("SEE ALSO", ["warp-film(1), warp-map(1), warp-audio(1), warp-map(5), ffmpeg(1)"]),
  ]
}
