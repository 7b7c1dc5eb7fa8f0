/// Returns the description of the error that `body` throws, or "no error", so that tests can compare parts of it.
package func complaint<Value: ~Copyable>(of body: () throws -> Value) -> String {
  do { _ = try body() } catch { return "\(error)" }
  return "no error"
}
