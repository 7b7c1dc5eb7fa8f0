/// The options of the result on the command line that opened the page, as typed.
package struct TypedWords: Sendable {
  /// Those that the page cannot change.
  package let result: [String]
  /// The values of those that it can change.
  package let choices: [String: String]
  /// Those of `result` that change what is seen or heard.
  package let shown: [String]
  /// All of them, and `--pitch`.
  package let all: [String]

  package init(result: [String], choices: [String: String], shown: [String], all: [String]) {
    (self.result, self.choices, self.shown, self.all) = (result, choices, shown, all)
  }
}
