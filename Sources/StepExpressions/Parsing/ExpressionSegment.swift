/// One part of a parsed expression, in the order in which a sentence must have them.
///
/// The parts are flat on purpose: the grammar allows no nesting, so nothing here recurses however
/// long a source is.
enum ExpressionSegment: Equatable {
  /// Text that a sentence has exactly, or may leave out.
  enum Literal: Equatable {
    case text(String)
    case optional(String)
  }

  /// Text or optional text.
  case literal(Literal)

  /// One of several texts: `belly/stomach`.
  case alternatives([[Literal]])

  /// A parameter's type name and the stretch of its braces, in Unicode scalars from 0.
  case parameter(name: String, range: Range<Int>)
}
