import StepExpressions

extension StepExpression {
  /// The sentence as people read it: `"…"` where a text belongs, `[number]` where a number does.
  var readable: String { readable { $0.hasPrefix("\"") ? $0 : "[\($0)]" } }

  /// Returns the sentence with what an author fills in written by `blank`, and other words by
  /// `escape`.
  func readable(escape: (String) -> String = { $0 }, blank: (String) -> String) -> String {
    parts.text(
      words: escape, optional: { "(\(escape($0)))" }, alternatives: { $0.joined(separator: "/") },
      parameter: { blank($0.sample.name) })
  }
}

extension [StepExpression.Part] {
  /// Returns the parts in some notation, joined; alternatives get theirs already written.
  func text(
    words: (String) -> String = { $0 }, optional: (String) -> String,
    alternatives: ([String]) -> String, parameter: (ParameterType) -> String
  ) -> String {
    map { part in
      switch part {
      case .text(let text): words(text)
      case .optional(let text): optional(text)
      case .alternatives(let choices):
        alternatives(
          choices.map {
            $0.text(
              words: words, optional: optional, alternatives: alternatives, parameter: parameter)
          })
      case .parameter(let type): parameter(type)
      }
    }.joined()
  }
}

extension ParameterType {
  /// What stands for a parameter of the type: a name for people, a text for an author to replace,
  /// and an argument that can be used as it is, if one is known.
  var sample: (name: String, draft: String, argument: String?) {
    switch name {
    case "string": ("\"…\"", "text", "\"text\"")
    case "": ("\"…\"", "text", "word")
    case "word": ("word", "word", "word")
    case "int", "byte", "short", "long", "biginteger": ("number", "1", "1")
    case "float", "double", "bigdecimal": ("number", "1", "1.5")
    case "duration": ("time", "100 ms", "100 ms")
    case "method": ("method", "method", "GET")
    case "url": ("url", "url", "https://example.com/")
    default: (name, name, nil)
    }
  }
}
