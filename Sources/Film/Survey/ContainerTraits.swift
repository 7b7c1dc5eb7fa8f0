/// What follows from the kind of a file for finding out how long its tracks last, and for decoding them.
extension ProbedContainer {
  /// Whether a seek far beyond the end finds the last packets.
  var findsItsEnd: Bool {
    hasIndex || countsPackets || !Set(names).isDisjoint(with: ["wav", "w64", "aiff", "flac", "nut"])
  }

  /// Whether the first bytes say how many there are.
  var isRIFF: Bool { !Set(names).isDisjoint(with: ["wav", "w64", "avi"]) }
  var isAVI: Bool { names.contains("avi") }

  /// Whether the offset of a sample follows from its number, if samples are not compressed.
  var countsBytes: Bool { !Set(names).isDisjoint(with: ["wav", "w64", "aiff", "au", "caf"]) }

  /// Whether packets follow each other without stamps: a seek goes from one to the next, and finds the last one whatever
  /// the file says of its length, unless it cannot be sought. That takes a fifth of the time in which ffprobe prints all
  /// packets. (In E-AC-3 the packet that ffmpeg finds by a seek has no time.)
  var countsPackets: Bool { !Set(names).isDisjoint(with: ["mp3", "aac", "ac3"]) }

  /// Whether packets are found by an index, and the file says by itself how long it is.
  var hasIndex: Bool { !Set(names).isDisjoint(with: ["mp4", "matroska", "avi", "asf", "mxf"]) }

  /// Whether the format of a track may change along the file, as in broadcasts and in streams put end to end: from stereo to
  /// surround, or from one size of the picture to another. In other kinds of file a change is an error.
  var changesFormats: Bool { !Set(names).isDisjoint(with: ["mpegts", "mpeg", "mp3", "aac"]) }

  /// Whether most frames have no stamps: programme streams stamp what begins a sector of a disc.
  var leavesOutStamps: Bool { names.contains("mpeg") }

  /// Whether what the file says of its length was written by whoever made it, and is not ffprobe's guess.
  var saysItsLength: Bool { hasIndex || !Set(names).isDisjoint(with: ["flac", "flv", "aiff", "au", "caf"]) }
}
