import Testing

@testable import Tool

@Suite struct MemorySizeSyntaxTests {
  @Test(arguments: [
    ("0", 0), ("1", 1), ("4096", 4096), ("007", 7),
    ("64k", 65_536), ("64K", 65_536), ("64KiB", 65_536), ("64kib", 65_536), ("64Ki", 65_536),
    ("512M", 536_870_912), ("512m", 536_870_912), ("1GiB", 1_073_741_824), ("2G", 2_147_483_648),
    ("1T", 1_099_511_627_776),
    ("64kB", 64_000), ("64KB", 64_000), ("3MB", 3_000_000), ("1GB", 1_000_000_000), ("2tb", 2_000_000_000_000),
    ("9223372036854775807", .max), ("8388607T", 9_223_370_937_343_148_032),
  ]) func readsSizes(text: String, size: Int) throws {
    #expect(try MemorySizeSyntax.parse(text) == size)
  }

  @Test(arguments: [
    "", "k", "-1", "+1", " 1", "1 ", "1 G", "1.5G", "1e9", "0x10", "1Q", "1GiBs", "1KK", "1ik", "1b", "half", "٣",
    "50%", "9223372036854775808", "8388608T", "99999999999999999999",
  ]) func refusesEverythingElse(text: String) {
    #expect(
      throws: Failure(.usage, "'\(text)' is not a memory size; write 512M, 1GiB or a number of bytes")
    ) { try MemorySizeSyntax.parse(text) }
  }
}
