/// The filters of the picture in front of its encoder.
extension Encoding {
  /// The filters that the encoder needs before it, with those of --encode among them: ffmpeg takes one list of filters alone,
  /// the last.
  func filterWords(_ picture: PictureFacts, _ scaling: [String], _ fields: FieldOrder?) -> [String] {
    let (first, last) = (scaling + edgeFilters(picture), lastFilters(picture, fields))
    guard !first.isEmpty || !last.isEmpty else { return [] }
    let wanted = givenFilter.map { [givenWords[$0 + 1]] } ?? []
    let text = (first + wanted + last).joined(separator: ",")
    return ["-filter:v:0", text]
  }

  /// What says in which order fields are shown, or puts frames where the encoder takes them from.
  private func lastFilters(_ picture: PictureFacts, _ fields: FieldOrder?) -> [String] {
    if let codec = pictureCodec(picture) {
      if codec == .gif { return Self.palette }
      return keepsFields(fields, in: codec) ? ["setfield=\(fields == .topFirst ? "tff" : "bff")"] : []
    }
    return encoder?.filters(for: picture) ?? []
  }

  /// Each frame gets a palette of its own. One for all of them would need every frame in memory, or the film twice.
  private static let palette = [
    "split[frame][sample];[sample]palettegen=stats_mode=single[palette];[frame][palette]paletteuse=new=1"
  ]

  /// Where --encode has an option for filters of the picture.
  private var givenFilter: Int? {
    givenWords.indices.dropLast().last { FFmpegOptions.chain.contains(givenWords[$0]) }
  }

  var givenWordsWithoutFilters: [String] {
    guard let option = givenFilter else { return givenWords }
    return Array(givenWords[..<option] + givenWords[(option + 2)...])
  }

  /// The filters that make an odd size even, where the codec needs that.
  private func edgeFilters(_ picture: PictureFacts) -> [String] {
    guard evenSize(of: picture) != nil else { return [] }
    // The new column and row are black until those beside them are copied over them.
    let edges = (picture.width % 2 == 1 ? ["right=1"] : []) + (picture.height % 2 == 1 ? ["bottom=1"] : [])
    return ["pad=ceil(iw/2)*2:ceil(ih/2)*2", "fillborders=\(edges.joined(separator: ":")):mode=smear"]
  }
}
