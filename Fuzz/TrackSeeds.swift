import Cues

/// Seeds of texts with times as dates, NMEA fields, columns, timecodes or numbers in a project.
extension Target {
  static func trackSeeds(_ format: CueFormat) -> [String] {
    switch format {
    case .gpx:
      [
        """
        <gpx><metadata><time>2020-01-01T00:00:00Z</time></metadata>
        <trkpt a='1' lat='1.5' lon='2'><ele>3</ele><time>2023-12-31T23:59:59.5Z</time></trkpt>
        <trkpt lat="1" lon="2"><time>2024-01-01T01:00:02+01:00</time></trkpt></gpx>
        """
      ]
    case .nmea:
      [
        "$GPRMC,235958.00,A,4807.038,N,01131.000,E,022.4,084.4,310823,003.1,W*4D\n$GPGSV,1\r\n"
          + "$GPZDA,235959.50,31,08,2023,00,00*6B\n$GPGLL,1,N,2,E,000001,A*00"
      ]
    case .csv:
      [
        "frame,\"Time\",speed\r\n1,0.5,3\r\n2,\"1:01.5\",\"a,\r\nb\"\r\n3,,x\r\n",
        "time;a\n2024-01-01 00:00:10;1\n",
      ]
    case .edl:
      [
        """
        TITLE: a
        FCM: DROP FRAME
        001  AX       V     C        00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00
        * FROM CLIP NAME: in.mp4
        002  AX       V     C        00:00:04:00 00:00:08:00 01:00:02:00 01:00:04:00
        M2   AX             -50.0                00:00:04:00

        """
      ]
    case .llc:
      [
        """
        {version: 2, cutSegments: [
          {start: 1, end: 3.5, name: 'a'},
          // more
          {start: 5, name: 'm'}, /* x */ {end: 2}
        ]}
        """
      ]
    default: []
    }
  }
}
