import Commands
import Film
import Streams
import Tool

/// Makes the results of several INPUTs in a directory, one after the other. A failure does not stop the others.
struct BatchRun {
  private let items: [(arguments: Arguments, job: FilmJob)]
  private let messages = Diagnostics(tool: WarpCommand.command.name)

  /// Returns nil for any command but one that names several INPUTs and a directory.
  init?(_ arguments: Arguments, tools: RunSettings.Tools) throws {
    guard arguments.operands.count > 2, RunModeSyntax.asked(arguments) == nil, let directory = arguments.operands.last,
      InputFile.kind(of: directory) == .directory
    else { return nil }
    let inputs = arguments.operands.dropLast()
    try Self.check(arguments, for: inputs.count)
    items = try inputs.map { input in
      let one = Arguments(arguments, operands: [input, directory])
      return (one, try JobSyntax.job(one, tools: tools))
    }
    try checkNames()
  }

  /// Refuses options whose file or result would be that of one INPUT only.
  private static func check(_ arguments: Arguments, for count: Int) throws {
    let single = WarpCommand.pieceOptions + [WarpCommand.progressFile, WarpCommand.stages]
    if let option = single.first(where: arguments.contains) {
      throw Failure(.usage, "--\(option.name) takes one INPUT, not \(count)")
    }
    if arguments.value(of: WarpCommand.asShot) != nil {
      throw Failure(.usage, "--as-shot=FILE takes one INPUT, not \(count); --as-shot finds the file beside each")
    }
    for (option, file) in try MapFiles.read(arguments)
    where InputFile.isStandardInput(file) || InputFile.kind(of: file) == .other {
      throw Failure(
        .usage, "'\(file)' can be read only once, and there are \(count) INPUTs; give --\(option.name) a file")
    }
  }

  private func checkNames() throws(Failure) {
    var inputs: [String: String] = [:]
    for job in items.map(\.job) {
      guard let output = job.output, let other = inputs.updateValue(job.input, forKey: output) else { continue }
      throw Failure(
        .usage,
        other == job.input
          ? "INPUT '\(other)' is given twice"
          : "'\(other)' and '\(job.input)' would both become '\(output)'; write them to different directories")
    }
    for job in items.map(\.job) {
      guard let output = job.output, InputFile.kind(of: output) != nil,
        let input = items.first(where: { InputFile.areSame($0.job.input, output) })?.job.input
      else { continue }
      throw Failure(.usage, "'\(job.input)' would overwrite INPUT '\(input)'; write to another directory")
    }
  }

  func run(writingTo output: inout FileSink) throws(Failure) {
    var failed: [String] = []
    for (index, item) in items.enumerated() {
      let (job, place) = (item.job, "\(index + 1) of \(items.count)")
      if job.run.showsProgress, !job.run.isDry { messages.note("\(place): '\(job.input)'") }
      let run = JobRun(item.arguments, name: "\(WarpCommand.command.name): \(job.input)")
      do {
        let ending = try run.run(job, writingTo: &output)
        if !job.run.isDry { messages.note("\(place): '\(job.output ?? "")' \(ending.text)") }
      } catch {
        run.report(Failure(error))
        failed.append("'\(job.input)'")
      }
    }
    guard failed.isEmpty else {
      throw Failure(.inputOutput, "\(failed.count) of \(items.count) INPUTs failed: \(failed.joined(separator: ", "))")
    }
  }
}
