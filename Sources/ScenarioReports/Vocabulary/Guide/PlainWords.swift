import ScenarioRunner
import StepExpressions

/// A sentence as people read it: quotes where a text belongs, `[number]` where a number does.
struct PlainWords: Hashable {
  /// A piece of the sentence.
  enum Piece: Hashable {
    case words(String)
    /// What an author fills in, by what it is.
    case blank(String)
  }

  let pieces: [Piece]

  init(_ expression: StepExpression) {
    var pieces: [Piece] = []
    for part in expression.parts {
      if case .parameter(let type) = part {
        pieces.append(.blank(Self.name(of: type)))
      } else {
        pieces.append(.words(Self.words(of: part)))
      }
    }
    self.pieces = pieces
  }

  /// The whole sentence as text.
  var text: String {
    pieces.map { piece in
      switch piece {
      case .words(let words): words
      case .blank(let name): name.hasPrefix("\"") ? name : "[\(name)]"
      }
    }.joined()
  }

  private static func words(of part: StepExpression.Part) -> String {
    switch part {
    case .text(let text): text
    case .optional(let text): "(\(text))"
    case .alternatives(let alternatives):
      alternatives.map { $0.map(words).joined() }.joined(separator: "/")
    case .parameter(let type): "[\(name(of: type))]"
    }
  }

  private static func name(of type: ParameterType) -> String {
    switch type.name {
    case "string", "": "\"…\""
    case "int", "float", "double", "byte", "short", "long", "biginteger", "bigdecimal": "number"
    case "duration": "time"
    default: type.name
    }
  }
}
