import Foundation
import Streams
import TestSupport
import Testing

@testable import Audio

@Suite struct PitchKeptPartsTests {
  @Test(arguments: [
    (1, 256), (2000, 256), (8000, 1024), (16000, 2048), (22050, 2048), (32000, 4096), (44100, 4096), (48000, 4096),
    (88200, 8192), (96000, 8192), (192_000, 16384), (768_000, 65536),
  ]) func framesLastATwelfthOfASecond(rate: Int, length: Int) {
    #expect(FrameSize(rate: rate).length == length)
  }

  @Test(arguments: [256, 1024]) func transformMatchesTheDefinition(length: Int) {
    let transform = FourierTransform(length: length)
    var random = SplitMix64(seed: 1)
    let samples = (0..<length).map { _ in Float(random.double(-1, 1)) }
    // Fills the bins with other numbers first. The transform must overwrite them.
    for index in 0...length / 2 { unsafe transform.bins[index] = [7, 7] }
    for index in 0..<length { unsafe transform.samples[index] = samples[index] }
    transform.forward()
    for bin in stride(from: 0, through: length / 2, by: length / 32) {
      var (re, im) = (0.0, 0.0)
      for (index, sample) in samples.enumerated() {
        let angle = -2 * Double.pi * Double(bin * index % length) / Double(length)
        re += Double(sample) * cos(angle)
        im += Double(sample) * sin(angle)
      }
      let found = unsafe transform.bins[bin]
      #expect(abs(Double(found.x) - re) < 1e-4 && abs(Double(found.y) - im) < 1e-4, "bin \(bin)")
    }
    transform.inverse()
    for (index, sample) in samples.enumerated() {
      #expect(unsafe abs(transform.samples[index] - sample) < 1e-6, "sample \(index)")
    }
  }

  @Test func peaksOwnTheBinsUpToHalfway() {
    var peaks = SpectralPeaks()
    peaks.find(in: [0, 1, 5, 1, 0, 0, 2, 9, 9, 3, 4])
    #expect(peaks.bins == [2, 7, 10])
    #expect(peaks.bins.indices.map { peaks.region(of: $0, binCount: 11) } == [0..<5, 5..<9, 9..<11])
    peaks.find(in: [0, 0, 0, 0])
    #expect(peaks.bins == [0])
    #expect(peaks.region(of: 0, binCount: 4) == 0..<4)
  }

  @Test func replacedNoiseKeepsItsPower() {
    let size = FrameSize(length: 512, heard: 512)
    var keeper = PhaseKeeper(size, channels: 2)
    var random = SplitMix64(seed: 2)
    let noise = { (_: Int) in FourierTransform.Bin(Float(random.double(-1, 1)), Float(random.double(-1, 1))) }
    let bins = UnsafeMutableBufferPointer<FourierTransform.Bin>.allocate(capacity: 257)
    defer { unsafe bins.deallocate() }
    func fill(_ value: (Int) -> FourierTransform.Bin) { for bin in 0..<257 { unsafe bins[bin] = value(bin) } }
    func power(_ range: Range<Int>) -> Float {
      range.reduce(0) { unsafe $0 + bins[$1].x * bins[$1].x + bins[$1].y * bins[$1].y }
    }
    keeper.begin()
    // The amplitude of the noise triples at bin 94, where a band begins. The second channel is silent.
    fill { noise($0) * ($0 < 94 ? 1 : 3) }
    unsafe keeper.take(bins, channel: 0)
    let (low, high, kept) = unsafe (power(5..<10), power(94..<103), bins[200])
    fill { _ in .zero }
    unsafe keeper.take(bins, channel: 1)
    keeper.rotate(.onward)
    // `isNoise` has one element for every two of the 257 bins. Bins from 180 on are not noise.
    let isNoise = (0...128).map { $0 < 90 }
    for channel in 0..<2 {
      fill { noise($0) * 0.5 }
      unsafe keeper.mixNoise(of: bins, where: isNoise, share: 1, gain: 2, channel: channel)
    }
    unsafe keeper.copy(0, into: bins)
    #expect(abs(power(5..<10) / low - 4) < 1e-4 && abs(power(94..<103) / high - 4) < 1e-4)
    #expect(unsafe bins[200] == kept)
    unsafe keeper.copy(1, into: bins)
    #expect(power(0..<257) == 0)
    // The mixed-in noise is amplified by at most 18 dB: here from 1e-6 to 8e-6.
    fill { _ in [1e-6, 0] }
    unsafe keeper.mixNoise(of: bins, where: isNoise, share: 1, gain: 1, channel: 0)
    unsafe keeper.copy(0, into: bins)
    #expect(unsafe bins[50] == [8e-6, 0])
    // If half of the noise's power is replaced by noise 90° apart in phase, the total power stays the same.
    for (share, angle) in [(Float(0), Float(0)), (0.5, 0.5)] {
      fill { _ in [0, 2e-6] }
      unsafe keeper.mixNoise(of: bins, where: isNoise, share: share, gain: 1, channel: 0)
      unsafe keeper.copy(0, into: bins)
      let expected = 8e-6 * FourierTransform.Bin((1 - angle).squareRoot(), angle.squareRoot())
      let (found, error) = unsafe (bins[50], bins[50] - expected)
      #expect(abs(error.x) < 1e-11 && abs(error.y) < 1e-11, "\(share): \(found)")
    }
  }

  /// Returns the indices of the samples at which onsets are detected.
  private func onsets(in sound: [Float], _ size: FrameSize = FrameSize(rate: 44100)) -> [Int] {
    var detector = OnsetDetector(size)
    let differences = sound.indices.map { index -> Float in
      let past = { (distance: Int) in index < distance ? 0 : sound[index - distance] }
      let difference = past(0) - 2 * past(1) + past(2)
      return difference * difference
    }
    return stride(from: 0, to: sound.count - size.onsetBlock, by: size.onsetBlock).compactMap { start in
      detector.take(differences[start..<start + size.onsetBlock]).map { start + size.onsetBlock - $0 }
    }
  }

  @Test func onsetsAreFoundWhereSoundsBegin() {
    let stage = PitchKeptStage(rate: 44100)
    let clicks = [3000, 6001, 12345, 20_000]
    #expect(zip(onsets(in: stage.clicks(at: clicks, count: 30_000)), clicks).allSatisfy { abs($0 - $1) <= 2 })
    #expect(onsets(in: stage.clicks(at: clicks, count: 30_000)).count == 4)
    var tone = stage.tones([500], seconds: 0.5)
    for index in 0..<10_000 { tone[index] = 0 }
    let found = onsets(in: tone)
    #expect(found.count == 1 && abs(found[0] - 10_000) <= 44, "\(found)")
  }

  @Test func sustainedSoundHasNoOnsets() {
    let stage = PitchKeptStage(rate: 44100)
    var random = SplitMix64(seed: 4)
    let noise = (0..<88_200).map { _ in Float(random.double(-1, 1)) }
    #expect(onsets(in: noise) == [])
    // A slow beat, a low tone and a swelling tone may have an onset only at their beginning.
    for sound in [stage.tones([440, 444], seconds: 2), stage.tones([30], seconds: 2)] {
      #expect(onsets(in: sound).allSatisfy { $0 < 2000 })
    }
    let swell = stage.tones([1000], seconds: 2).enumerated().map { $1 * Float($0) / 88_200 }
    #expect(onsets(in: swell).allSatisfy { $0 < 4000 })
  }

  /// A sound that swells slowly has no onset. If most sounds swell slowly, sudden sounds have no onset either.
  @Test func slowRisesAreNoOnsets() {
    let stage = PitchKeptStage(rate: 44100)
    /// A tone that begins every quarter of a second and reaches full strength in `rise` samples.
    func notes(_ rise: Int) -> [Float] {
      stage.tones([1500], seconds: 8).enumerated().map { index, value in
        let since = index % 11_025 - 4000
        return since < 0 ? 0 : value * Float(min(1, Double(since) / Double(rise)))
      }
    }
    #expect(onsets(in: notes(1)).count == 32)
    #expect(onsets(in: notes(1200)) == [])
    let clicks = stage.clicks(at: Array(stride(from: 20_000, to: 352_000, by: 44_100)), count: 352_800)
    #expect(onsets(in: clicks).count == 8)
    #expect(onsets(in: zip(notes(1200), clicks).map { $0 + $1 }) == [])
  }

  @Test func framesAreShorterNearOnsetsInChange() {
    let size = FrameSize(rate: 44100)
    #expect(FrameKind.allCases.map { $0.size(size).length } == [4096, 2048, 2048, 1024])
    #expect(FrameKind.allCases.map { $0.size(size).heard } == [4096, 1024, 512, 512])
    let quick = FrameKind.quick.size(size)
    var course = HeldCourse(size, shortest: FrameKind.short.size(size))
    course.note(Onset(position: 10_000, output: 20_000))
    func isNear(_ output: Int, _ position: Int) -> Bool {
      course.isNear(output...output, position...position, quick)
    }
    #expect(!isNear(18_975, 8975) && isNear(18_976, 8000) && isNear(18_000, 8976))
    #expect(isNear(21_280, 12_000) && isNear(22_000, 11_280) && !isNear(21_281, 11_281))
  }

  /// Sound plays at half speed, in frames of 1024 samples. The onset at input sample 10 000 belongs at output 20 000.
  @Test(arguments: [
    (0, 0, false), (17_000, 8500, false), (19_000, 9488, false), (19_500, 9500, true), (20_000, 10_000, true),
    (20_400, 10_400, true), (20_768, 10_768, true), (21_000, 10_768, false), (21_536, 10_768, false),
    (22_000, 11_000, false),
  ]) func framesAreHeldAtOnsetsOrKeptClearOfThem(output: Int, position: Int, isHeld: Bool) {
    let size = FrameSize(rate: 8000)
    let onset = Onset(position: 10_000, output: 20_000)
    var course = HeldCourse(size, shortest: FrameSize(length: size.length / 2, heard: size.length / 2))
    course.note(onset)
    let found = course.position(output / 2, at: output, size)
    #expect(found.position == position)
    #expect(found.onset == (isHeld ? onset : nil))
  }

  @Test func framesAreShortWhereOnsetsAreDense() {
    let size = FrameSize(rate: 8000)
    let half = FrameSize(length: size.length / 2, heard: size.length / 2)
    let short = FrameSize(length: size.length / 4, heard: size.length / 4)
    var course = HeldCourse(size, shortest: short)
    for onset in [10_000, 10_600, 10_700, 20_000] { course.note(Onset(position: onset, output: 2 * onset)) }
    #expect(
      [19_487, 19_488, 20_500, 21_968, 21_969, 40_000].map { course.isDense(in: $0...$0, size) } == [
        false, true, true, true, false, false,
      ])
    #expect(course.isDense(in: 19_000...19_488, size))
    #expect(!course.isDense(in: 19_000...22_000, half))
    // The onsets 10 600 and 10 700 fit into one short frame. The later one is ignored: the frame follows the map.
    #expect(course.position(10_700 + 400, at: 21_400 + 800, short).position == 11_100)
    #expect(
      [19_999, 20_000, 20_768, 20_769].map { course.reachesBackToOnset(at: $0, size) } == [false, true, true, false])
    course.release(before: 30_000)
    #expect(course.position(15_000, at: 30_000, size).position == 15_000)
  }

  /// After a change of frame length, a tone has the phase that it would have had without the change.
  @Test(arguments: [(1024, 512), (1024, 256), (512, 1024), (256, 1024)])
  func phasesContinueAcrossFrameLengths(length: Int, other: Int) {
    func keeper(_ size: Int) -> PhaseKeeper {
      let rate = size * 8000 / 1024
      let tools = FrameTools(FrameSize(rate: rate))
      var phases = PhaseKeeper(tools.size, channels: 1)
      phases.begin()
      for index in 0..<size {
        let angle = 0.7 * Double(index - size / 2) + 1
        unsafe tools.transform.samples[index] = tools.window.taken[index] * Float(cos(angle))
      }
      tools.transform.forward()
      unsafe phases.take(tools.transform.bins, channel: 0)
      phases.rotate(.onward)
      return phases
    }
    func angle(_ phases: PhaseKeeper, _ size: Int) -> Double {
      let tools = FrameTools(FrameSize(rate: size * 8000 / 1024))
      unsafe phases.copy(0, into: tools.transform.bins)
      let bin = Int((0.7 * Double(size) / (2 * .pi)).rounded())
      let value = unsafe tools.transform.bins[bin]
      return atan2(Double(value.y), Double(value.x))
    }
    var phases = keeper(other)
    let own = angle(phases, other)
    phases.takeOver(from: keeper(length))
    #expect(abs(angle(phases, other) - own) < 0.05)
  }

  @Test func legsPlayOneDirectionWithoutACut() throws {
    let stage = PitchKeptStage()
    // The map plays, freezes, plays on, plays backward, freezes, jumps back, freezes again, and plays.
    let plan = try stage.plan("0 0\n1 1\n1 1.5\n2 3\n1 4\n1 5\n0 5\n0 6\n0.5 7\ninf inf 2\n")
    let legs = Leg.legs(of: plan.path)
    #expect(legs.map(\.direction) == [.forward, .backward, .forward])
    #expect(legs.map(\.outputs) == [0..<24_000, 24_000..<40_000, 40_000..<Int.max])
    #expect(legs.map(\.isOpen) == [false, false, true])
  }

  @Test func soundIsUnscaledAtTheSpeedOfTheSource() throws {
    let stage = PitchKeptStage()
    let plan = try stage.plan("0 0\n1 1\n2 3\n5 6\n6 8\n7 9\n")
    let leg = Leg.legs(of: plan.path)[0]
    let size = FrameSize(rate: 8000)
    let unscaled = UnscaledParts(LegCourse(leg, on: plan.path, shortest: size.hop), on: plan.path, size)
    #expect(
      [0, 7999, 8000, 23_999, 24_000, 47_999, 48_000, 70_000].map(unscaled.contains) == [
        true, true, false, false, true, true, false, true,
      ])
    var kinds: [(Int, Double)] = []
    var output = 0
    while output < 72_000 {
      let part = unscaled.part(from: output, to: 72_000)
      kinds.append((part.outputs.lowerBound, part.kind.share(at: part.outputs.lowerBound)))
      output = part.outputs.upperBound
    }
    #expect(kinds.map(\.0) == [0, 7232, 7488, 25_600, 25_856, 47_232, 47_488, 65_536, 65_792])
    #expect(kinds.map { ($0.1 * 100).rounded() } == [100, 100, 0, 0, 100, 100, 0, 0, 100])
  }

  @Test func interpolationAtSourceSpeedIsAsExactAsAFloat() throws {
    let stage = PitchKeptStage()
    for frequency in [100.0, 1900, 3600] {
      let sound = stage.tones([frequency], seconds: 0.5)
      var supply = try stage.supply([sound])
      var reader = UnscaledReader<Double>(channels: 1)
      var planes = Planes<Double>(channels: 1, capacity: 1000)
      let points = (1000..<2000).map { ControlPoint(index: $0, fraction: 0.37, speed: 1) }
      try reader.read(points, from: &supply, into: &planes, at: 0)
      let errors = points.indices.map { index in
        planes.samples[index] - 0.5 * sin(2 * .pi * frequency * (1000.37 + Double(index)) / 8000)
      }
      let error = (errors.reduce(0) { $0 + $1 * $1 } / 1000).squareRoot()
      #expect(20 * log10(error / 0.354) < -140, "\(frequency) Hz")
    }
  }
}
