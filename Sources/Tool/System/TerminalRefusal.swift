/// What is refused because a person sits where a file or a pipe should be.
extension Terminal {
  /// Bytes that are no text would only upset a terminal.
  package func refuseBinaryOutput() throws(Failure) {
    guard isTerminal(.output) else { return }
    throw Failure(.usage, "standard output is a terminal; send it to a file or a pipe")
  }

  /// Without input there is nothing to do; to wait for someone to type it would look like hanging.
  package func refuseTypedInput(to command: Command) throws(Failure) {
    guard isTerminal(.input) else { return }
    let usage = "\(command.name) \(command.synopsis.first ?? "")"
    throw Failure(.usage, "there is no input: standard input is a terminal; usage: \(usage), or --help for more")
  }
}
