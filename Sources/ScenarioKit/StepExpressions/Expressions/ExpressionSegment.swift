/// One part of a parsed expression, in the order in which a sentence must contain them.
///
/// The parts are flat, because the grammar allows no nesting. So no code here recurses, however
/// long a source is.
enum ExpressionSegment: Equatable {
  /// Text that a sentence must contain exactly, or may omit.
  enum Literal: Equatable {
    case text(String)
    case optional(String)
  }

  /// Text or optional text.
  case literal(Literal)

  /// One of several texts: `belly/stomach`.
  case alternatives([[Literal]])

  /// The name of a parameter's type, and the range of its braces in Unicode scalars from 0.
  case parameter(name: String, range: Range<Int>)
}
