/// Filters that put silence where packets of a sound are missing, so that what follows is not early.
///
/// ffmpeg's aresample does that from 0.1 s on: below, a stamp that is late may only be inexact. Packets that are lost leave holes
/// and nothing else, so that less counts too, until a stamp has gone back.
enum LostSound {
  /// - Parameter first: with which sample, counted from source time 0, the sound begins; it may be a term of ffmpeg's.
  static func filling(from first: String) -> String {
    // What the stamps leave out is filled whatever its length: they leave out nothing that does not count.
    "\(stamps),aresample=async=1:min_hard_comp=0.01:first_pts=\(first)"
  }

  /// Up to so many seconds stamps are inexact: those of Vorbis are off by 14 ms at 32 kHz. The shortest usual packet lasts 20 ms.
  private static let inexact = "0.015"
  /// Up to so many seconds a stamp may be late by itself: in MPEG-PS one packet of AC-3 in some hundreds has the stamp of the next.
  /// Such a hole counts if the frame after it is as late.
  private static let single = "0.05"
  /// So many seconds count in both directions, whatever the stamps are.
  private static let certain = "0.1"
  /// So many frames in a row that are early count too: packets overlap, as at the seams of streams that were encoded piece by
  /// piece, and what comes twice is left out.
  private static let manyEarly = "20"

  /// A filter that gives each frame the stamp at which the frame before it ends, unless there is a hole between them.
  ///
  /// It keeps in 0: when the frame before ends; 1: by how much this one is later; 2: whether it follows without a hole;
  /// 3: whether it is late, and this does not count yet; 4: 1 once a hole has been filled, 2 once a stamp has gone back; 5: how
  /// many have been early in a row. If a stamp goes back after a hole was filled, there was no hole, and what was filled in is
  /// taken out again.
  private static let stamps: String = {
    let least = "-SR*if(eq(ld(4),1),\(inexact),\(certain))"
    let most = "SR*if(eq(ld(4),2),\(certain),if(ld(3),\(inexact),\(single)))"
    let steps = [
      "st(1,PTS-ld(0))",
      "st(5,if(lt(ld(1),-SR*\(inexact)),ld(5)+1,0))",
      "st(2,N*between(ld(1),\(least),\(most))*lt(ld(5),\(manyEarly)))",
      "st(3,ld(2)*gt(ld(1),SR*\(inexact)))",
      // Before the first frame there is none.
      "st(4,if(N,if(between(ld(1),-SR*\(certain),-SR*\(inexact)),2,max(ld(4),not(ld(2)))),0))",
      "st(0,if(ld(2),ld(0),PTS)+NB_SAMPLES)",
      "ld(0)-NB_SAMPLES",
    ]
    // Commas and semicolons are those of an expression, and not of the chain of filters.
    let commas = steps.map { $0.split(separator: ",").joined(separator: "\\,") }
    return "asetpts=" + commas.joined(separator: "\\;")
  }()
}
