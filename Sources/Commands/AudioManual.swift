import Tool

extension AudioCommand {
  static let manual = [
    Command.Section(
      "QUALITY",
      [
        """
        The errors of --kernel are relative to the sound, for tones from 1 to 18 kHz. Output samples beyond full scale \
        are clipped. Floating-point samples are clipped only at the largest number of their format. At the end, \
        warp-audio prints how many samples were clipped, and the peak.
        """,
        """
        Infinite input samples and NaN become 0. At the end, warp-audio prints how many. With --pitch keep, input \
        samples more than 240 dB above full scale are clipped. Without --pitch keep, above about double speed, the \
        limit is 720 dB.
        """,
        """
        --kernel best needs a map that is exact to 1e-13 s. Give warp-map this tolerance; warp-film does so itself. \
        --start is rounded to the nearest sample.
        """,
      ]),
    Command.Section(
      "MEASURING",
      [
        """
        --measure prints lines that begin with a source time. --start and --clip-start set the source time of the \
        sound, as for retiming.
        """,
        """
        speech: the lines are keyframes such as 1.25=1.31x. The mean of the speeds is about 1. The lines are less than \
        4 s late. Sound without speech plays evenly.
        """,
        """
        voice: the lines are TIME PROBABILITY, less than 1.2 s late. A probability of 0.5 or more means that somebody \
        speaks, also in noise. In a recording without noise, a level in dB is as good. Under the babble of a crowd, \
        or with music as loud as the voice, the result is often wrong, and some music alone counts as speech.
        """,
        """
        loudness: the momentary loudness of EBU R 128, over the 0.4 s around each time. A loudness of L LUFS has the \
        value 2^((L + 23) / 10), and silence has 0. Four to eight channels count as quadraphonic, 5.0, 5.1, 6.1 and \
        7.1 sound.
        """,
        """
        onsets: a sound begins where many of 25 frequency bands become stronger within 20 ms. The strength is the mean \
        rise, beyond the 6 dB by which bands of noise rise. A sound is not found if it is more than 80 dB below full \
        scale, or 50 dB below the loudest sound of the last 4 s. Neither is a sound at the very start.
        """,
      ]),
    Command.Section(
      "SOURCE COMMAND",
      [
        """
        sh runs the command of --source once for each part of the sound that the map needs. Parts less than a minute \
        apart become one part.
        """,
        """
        The seek point $1 includes --source-offset and --source-lead. $FROM and $LENGTH do not. With --clip-start, \
        warp-audio drops samples before and after the part. --source-lead needs --clip-start.
        """,
      ]),
    Command.Section(
      "SOUND WITH TIMESTAMPS",
      [
        """
        warp-audio detects NUT with PCM, as ffmpeg writes it with -c:a pcm_f32le -f nut. The timestamps of the packets \
        say when the sound is heard. --clip-start says which timestamp is source time 0. If the map shows a time \
        without sound, the result is silent there.
        """,
        """
        Timestamps may be inexact. warp-audio therefore places each packet at the end of the previous packet. The \
        exceptions are gaps and overlaps.
        """,
        """
        A gap is silent. A gap comes before a packet that is more than 50 ms late. If two packets in a row \
        are each more than 15 ms late, a gap comes before the second one.
        """,
        """
        An overlap is sound that comes twice. warp-audio drops the start of the later packet. A packet overlaps if it \
        is more than 100 ms early. A packet also overlaps if it is the twentieth in a row that is more than 15 ms \
        early.
        """,
        """
        After the first gap, a packet overlaps if it is more than 15 ms early. Once a packet has been more than 15 ms \
        early, only packets more than 100 ms late make gaps, and only packets more than 100 ms early overlap.
        """,
        """
        If the first packet reaches more than 15 ms into the second one, warp-audio drops the start of the first \
        packet. A packet with a timestamp one tick after a longer packet is appended to it: ffmpeg writes such \
        timestamps when times run backward.
        """,
        """
        If inserted silence and dropped sound together last 0.1 s or more, warp-audio prints how much. Silence after \
        the last packet does not count.
        """,
      ]),
    Command.Section(
      "LIVE SOUND",
      [
        """
        warp-audio passes live sound on at once. With --block 480 at 48 kHz, the delay is about 20 ms.
        """,
        """
        --pitch keep reads ahead: 0.25 s at normal speed and below, 0.4 s at double speed. In the file of --stats, \
        seconds_ahead is the time that warp-audio has read ahead.
        """,
      ]),
    Command.Section(
      "TWO RECORDINGS",
      [
        """
        --align prints a table for --map. Source times are those of the sound on standard input, warped times those of \
        REFERENCE. The table follows the drift between the two clocks. If the drift changes, the table has several \
        lines.
        """,
        """
        If REFERENCE began first, the map begins with a silent freeze, up to the moment where the other recorder \
        starts. If the sound began first, the map leaves its beginning out. If one of the two recorders was stopped \
        for a while, the map holds or leaves out the difference.
        """,
        """
        The two may also be cut differently, such as a broadcast with advertisements and a disc without them. The map \
        leaves out what only the sound has, and holds where only REFERENCE has something. Passages that both have are \
        found from 8 s on. Where a cut lies in a pause or in a fading note, the map may cut up to a second away.
        """,
        """
        Comments at the beginning of the table state how sure each part is: its times in the sound, and in how many \
        of the seconds compared both recordings sound alike. Noise and pauses lower that number. If it is low for the \
        first or the last part, much of it may have nothing to do with REFERENCE.
        """,
        """
        The two may differ in sample rate, level, noise, room and microphone. They may begin at any distance, and \
        their clocks may differ by 0.04 %. One may also be a film at 25 frames per second, and the other the same \
        film at 24 or 23.976. 24 and 23.976 also fit each other. If the two have nothing in common, the exit status is \
        4.
        """,
        """
        Music that repeats, such as a loop, may fit at several places. warp-audio then compares where the music \
        begins or ends, and what else is heard. If nothing tells which place is right, the exit status is 4.
        """,
        """
        warp-audio keeps both recordings at 8 kHz, which takes 2 MiB per minute. Beyond --memory (default with \
        --align: 96M), a temporary file holds the rest.
        """,
      ]),
    Command.Section("SEE ALSO", ["warp-film(1), warp-map(1), warp-video(1), warp-map(5), ffmpeg(1), sox(1)"]),
  ]
}
