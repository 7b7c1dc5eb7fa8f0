import Foundation

/// A clip that says what it shows: every frame has its number written in black and white, and some begin with a beep.
enum Clip {
  static let frameRate = 30.0
  static let frames = 120
  /// Frames during which there is a beep: it begins with them and ends with them.
  static let beeps = [15, 45, 75, 105]
  static let beepLength = 1 / frameRate

  /// Makes the clip; `codecs` is for ffmpeg, and ends with a file. Bit b of the number is the b-th of eight squares.
  static func make(_ codecs: String) -> String {
    """
    ffmpeg -nostdin -v error -f lavfi -i "color=black:s=256x32:r=30:d=4,format=yuv420p,\
    geq=lum='if(mod(floor(N/pow(2,floor(X/32))),2),220,30)':cb=128:cr=128" \
    -f lavfi -i "aevalsrc='0.7*sin(2*PI*3000*t)*lt(mod(t+0.5+1e-9,1),1/30)':s=48000:d=4" \(codecs)

    """
  }

  /// A function `look FILE` that writes what ffmpeg decodes, stamps respected: the stamps and numbers of the pictures,
  /// and the sound as raw floats from time zero on.
  static let look = """
    look() {
      ffprobe -v error -select_streams v:0 -show_entries frame=pts_time -of csv=p=0 "$1" | tr -d , | grep . > stamps
      ffmpeg -nostdin -v error -copyts -i "$1" -fps_mode passthrough -vf extractplanes=y,scale=8:1:flags=area \
        -f rawvideo - | od -An -v -tu1 -w8 | awk '{ n = 0; for (b = 8; b > 0; b--) n = 2 * n + ($b > 125); print n }' > numbers
      ffmpeg -nostdin -v error -copyts -i "$1" -vn -af aresample=48000:async=1:first_pts=0 -ac 1 -f f32le sound
      paste stamps numbers
      od -An -v -tf4 -w4 sound | awk '$1 > 0.05 || $1 < -0.05 { print "beep", NR - 1, $1 }'
    }

    """

  /// What `look` saw.
  struct Sight {
    var pictures: [(stamp: Double, number: Int)] = []
    var samples: [(place: Int, value: Double)] = []

    init(_ output: String) {
      for line in output.split(separator: "\n") {
        let fields = line.split(whereSeparator: \.isWhitespace)
        guard fields.count == 3 else {
          if fields.count == 2, let stamp = Double(fields[0]), let number = Int(fields[1]) {
            pictures.append((stamp, number))
          }
          continue
        }
        if let place = Int(fields[1]), let value = Double(fields[2]) { samples.append((place, value)) }
      }
    }

    /// Where the middle of a beep is, by its energy, near a place where it is looked for.
    func beep(near seconds: Double, within reach: Double) -> Double? {
      let near = samples.filter { abs(Double($0.place) / 48_000 - seconds) < reach }
      let energy = near.reduce(0) { $0 + $1.value * $1.value }
      guard energy > 0 else { return nil }
      return near.reduce(0) { $0 + (Double($1.place) + 0.5) / 48_000 * $1.value * $1.value } / energy
    }
  }
}
