import Testing

@testable import Tool

@Suite struct OptionListingTests {
  @Test func listsNameValueAndGroupOfEveryOption() {
    #expect(
      Document.options.text(for: Sample.command) == """
        duration\tTIME\tThe clip
        map\tFILE\tThe clip
        curve\tSPEC\tCurves
        anchor-easing-in-between\tlinear|smooth\tCurves
        reverse\t\tChanges
        quiet\t\tChanges
        help\t\tGeneral
        version\t\tGeneral
        generate\tKIND\tGeneral

        """)
  }
}
