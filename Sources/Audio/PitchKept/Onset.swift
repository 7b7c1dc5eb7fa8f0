/// A sound that begins: where on the way through the source, and which output sample that is.
///
/// Places on the way rise as the output does, also backward, where they are the source samples counted down from 0.
struct Onset: Equatable, Sendable {
  let place: Int
  let output: Int
}
