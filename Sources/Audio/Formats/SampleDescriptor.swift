import CAvutil

/// What libavutil knows about a sample format.
struct SampleDescriptor {
  let isPlanar: Bool
  /// The same format by its name here, which says the order of bytes: libavutil means the machine's, low byte first.
  let format: SampleFormat?

  /// Nil for a name libavutil does not know.
  init?(_ name: String) {
    let known = unsafe av_get_sample_fmt(name)
    guard known != AV_SAMPLE_FMT_NONE else { return nil }
    isPlanar = av_sample_fmt_is_planar(known) != 0
    format =
      switch av_get_packed_sample_fmt(known) {
      case AV_SAMPLE_FMT_U8: .u8
      case AV_SAMPLE_FMT_S16: .s16le
      case AV_SAMPLE_FMT_S32: .s32le
      case AV_SAMPLE_FMT_FLT: .f32le
      case AV_SAMPLE_FMT_DBL: .f64le
      default: nil
      }
  }
}
