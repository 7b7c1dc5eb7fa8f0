/// The position of one component's samples in a frame: in a plane of its own, or interleaved with other components.
package struct ComponentLayout: Equatable {
  /// The offset of the first sample, in samples from the beginning of the frame.
  package let offset: Int
  /// The distance from one sample of the component to the next in a row, in samples.
  package let step: Int
  /// The distance from one row to the next, in samples.
  package let stride: Int
  package let width: Int
  package let height: Int
  /// How many times width and height are halved, each time rounded up.
  package let shiftX: Int
  package let shiftY: Int
  /// Whether the component is colour without brightness. Errors in it are hardly visible, so it is interpolated
  /// bilinearly, which is faster.
  package let isChroma: Bool
}

extension PixelLayout {
  /// The layout of each component, in libavutil's order.
  package var components: [ComponentLayout] {
    guard let descriptor = PixelDescriptor(name) else { return [] }
    return descriptor.components.enumerated().map { number, component in
      let isChroma = descriptor.components.count > 2 && (number == 1 || number == 2) && !descriptor.isRGB
      let shift = isChroma ? descriptor.chromaShift : (0, 0)
      let plane = planes[component.plane]
      return ComponentLayout(
        offset: (plane.offset + component.offset) / bytesPerSample, step: component.step / bytesPerSample,
        stride: plane.width, width: (width + (1 << shift.0) - 1) >> shift.0,
        height: (height + (1 << shift.1) - 1) >> shift.1, shiftX: shift.0, shiftY: shift.1, isChroma: isChroma)
    }
  }

  /// Whether every byte of a frame belongs to a component; false for formats with an unused byte, such as `rgb0`.
  package var isFilled: Bool { components.reduce(0) { $0 + $1.width * $1.height } * bytesPerSample == frameBytes }

  /// The index of the component in which motion is searched for: luma, or green.
  package var guide: Int { PixelDescriptor(name)?.isRGB == true ? 1 : 0 }
}
