import Found
import Tool

/// What the value of `--even` names.
struct EvenSource {
  /// Each kind with the beginning of its value. A file with such a name is written `./motion`.
  enum Kind: String, CaseIterable {
    /// Found in a film: how much the picture changes, or the speeds in its own track of GoPro.
    case motion = "motion"
    case ownTrack = "gpmf"
    /// Files about the ground covered.
    case gpx = "gpx:"
    case gpmf = "gpmf:"
    case dji = "dji:"
    /// Lines `TIME VALUE`.
    case lines = ""
  }

  let text: String
  let kind: Kind
  /// The file that is read; nil if the film is searched.
  let path: String?

  init(_ text: String) {
    self.text = text
    kind =
      switch text {
      case Kind.motion.rawValue: .motion
      case Kind.ownTrack.rawValue: .ownTrack
      default: [.gpx, .gpmf, .dji].first { text.hasPrefix($0.rawValue) } ?? .lines
      }
    path = [.motion, .ownTrack].contains(kind) ? nil : String(text.dropFirst(kind.rawValue.count))
  }

  var finder: Finder? {
    switch kind {
    case .motion: .motion
    case .ownTrack: .ground
    case .gpx, .gpmf, .dji, .lines: nil
    }
  }

  /// Options that do not go with it.
  var strays: [Option] {
    switch kind {
    case .motion, .ownTrack: [MapCommand.evenDensity, MapCommand.evenStart]
    case .gpx, .gpmf, .dji: [MapCommand.evenDensity]
    case .lines: []
    }
  }
}
