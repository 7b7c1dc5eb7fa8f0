import Notation
import Values
import Warp

/// Maps in the files of other programs, recognized by their content.
package enum ForeignMap {
  package enum Kind: Sendable {
    case xml, json, editList, segments
  }

  /// The type of a file that begins with these bytes; nil for warp's own table of times. `start` must contain the whole
  /// first line that is not blank.
  package static func kind(of start: [UInt8]) -> Kind? {
    let content = withoutMark(start).drop { $0 <= 0x20 }
    switch content.first {
    case UInt8(ascii: "<"): return .xml
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "/"): return .json
    default: break
    }
    let line = content.prefix { $0 != UInt8(ascii: "\n") }
    if EditList.isFirstLine(line) { return .editList }
    return SegmentList.isFirstLine(line) ? .segments : nil
  }

  /// - Parameters:
  ///   - name: the name of the file in error messages.
  ///   - clip: the film's duration and frame rate. The frame rate is needed if the file contains none.
  package static func map(_ bytes: [UInt8], _ kind: Kind, named name: String, on clip: Clip) throws(Refusal) -> TimeMap
  {
    let bytes = Array(withoutMark(bytes))
    do {
      switch kind {
      case .xml: return try xml(try XMLReader.element(bytes), clip)
      case .json: return try json(try JSONReader.value(bytes), clip)
      case .editList: return try EditList.map(bytes, clip)
      case .segments: return try SegmentList.map(bytes, clip)
      }
    } catch let error as NotationError {
      throw .map(error.problem, at: "\(name):\(error.line)", advice: error.advice)
    } catch let error as Refusal {
      throw error.within(name)
    } catch {
      throw .map("\(error)", at: name)
    }
  }

  /// Removes the byte order mark.
  private static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
  }

  private static func xml(_ root: XMLElement, _ clip: Clip) throws(Refusal) -> TimeMap {
    switch root.localName {
    case "mlt": return try MLTReader.map(root, clip)
    case "fcpxml": return try FinalCutReader.map(root)
    case "xmeml": return try FinalCut7Reader.map(root)
    default:
      throw .map(
        "the XML is <\(root.name)>, which is no map", advice: "--map reads the XML of MLT, Final Cut Pro and Premiere")
    }
  }

  private static func json(_ root: JSONValue, _ clip: Clip) throws(Refusal) -> TimeMap {
    if root["OTIO_SCHEMA"] != nil { return try OpenTimelineReader.map(root) }
    if root["cutSegments"] != nil { return try SegmentList.map(project: root, clip) }
    if root["chunks"] != nil { return try ChunkReader.map(chunks: root, clip) }
    if root["v"] != nil || root["a"] != nil { return try ChunkReader.map(layers: root, clip) }
    throw .map("the JSON is no map", advice: "--map reads that of OpenTimelineIO, auto-editor (v1, v3) and LosslessCut")
  }
}
