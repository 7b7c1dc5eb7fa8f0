import Tool

extension WarpCommand {
  static let manual = [
    Command.Section(
      "STANDARD OUTPUT AND DIRECTORIES",
      [
        """
        If OUTPUT is - or /dev/stdout, the result goes to standard output. Its format is Matroska, or the format that \
        --encode '-f …' names. A player can show each frame a tenth of a second after warp-film has made it.
        """,
        "If OUTPUT is a directory, warp-film writes a file there that has the name of INPUT.",
        """
        Several INPUTs before a directory are made one after the other. After each one, warp-film prints a line on \
        standard error. If one fails, warp-film makes the others, and exits with status 1 at the end. Two INPUTs with \
        the same name are refused before anything is made. --piece, --join, --preview, --edit, --progress-file, \
        --stages, plots and lists take one INPUT.
        """,
        """
        With --skip-existing, an INPUT whose result exists counts as done. A result has its name only if it is \
        complete, so a second run makes what a first run has not finished.
        """,
      ]),
    Command.Section(
      "NUMBERED PICTURES",
      [
        """
        INPUT may be a pattern for the names of pictures, one for each frame, together with --input-fps. In \
        'png/%04d.png', %04d is a number with four digits, and %d is one without leading zeros. The pictures begin at \
        the lowest number, and no number may be missing.
        """,
        """
        'png/*.png', in quotes, takes the pictures in the order of their names. warp-film refuses names that are in \
        another order than their numbers, such as 10.png before 2.png.
        """,
        """
        Pictures of 16 bits stay so in formats and codecs that support it, such as --codec ffv1 in mkv. For other \
        codecs, warp-film prints a line.
        """,
      ]),
    Command.Section(
      "START AND DURATION",
      [
        """
        Source time 0 is the first frame. Sound before the first frame is left out. If that is more than half a \
        second of sound, warp-film prints a line.
        """,
        """
        The video lasts as long as its picture. If the sound goes on for more than half a second after that, the video \
        lasts until the sound ends, and the last frame stays on screen.
        """,
        """
        Sound stays in sync with the picture even if both start at different times. If OUTPUT has only sound, the \
        sound has the timing that it would have beside the picture. OUTPUT ends with its sound, if the ends of \
        picture and sound are more than half a second apart.
        """,
      ]),
    Command.Section(
      "WHAT THE RESULT KEEPS",
      [
        """
        The picture keeps its pixel aspect ratio, colour range, primaries, transfer, matrix, bit depth and field \
        order. warp-film applies a rotation that INPUT asks for.
        """,
        """
        All sound tracks and all text subtitles follow the map. They keep their languages, titles and dispositions. \
        Chapters follow the map, too. The title and other tags stay. In mov and mp4, the timecode begins with that of \
        the first frame, and counts the frames of the result.
        """,
        """
        A file for sound alone, or a preview, has one sound track: the one marked as default, or the first. \
        Cover pictures are copied, and in mkv also fonts.
        """,
        "webm (VP9) and mov (ProRes 4444) keep transparency. Other formats drop it, and warp-film prints a line.",
      ]),
    Command.Section(
      "THE PAGE OF --EDIT",
      [
        """
        --edit serves a page on 127.0.0.1, on a port that the system chooses. The address has a secret token in it. \
        warp-film passes the address to the browser in a file that only you can read, since other users see command \
        lines. The file is in XDG_RUNTIME_DIR, TMPDIR or /tmp, and warp-film removes it when the page is open.
        """,
        """
        BROWSER names the browser, or several with colons between them. Without BROWSER, warp-film uses xdg-open, gio \
        or sensible-browser. If none of them shows the page, open the printed address.
        """,
        """
        The Render button writes the result into the directory of INPUT. warp-film overwrites a file there only if \
        you confirm it. The result has the bytes that the command on the page makes. Closing the page cancels an \
        unfinished result. warp-film ends 8 s after the last page is closed.
        """,
        """
        If the browser cannot play INPUT, the page shows a copy in H.264 with at most 540 lines. warp-film makes the \
        copy while the page plays it, and keeps none of it.
        """,
        """
        The page keeps a draft of the curve for each video, and your own shapes, in XDG_STATE_HOME/warp, or without \
        XDG_STATE_HOME in ~/.local/state/warp. Only you can read these files. warp-film keeps the 200 latest drafts.
        """,
        """
        The page can open other videos in the directory of INPUT, each with a server of its own, and take music from \
        there. It follows no symbolic links. warp-film ends after the pages of these videos are closed.
        """,
      ]),
    Command.Section(
      "MUSIC AND ORIGINAL SOUND",
      [
        """
        Music has its own speed and pitch, and the sound of the video follows the map. If the music ends before the \
        result, silence follows, or with --music-loop the music from --music-start on again. If the result is shorter \
        than the fade, all of it is the fade.
        """,
        """
        A sound track keeps its sample rate and channels. But if music is mixed into it, a mono track becomes stereo \
        like the music, and a rate below 32 kHz becomes that of the music, at most 48 kHz.
        """,
        """
        With --sound original, the sound of the video begins at the first moment that the map shows. It plays forward, \
        even if the map begins backward; warp-film prints a line then. --pitch and --kernel have no effect.
        """,
      ]),
    Command.Section(
      "TRUNCATED AND JOINED FILES",
      [
        """
        If INPUT is truncated, warp-film makes a result from what is there and exits with status 4. It ignores half a \
        second or less that is missing, and in MP3 one percent.
        """,
        """
        The duration of some files is not stated, or ffprobe does not report it: Ogg, NUT, MPEG streams, raw streams, \
        WMV, WMA, WavPack, and WAV over 2 GiB except RF64. A truncated file of these formats is not recognised.
        """,
        """
        If a broadcast recording contains several streams one after the other, warp-film plays all of them, as ffmpeg \
        does.
        """,
      ]),
    Command.Section(
      "CROSSFADES",
      [
        """
        A cut is a jump of the map, whatever made it: --cut, --silence cut, --play or a table. With --crossfade TIME, \
        the parts before and after a cut both play for TIME around it, each at its speed at the cut. The share of the \
        later picture grows evenly. The powers of the two sounds add up to 1.
        """,
        """
        A crossfade reaches at most to the next cut, freeze or turn. If there is a cut at both ends of a part, each \
        crossfade gets at most half of the part. At the start or end of INPUT, a crossfade is shorter or missing, \
        because there is nothing beyond it. A freeze has no sound, so only the picture dissolves there. The start and \
        the end of the result are not cuts.
        """,
        """
        With --crossfade the result has a constant frame rate. Subtitles and chapters do not change. --sound original \
        and music have no cuts. --info prints how many cuts the map has.
        """,
      ]),
    Command.Section(
      "FRAME RATE",
      [
        """
        Without --fps and --vfr, the result has the frame rate of INPUT, except as said below. The frame rate of \
        INPUT is the lowest rate that fits all timestamps, as ffprobe's r_frame_rate.
        """,
        """
        If INPUT has more than 60 fps and the map slows a part down, the result gets a usual rate. Usual are 24, 25, \
        30, 48, 50 and 60 fps, and 1000/1001 of 24, 30 and 60. The rate of INPUT is a multiple of the result's rate. \
        warp-film takes the usual rate nearest to the largest fraction of INPUT's rate at which at most a tenth of \
        the frames repeat. Freezes do not count. If INPUT's rate is a multiple of no usual rate, the result gets 60 \
        or 30 fps.
        """,
        """
        If more than a tenth of the frames repeat the frame before because the map is slow, warp-film prints how many.
        """,
        """
        After a ramp, a part at normal speed would lie some fraction of a frame beside the frames of INPUT, and --mix \
        would interpolate all its frames. Therefore warp-film settles it: it moves the part by at most half a frame, \
        so that its frames are those of INPUT. warp-film also settles parts that play backward, or at a whole speed \
        such as 2x. What lies between two settled parts takes up the difference. In a second at 25 fps, its speeds \
        change by at most 2 %, or by at most 4 % if both parts move. A settled part beside a cut becomes longer, up to \
        the next whole frame. Sound, subtitles and chapters follow the same map. --settle says when this is the \
        default.
        """,
        """
        INPUT may have a variable frame rate, as screen recordings have. If the map never speeds it up, the frames \
        keep their own timestamps, as with --vfr. Otherwise, or with --pick or --mix, the result gets the rate of the \
        closest frames, at most 60 fps or the average rate if that is higher. warp-film prints which.
        """,
        """
        A rate counts as variable if the rate that fits all timestamps is a fifth above the average rate or more. In \
        Matroska the first timestamps decide.
        """,
        """
        If up to one frame in fifty does not fit into the frame rate of INPUT, the rate stays. warp-film prints how \
        many frames are lost.
        """,
        "With --vfr, timestamps are rounded to 1/64000 s in mp4 and mov, and to a millisecond in mkv and webm.",
      ]),
    Command.Section(
      "DEFAULT ENCODING",
      [
        """
        mp4, mov: H.264 (libx264, preset medium, -crf 18) and AAC at 96 kbit/s per channel. The index is at the start \
        of the file.
        """,
        "mkv: the same H.264, and Opus at 96 kbit/s per channel.",
        "webm: VP9 (libvpx, -crf 24), and Opus at 96 kbit/s per channel.",
        """
        gif, apng: at most 480 pixels wide and 15 fps, unless --width, --fps or --vfr is given. The pixels are square. \
        The image repeats for ever and has no sound. In a gif, each frame has a palette of its own.
        """,
        "HDR (PQ or HLG) in mp4, mov and mkv: HEVC (libx265, -crf 20) with the HDR10 metadata of INPUT.",
        "wav, flac: the bit depth of INPUT if INPUT is lossless, otherwise 16 bit.",
        """
        The pixel format stays the same if the encoder supports it. RGB becomes YUV 4:4:4, or 4:2:0 for H.264 in mp4 \
        and mov, because every player shows that. If a codec needs an even width and height, the last column or row \
        is repeated.
        """,
        "If a codec does not support a channel layout, the sound gets the smallest layout that has all channels.",
        """
        --draft takes preset ultrafast for H.264 and HEVC, the fastest settings of VP9 and AV1, and the fastest preset \
        of another encoder that has presets.
        """,
        """
        --encode adds options to these. A codec in --encode replaces the default codec. -f replaces the format, and \
        brings its defaults: mpegts has those of mp4. In other formats, ffmpeg chooses codecs and quality. \
        The text is split into words as in a shell, but nothing is expanded.
        """,
      ]),
    Command.Section(
      "HARDWARE ENCODERS",
      [
        """
        --codec also takes the name of an encoder on a graphics card, such as h264_vaapi or hevc_nvenc. If the encoder \
        reads frames from the memory of the card, warp-film uploads them to the first card of that kind. For another \
        card, name it: --encode '-vaapi_device /dev/dri/renderD129'.
        """
      ]),
    Command.Section(
      "BACKWARD PLAY AND REPEATS",
      [
        """
        If the map goes back to earlier frames, warp-film decodes INPUT in parts, the last part first. Each part is as \
        long as --memory allows. ffmpeg must be able to seek in INPUT.
        """,
        """
        If the sound that is needed again is larger than 64 MiB, warp-film keeps it in a temporary file. The file has \
        no name and is in TMPDIR or /var/tmp.
        """,
      ]),
    Command.Section(
      "WHAT IS DECODED",
      [
        """
        Parts of the picture that the map does not show are not decoded if they last ten seconds or more, or five \
        seconds at the start.
        """,
        """
        Sound is decoded from shortly before its first part that is heard. This works in mp4, mov, Matroska, WebM, \
        Ogg, FLAC and WAV, with codecs that decode to the same samples after a seek. Otherwise, and with --pitch \
        keep, sound is decoded from the start. AAC is decoded from the start in the first ten minutes, because AAC \
        decoders add random noise.
        """,
      ]),
    Command.Section(
      "PIECES",
      [
        """
        --piece K/N makes the file OUTPUT.piece-K-of-N with piece K of the frames. Piece 1 also makes \
        OUTPUT.piece-1-of-N.rest with the sound and the subtitles. Pieces can be made in any order, and on any machine \
        that has INPUT, and the file of --music, under the same name.
        """,
        """
        Each piece ends with a label: the command, the versions of warp and ffmpeg, the sizes of INPUT and of the file \
        of --music, and a checksum of the map. If all labels match, --join concatenates the pieces and does not encode \
        again. Options that do not change the result may differ. If a label does not match, --join names the piece and \
        exits with status 4.
        """,
        "Each piece begins with a keyframe.",
      ]),
    Command.Section(
      "SIGNALS",
      [
        """
        SIGHUP, SIGINT, SIGQUIT and SIGTERM end warp-film after it has stopped its programs and deleted its files. \
        SIGTSTP stops warp-film together with its programs.
        """
      ]),
    Command.Section(
      "REQUIREMENTS",
      [
        """
        Linux 4.11 or later with /proc, on x86-64 or arm64. ffmpeg and ffprobe 5.1 or later, and ffplay for \
        --preview. On arm64, the tools are tested in an emulator, and with --pitch keep their sound differs slightly.
        """
      ]),
    Command.Section(
      "SEE ALSO", ["warp-map(1), warp-video(1), warp-audio(1), warp-map(5), ffmpeg(1), ffplay(1)"]),
  ]
}
