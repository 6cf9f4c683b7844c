import StepExpressions

extension StepExpression {
  /// The sentence in readable form: `"…"` in place of a text, `[number]` in place of a number.
  var readable: String { readable { $0.hasPrefix("\"") ? $0 : "[\($0)]" } }

  /// Returns the sentence with its parameters formatted by `space` and its words by `escape`.
  func readable(escape: (String) -> String = { $0 }, space: (String) -> String) -> String {
    parts.text(
      words: escape, optional: { "(\(escape($0)))" }, alternatives: { $0.joined(separator: "/") },
      parameter: { space($0.sample.name) })
  }
}

extension [StepExpression.Part] {
  /// Returns the joined parts in some notation; `alternatives` receives formatted parts.
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
  /// Samples of the parameter type: a name for people, a text for an author to replace, and a valid
  /// argument, if one is known.
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
