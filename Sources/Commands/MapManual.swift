import Tool

extension MapCommand {
  static let manual = [
    times,
    Command.Section(
      "SPEEDS",
      [
        """
        A speed is written as 2x or 200%, from 0.000001x to 1000000x. A keyframe of --speed is TIME=SPEED, with a word \
        after SPEED if the change is not linear.
        """,
        """
        Before the first keyframe and after the last one, the speed is constant. With hold, the speed stays that of \
        the previous keyframe, and jumps at this keyframe. The x1 and x2 of bezier(x1,y1,x2,y2) are from 0 to 1, as in \
        CSS.
        """,
      ]),
    Command.Section(
      "ANCHORS",
      [
        """
        Anchors may be given in any order. Two different anchors cannot have the same WARPED. Without --duration, the \
        result ends at the last anchor.
        """
      ]),
    Command.Section(
      "RANGES",
      [
        """
        FILE of --ranges is a list or a log. A list has one range per line, with fields separated by blanks, tabs, \
        commas or semicolons. Lines that begin with # are comments.
        """,
        """
        A file of labels that Audacity exports is also a list. The name of a label may be a speed, such as 4x, or cut. \
        Labels with other names need --range-speed. Labels without a duration are ignored.
        """,
        """
        Subtitles (SRT, WebVTT, ASS) are ranges from the start to the end of each subtitle. So are the segments in \
        JSON of a speech recogniser, and the rows of a table (CSV, TSV) whose first line names the columns start and \
        end. A column speed may hold speeds and cut. Whole milliseconds, as in whisper's .tsv, are recognised.
        """,
        """
        A log is the output of ffmpeg with silencedetect, freezedetect or blackdetect. Other lines of the log are \
        ignored. A range that has no end in the log lasts to the end of the video.
        """,
        """
        If ranges overlap, the fastest speed applies. A cut is faster than any speed. Overlapping ranges of the same \
        speed become one range before --range-margin shortens the range.
        """,
        """
        --range-ease takes at most half of a range at each end. --range-ease has no effect on ranges that are cut, or \
        if --else-speed is cut.
        """,
      ]),
    Command.Section(
      "WORDS",
      [
        """
        FILE of --words says when each word is said. It is JSON of whisper with word timestamps, faster-whisper, \
        WhisperX, whisper.cpp (-ojf) or vosk. Or it is SRT or WebVTT with one word in each subtitle, with times \
        between the words, or with the spoken word underlined.
        """,
        """
        To edit a video by its transcript, print the transcript with --to text, delete words or lines, and give the \
        rest to --script. Case, accents, punctuation outside words and line breaks may change. A word that was \
        changed, moved or added is an error (exit status 2) that names its line. If several cuts give the same text, \
        warp-map makes the fewest, and prefers cuts between sentences.
        """,
        """
        A cut begins and ends in a pause between two words, and never in a word that stays. Of the pause beside such a \
        word, --margin stays. Before the first word and after the last one, the video stays. Subtitles of a part that \
        is cut are dropped; the text of the others does not change.
        """,
        """
        On the page of --plot html, click a word to cut it or to restore it. Drag over several words to cut all of them.
        """,
        """
        --keep, --cut, --cut-words and --script can stand together, with any curve. Each of them may shorten what the \
        others leave. They apply after --trim and before --freeze.
        """,
      ]),
    Command.Section(
      "NEW LINES",
      [
        """
        The files of --from-cues and --to-cues are subtitles (SRT, WebVTT, ASS) or segments of a speech recogniser. \
        The first cue of one belongs to the first cue of the other, and so on. As many lines as possible begin exactly \
        on time. Each of the others is reported with its time. Between two lines that are on time, speech keeps its \
        speed if the pauses can be long or short enough. After the last such line, the video plays at normal speed.
        """
      ]),
    Command.Section(
      "EVEN MAPS",
      [
        """
        FILE of --even has one TIME VALUE per line, in order of TIME. Blanks, tabs, commas or semicolons separate the \
        two. Lines that begin with # are comments. Before the first line and after the last one, the quantity goes \
        on at the nearest rate. Without --duration, the video ends at the last TIME.
        """,
        """
        Where the quantity grows slowly, the video plays fast. Where it stands still, the video plays at the fastest \
        speed allowed. If the result cannot have its duration within --speed-limits, warp-map prints which durations \
        are possible.
        """,
        """
        gpx:FILE reads the points of a GPX track. The way between two points is the shortest one on a sphere. \
        If the name of a file begins with gpx:, write ./gpx:NAME.
        """,
        """
        With gpmf:FILE, warp-map reads a track of GoPro (GPS5 or GPS9) that has one payload a second. Where the GPS \
        does not know its place, the speed is that between the measurements around it.
        """,
        """
        With dji:FILE, warp-map reads the subtitle file that a drone of DJI writes. It takes the speed over ground or, \
        where there is none, one position a second.
        """,
        """
        With --trim, the quantity grows evenly over the part that is kept. --even-window 0 follows each line exactly, \
        with sudden changes of speed.
        """,
      ]),
    Command.Section(
      "EXPRESSIONS",
      [
        """
        The constants are PI, E and PHI. A product needs its sign: 2*u. An expression has at most 1000 characters, and \
        at most 32 brackets inside one another.
        """,
        """
        Functions that loop, print, keep state, draw random numbers or read the clock are not allowed: while, print, \
        time, random, randomi, st, ld, root and taylor.
        """,
        """
        The scale must be above 0, except at single points. The value of --integral-expr must rise over the whole \
        video.
        """,
      ]),
    Command.Section(
      "LISTS",
      [
        """
        --source-frames prints the columns frame, source, warped, scale and speed. A frame that is never shown has \
        only the first two. In a freeze, the speed is 0 and the scale is empty.
        """,
        """
        --output-frames prints the columns frame, warped, source, position, shown and shown_source. The position is \
        the frame of the video on screen, with a fraction for the elapsed part of this frame. By --pick, the result \
        shows the frame with the number in shown, from the time in shown_source. warp-film prints what its own video \
        shows. If this frame is made from several, shown has a fraction. Without --fps, the last three columns are \
        empty.
        """,
        """
        --at prints one line for each moment of the result that shows T, with source and warped time. If T is never \
        shown, warped is empty. --at-warped prints one line with source and warped time. Source is empty if T is \
        outside the result.
        """,
        """
        --info prints lines for people. With --format, --info prints one row for programs.
        """,
      ]),
    Command.Section(
      "RETIMED TEXT",
      [
        """
        --retime changes only times, and the numbers of SubRip subtitles. In SubStation Alpha, the times of karaoke, \
        fades and moves change, too.
        """,
        """
        If the map shows a subtitle several times, the subtitle is repeated. A subtitle that is never shown, or for \
        less than 1 ms, is dropped with a warning. Labels without a duration, and the times of --retime times, mark an \
        instant. An instant is kept each time it is shown.
        """,
        """
        If the map plays backward or jumps back, the text is sorted by the new start times. Otherwise, the text keeps \
        its order. In --retime times, blank lines and lines that begin with # have no time.
        """,
        """
        In GPX, the times of track and route points are changed. In NMEA, sentences of one time stay together, and \
        checksums are made anew. In CSV, all columns but one pass unchanged. In an EDL, record times are changed, and \
        M2 lines say the speed. An event becomes several if its speed changes.
        """,
        """
        With --to-source, a subtitle that was shown across a cut lasts from its first to its last moment in the source.
        """,
        """
        --single-cues joins at most 16 subtitles into one. If more overlap, the earliest 16 are shown. The text on \
        standard input may have at most 64 MiB.
        """,
      ]),
    Command.Section(
      "OTHER PROGRAMS",
      [
        """
        --to writes as few straight lines as --error allows. On standard error, warp-map prints the number of points, \
        and their largest distance from the map.
        """,
        """
        mlt, fcpxml, fcp7, otio, edl, timestamps and auto-editor need --fps, and rubberband needs --rate. With \
        --timecode, the source times in fcpxml, fcp7, otio and edl begin with that of the first frame.
        """,
        """
        --map reads what --to mlt, fcpxml, fcp7, otio, edl and auto-editor write, and such files of other programs. An \
        edit must be of one video. A gap holds the last picture. Smooth points of FCPXML and fcp7 are joined by \
        straight lines. Transitions are an error. Source timecodes of an EDL are those of the video if all events lie \
        in it; otherwise they count from its start.
        """,
        """
        An event of an edit decision list begins at a whole frame, so its frames may be half a frame off.
        """,
        """
        fcp7 is the XML of Final Cut Pro 7 (xmeml), which Premiere and DaVinci Resolve import. It has one track with \
        the picture, and no sound. A constant speed for at least half a second is a clip with this speed. Between \
        these, a clip follows the curve with time remapping. No clip changes the direction of play. The frame rate \
        must be whole, or 1000/1001 of a whole number.
        """,
        """
        mlt, fcpxml, fcp7, otio and edl can express every map. For rubberband, the map has to play the whole video \
        forward, without freezes and cuts. timestamps allows freezes, too, and auto-editor allows cuts. For mpv, the \
        map has to play forward, from 0.01x to 100x.
        """,
        """
        The script of --to mpv plays a video along the map: mpv --script=FILE VIDEO. Along a curve, the speed changes \
        by at most 5 % at a time, or every tenth of a second. At cuts mpv seeks, and at freezes it pauses. Up to 5 % \
        more speed then makes up for the time lost. Its keys for speed and seeking still work.
        """,
      ]),
    Command.Section(
      "CURVE PAGE",
      [
        """
        The page of --plot html needs a map with an end. You drag the curve on the page, and the video plays along it. \
        The page shows the command that makes the result. The Help button lists all gestures and keys.
        """,
        """
        You can edit what --speed, --curve, --constant, --play, --anchor, --trim, --freeze, --fit and --reverse say. \
        You can also edit any map made of straight lines. The page shows other maps unchanged. A button turns such a \
        map into keyframes. You can also add cuts, freezes and anchors to it as it is. The page cannot mark the times \
        of --at.
        """,
        """
        The page saves the curve as a .warp file, with one option a line, and opens such files. A .warp file with an \
        option that names a file or a program is refused.
        """,
      ]),
    Command.Section(
      "LIMITS",
      [
        """
        Times go up to 1000000000 s, about 30 years. A table is never more exact than the last digit of its times, \
        even with a smaller --tolerance.
        """
      ]),
    Command.Section("SEE ALSO", ["warp-film(1), warp-video(1), warp-audio(1), warp-map(5), ffmpeg(1), sox(1)"]),
  ]

  static let times = Command.Section(
    "TIMES",
    [
      """
      A time is written as 12.5, 12.5s, 1500ms, 1:30 or 1:02:03.5. Three fields are hours, minutes and seconds. A \
      place in the video may also be a part of the video, such as 25%.
      """,
      """
      If the frame rate is known, a time may also be a frame, such as 285f, or a timecode with four fields, such as \
      00:00:09:15. Frames count from 0. With --at-warped they are frames of the result, elsewhere frames of the video.
      """,
      """
      If the video has a start timecode, a time in it with four fields is its own timecode. If the video does not have \
      this timecode, the time counts from the first frame, and a line says so. Times of the result always count from 0.
      """,
      """
      A semicolon before the frames of a timecode means drop-frame, at 29.97 and 59.94 fps. The shell needs quotes \
      around the semicolon: '00:00:09;15'.
      """,
    ])
}
