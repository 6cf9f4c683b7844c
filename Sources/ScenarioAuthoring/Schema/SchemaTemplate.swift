import CResources
import ScenarioKit
import ScenarioLanguage

/// The definitions of `schema.json`, whose blanks depend on languages and modules.
///
/// - `"#name"` refers to a definition of the language, `"%name"` to one of the module.
/// - `{"$has": "key"}` requires a key, in any language.
/// - `$keys` has the English keys of a mapping, each with the schema of its value and a
///   description. Keys of other languages are accepted, and editors don't propose them.
/// - `«name»` is a blank. If there is no value for it, it stands for a pattern of the words of
///   these keys, in all languages.
struct SchemaTemplate {
  /// The values of blanks; a value that is no text replaces the whole text with the blank.
  var blanks: [String: Value] = [:]

  /// The beginning and the end of the names of the module's definitions.
  var prefix = "", kind = ""

  /// Returns the definitions of a part of the file, `language` or `module`.
  func definitions(of part: String) -> [Value.Pair] {
    Self.pairs(of: part).map { Value.Pair(prefix + $0.key + kind, filled($0.value)) }
  }

  private static func pairs(of part: String) -> [Value.Pair] {
    if case .mapping(let pairs)? = file[part] { pairs } else { [] }
  }

  /// The descriptions of keys; of a key in several definitions, that in the first one by its name.
  private static let descriptions: [String: String] = {
    var found: [String: String] = [:]
    func collect(_ value: Value) {
      switch value {
      case .list(let elements): for element in elements { collect(element) }
      case .mapping(let pairs):
        for pair in pairs {
          guard pair.key == "$keys", case .mapping(let keys) = pair.value else {
            collect(pair.value)
            continue
          }
          for key in keys {
            guard case .list(let parts) = key.value, parts.count > 1,
              case .text(let text) = parts[1]
            else { continue }
            found[key.key] = found[key.key] ?? text
          }
        }
      default: break
      }
    }
    let definitions = pairs(of: "language") + pairs(of: "module")
    for definition in definitions.sorted(by: { $0.key < $1.key }) { collect(definition.value) }
    return found
  }()

  /// Returns the meaning of a key in any language, as the schema for editors describes it; `nil` if
  /// there is none.
  static func description(of word: String) -> Message? {
    if let known = descriptions[word] { return Message(verbatim: known) }
    return descriptions.keys.sorted().first { StoryLanguage.allWords(for: $0).contains(word) }
      .flatMap { descriptions[$0].map(Message.init(verbatim:)) }
  }

  private static let file = Value(json: String(cString: schema_template())) ?? .absent

  private func filled(_ value: Value) -> Value {
    switch value {
    case .text(let text):
      if text.hasPrefix("#") { return .definition(String(text.dropFirst())) }
      if text.hasPrefix("%") { return .definition(prefix + text.dropFirst() + kind) }
      if text.hasPrefix("«"), text.hasSuffix("»"),
        let value = blanks[String(text.dropFirst().dropLast())]
      {
        return value
      }
      return .text(filled(text))
    case .list(let elements): return .list(elements.map(filled))
    case .mapping(let pairs):
      if case .text(let key) = value["$has"] { return Self.has(key) }
      var pairs = pairs.map { Value.Pair(filled($0.key), filled($0.value)) }
      if let index = pairs.firstIndex(where: { $0.key == "$keys" }),
        case .mapping(let keys) = pairs.remove(at: index).value
      {
        let patterns = pairs.first { $0.key == "patternProperties" }?.value ?? [:]
        pairs += Self.object(with: keys, patterns: patterns)
      }
      return .mapping(pairs)
    case .absent, .bool, .integer, .number: return value
    }
  }

  private func filled(_ text: String) -> String {
    text.replacing(/«([^»]*)»/) { match in
      if case .text(let text) = blanks[String(match.1)] { return text }
      return Pattern.words(
        match.1.split(separator: ", ").flatMap { StoryLanguage.allWords(for: String($0)) })
    }
  }

  private static func object(with keys: [Value.Pair], patterns: Value) -> [Value.Pair] {
    let names = keys.map(\.key)
    var properties: [Value.Pair] = []
    var patterns = patterns
    for key in keys {
      guard case .list(let parts) = key.value else { continue }
      properties.append(Value.Pair(key.key, ["allOf": [parts[0]], "description": parts[1]]))
      let others = StoryLanguage.allWords(for: key.key).filter { !names.contains($0) }
      if !others.isEmpty { patterns = patterns.merging([Pattern.words(others): parts[0]]) }
    }
    return [
      Value.Pair("type", "object"), Value.Pair("properties", .mapping(properties)),
      Value.Pair("patternProperties", patterns), Value.Pair("additionalProperties", false),
    ]
  }

  /// Returns a schema that requires a key, in any language.
  static func has(_ key: String) -> Value {
    .any(of: StoryLanguage.allWords(for: key).map { ["required": [.text($0)]] })
  }
}

// MARK: - Schemas

extension Value {
  /// Returns a reference to a definition of the schema.
  static func definition(_ name: String) -> Value { ["$ref": .text("#/definitions/\(name)")] }

  /// Returns the schema of strings that match a regular expression.
  static func pattern(_ pattern: String) -> Value { ["type": "string", "pattern": .text(pattern)] }

  /// Returns the schema of values that at least one of some schemas accepts.
  static func any(of schemas: [Value]) -> Value { ["anyOf": .list(schemas)] }

  /// Returns the mapping with additional keys, which replace existing ones.
  package func merging(_ other: Value) -> Value {
    guard case .mapping(let pairs) = self, case .mapping(let others) = other else { return self }
    return .mapping(pairs.filter { other[$0.key] == nil } + others)
  }
}
