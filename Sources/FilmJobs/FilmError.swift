import Film
import Tool

extension FilmError: FinalError {
  package var failure: Failure { Failure(kind == .usage ? .usage : .input, description) }
}
