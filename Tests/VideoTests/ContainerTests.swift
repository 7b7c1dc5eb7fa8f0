import Pixels
import Testing
import Values

@testable import Video

@Suite struct ContainerTests {
  /// The tests of module Motion cover only NUT's pixel formats, which must therefore include those of y4m.
  @Test func nutHasEveryFormatOfY4M() {
    #expect(Set(Container.y4m.formats).isSubset(of: Container.nut.formats))
  }

  @Test func everyFormatOfBothContainersHasALayout() {
    for name in Container.y4m.formats + Container.nut.formats {
      #expect(PixelLayout(name, width: 17, height: 13) != nil, "\(name)")
    }
  }
}
