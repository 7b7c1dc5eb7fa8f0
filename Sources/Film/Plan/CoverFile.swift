/// A cover picture as a file. Matroska stores covers as attachments, and ffmpeg attaches only files.
struct CoverFile: Equatable, Sendable {
  let stream: ProbedStream
  let bytes: [UInt8]
  /// The arguments with which ffmpeg prints the bytes.
  let maker: [String]

  /// Larger covers are dropped, to limit memory.
  static let mostBytes = 32 << 20

  /// The MIME type and file extension for each codec, by ffmpeg's name.
  private static let kinds = [
    "mjpeg": ("image/jpeg", "jpg"), "png": ("image/png", "png"), "bmp": ("image/bmp", "bmp"),
    "gif": ("image/gif", "gif"), "webp": ("image/webp", "webp"), "tiff": ("image/tiff", "tif"),
  ]

  static func isKnown(_ codec: String) -> Bool { kinds[codec] != nil }

  /// The options for the type and name of the attachment. Players recognise a cover by its name.
  ///
  /// - Parameters:
  ///   - number: the position among the attachments of the result.
  ///   - position: the position among the covers.
  func options(_ number: Int, position: Int) -> [String] {
    let (type, ending) = Self.kinds[stream.codec] ?? ("application/octet-stream", "bin")
    let own = stream.tags.first { $0.name.lowercased() == "filename" }?.value
    let name = own ?? "cover\(position == 0 ? "" : "\(position + 1)").\(ending)"
    return ["-metadata:s:t:\(number)", "mimetype=\(type)", "-metadata:s:t:\(number)", "filename=\(name)"]
  }
}

extension FilmSurvey {
  /// The covers of a film that become attachments in this output format.
  func coverFiles(of probe: Probe, in kind: FileKind?) throws -> [CoverFile] {
    guard kind?.extras.contains(.coverAsAttachment) == true else { return [] }
    return try probe.streams.filter { $0.kind == .cover && $0.hasSize && CoverFile.isKnown($0.codec) }.compactMap {
      stream in
      let question = questions.cover(stream.index)
      var (bytes, status) = ([UInt8](), 0)
      try oracle.ask([question]) { _, part in
        switch part {
        case .bytes(let block): if bytes.count <= CoverFile.mostBytes { bytes += block }
        case .ended(let end): status = end
        }
      }
      guard status == 0, !bytes.isEmpty, bytes.count <= CoverFile.mostBytes else { return nil }
      return CoverFile(stream: stream, bytes: bytes, maker: questions.coverWords(stream.index))
    }
  }
}
