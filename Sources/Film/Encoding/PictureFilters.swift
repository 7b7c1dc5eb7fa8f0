/// The filters before the video encoder.
extension Encoding {
  /// The filters that the encoder needs, together with those of --encode. ffmpeg uses only the last of several filter
  /// options, so all filters go into one option.
  func filterWords(_ picture: PictureFacts, _ scaling: [String], _ fields: FieldOrder?) -> [String] {
    let (first, last) = (scaling + edgeFilters(picture), lastFilters(picture, fields))
    guard !first.isEmpty || !last.isEmpty else { return [] }
    let wanted = givenFilter.map { [givenWords[$0 + 1]] } ?? []
    let text = (first + wanted + last).joined(separator: ",")
    return ["-filter:v:0", text]
  }

  /// Filters that set the field order, or that convert frames for the encoder.
  private func lastFilters(_ picture: PictureFacts, _ fields: FieldOrder?) -> [String] {
    if let codec = pictureCodec(picture) {
      if codec == .gif { return Self.palette }
      return keepsFields(fields, in: codec) ? ["setfield=\(fields == .topFirst ? "tff" : "bff")"] : []
    }
    return encoder?.filters(for: picture) ?? []
  }

  /// Each frame gets its own palette. One palette for all frames would need every frame in memory, or a second pass.
  private static let palette = [
    "split[frame][sample];[sample]palettegen=stats_mode=single[palette];[frame][palette]paletteuse=new=1"
  ]

  /// The position of the video filter option in --encode.
  private var givenFilter: Int? {
    givenWords.indices.dropLast().last { FFmpegOptions.chain.contains(givenWords[$0]) }
  }

  var givenWordsWithoutFilters: [String] {
    guard let option = givenFilter else { return givenWords }
    return Array(givenWords[..<option] + givenWords[(option + 2)...])
  }

  /// Filters that make an odd size even, if the codec requires it.
  private func edgeFilters(_ picture: PictureFacts) -> [String] {
    guard evenSize(of: picture) != nil else { return [] }
    // The new column and row are black until `fillborders` copies their neighbours.
    let edges = (picture.width % 2 == 1 ? ["right=1"] : []) + (picture.height % 2 == 1 ? ["bottom=1"] : [])
    return ["pad=ceil(iw/2)*2:ceil(ih/2)*2", "fillborders=\(edges.joined(separator: ":")):mode=smear"]
  }
}
