/// The media type of a file by its extension. Browsers also look at the bytes.
package enum MediaType {
  package static func of(_ name: String, hasPicture: Bool) -> String {
    FileKind.of(name: name, among: FileKind.all)?.mediaType ?? (hasPicture ? "video/mp4" : "audio/mpeg")
  }
}
