import ScenarioKit

extension ScenarioReport {
  /// Replaces passwords, tokens and other secrets by `•••` wherever they occur in the report.
  ///
  /// A value is a secret if its key, header or query item has the name of one, such as `password`,
  /// `accessToken` or `Authorization`. Titles and paths stay as they are, because they identify the
  /// scenario.
  package mutating func maskSecrets() {
    var mask = SecretMask()
    visitTexts { mask.findSecrets(in: $0) }
    for shown in steps.flatMap(\.shown) + events.compactMap(\.shown) {
      mask.findSecrets(in: shown.value.value)
    }
    for difference in failures.flatMap({ $0.differences ?? [] }) {
      guard case .key(let key) = difference.path.components.last, SecretMask.isSecret(key) else {
        difference.actual.map { mask.findSecrets(in: $0.value) }
        continue
      }
      mask.add(difference.expected)
      difference.actual.map { mask.addAll(in: $0.value) }
    }
    guard !mask.secrets.isEmpty else { return }
    replaceTexts { mask.masked($0) }
    for step in steps.indices {
      for index in steps[step].shown.indices { mask.apply(to: &steps[step].shown[index].value) }
    }
    for event in events.indices {
      guard var shown = events[event].shown else { continue }
      mask.apply(to: &shown.value)
      events[event].shown = shown
    }
  }

  /// Calls a body with each text that can contain a secret.
  private func visitTexts(_ body: (String) -> Void) {
    var copy = self
    copy.replaceTexts { text in
      body(text)
      return text
    }
  }

  private mutating func replaceTexts(_ change: (String) -> String) {
    text = change(text)
    trace = change(trace)
    reason = reason.map(change)
    output = output.map(change)
    for index in steps.indices { steps[index].text = change(steps[index].text) }
    for index in events.indices { events[index].text = change(events[index].text) }
    for index in notes.indices { notes[index].message = change(notes[index].message) }
    for index in failures.indices { failures[index].replaceTexts(change) }
  }
}

extension ScenarioReport.Failure {
  fileprivate mutating func replaceTexts(_ change: (String) -> String) {
    lineText = change(lineText)
    message = change(message)
    details = details.map(change)
    observed = observed?.map(change)
    proposal = proposal.map(change)
    differences = differences.map { differences in
      differences.map { difference in
        var difference = difference
        difference.expected = difference.expected.map(change)
        difference.note = difference.note.map(change)
        difference.actual?.value.replaceTexts(change)
        return difference
      }
    }
  }
}

/// The secrets of a report.
private struct SecretMask {
  private static let mask = "•••"
  /// Shorter values are no secrets, but would be found in many words.
  private static let leastLength = 3

  private static let names: Set<String> = [
    "password", "passwd", "passphrase", "passcode", "secret", "token", "authorization", "cookie",
    "credential", "credentials",
  ]
  private static let keyNames: Set<String> = ["api", "private", "access", "secret"]

  /// The lower-case beginnings or ends of these names.
  private static let stems = [
    "passw", "passphrase", "passcode", "secret", "token", "authoriz", "cookie", "credential", "key",
  ].map { Array($0.utf8) }

  private(set) var secrets: Set<String> = []

  /// Returns whether a key has the name of a secret: `token`, `accessToken`, `X-Api-Key`.
  static func isSecret(_ key: some StringProtocol) -> Bool {
    var words: [String] = [""]
    var previous: Character = "A"
    for character in key {
      if !character.isLetter && !character.isNumber {
        words.append("")
      } else {
        if character.isUppercase, !previous.isUppercase { words.append("") }
        words[words.count - 1] += character.lowercased()
      }
      previous = character
    }
    words.removeAll(where: \.isEmpty)
    guard let last = words.last else { return false }
    return names.contains(last) || last == "apikey"
      || last == "key" && words.dropLast().last.map(keyNames.contains) == true
  }

  /// Finds the values after keys with the name of a secret.
  mutating func findSecrets(in text: String) {
    guard Self.mayHaveSecrets(text) else { return }
    // Quotes around keys and values can be escaped.
    let key = /(?<key>\p{L}[\p{L}\p{N}_\-]*)[\\"']*[ \t]*[:=][ \t]*/
    let value =
      /(?:(?:Bearer|Basic|Token)[ \t]+)?(?:\\*"(?<double>[^"\\]*)|'(?<single>[^']*)|(?<plain>[^\s,;&"'\]\}]+))/
    for match in text.matches(of: key) where Self.isSecret(match.key) {
      guard let found = text[match.range.upperBound...].prefixMatch(of: value) else { continue }
      add((found.double ?? found.single ?? found.plain).map(String.init))
    }
  }

  /// Finds the values of keys with the name of a secret.
  mutating func findSecrets(in value: Value) {
    switch value {
    case .mapping(let pairs):
      for pair in pairs {
        if Self.isSecret(pair.key) { addAll(in: pair.value) } else { findSecrets(in: pair.value) }
      }
    case .list(let values): for value in values { findSecrets(in: value) }
    case .text(let text): findSecrets(in: text)
    case .absent, .bool, .integer, .number: break
    }
  }

  /// Adds all texts and numbers in a value.
  mutating func addAll(in value: Value) {
    switch value {
    case .mapping(let pairs): for pair in pairs { addAll(in: pair.value) }
    case .list(let values): for value in values { addAll(in: value) }
    case .text(let text): add(text)
    case .integer, .number: add(value.description)
    case .absent, .bool: break
    }
  }

  /// Adds a value as it is written, unless it can't be a secret, such as `!absent` or `<token>`.
  mutating func add(_ written: String?) {
    var text = (written ?? "")[...]
    if text.count > 1, let quote = text.first, "\"'".contains(quote), text.last == quote {
      text = text.dropFirst().dropLast()
    }
    for scheme in ["Bearer ", "Basic ", "Token "] where text.hasPrefix(scheme) {
      text = text.dropFirst(scheme.count)
    }
    guard text.count >= Self.leastLength, let first = text.first, !"!<*&|>{[$".contains(first),
      !["null", "true", "false", "none"].contains(text)
    else { return }
    secrets.insert(String(text))
  }

  /// Returns a text in which the secrets are replaced where they are whole words.
  func masked(_ text: String) -> String {
    var text = text
    for secret in secrets.sorted(by: { ($1.count, $0) < ($0.count, $1) }) {
      guard text.contains(secret) else { continue }
      var result = ""
      var rest = text[...]
      while let range = rest.firstRange(of: secret) {
        let before =
          range.lowerBound > text.startIndex ? text[text.index(before: range.lowerBound)] : " "
        let after = range.upperBound < text.endIndex ? text[range.upperBound] : " "
        let isWord = !before.isWordPart && !after.isWordPart
        result += rest[..<range.lowerBound] + (isWord ? Self.mask : secret)
        rest = rest[range.upperBound...]
      }
      text = result + rest
    }
    return text
  }

  func apply(to value: inout CodableValue) { value.value.replaceTexts(masked) }

  /// Returns quickly whether a text contains a part of the name of a secret.
  private static func mayHaveSecrets(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.indices.contains { start in
        stems.contains { stem in
          bytes[start] | 0x20 == stem[0] && start + stem.count <= bytes.count
            && stem.indices.allSatisfy { bytes[start + $0] | 0x20 == stem[$0] }
        }
      }
    }
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" }
}

extension Value {
  /// Replaces each text, and each number whose digits a change replaces.
  fileprivate mutating func replaceTexts(_ change: (String) -> String) {
    switch self {
    case .text(let text): self = .text(change(text))
    case .integer, .number:
      let text = description
      let changed = change(text)
      if changed != text { self = .text(changed) }
    case .list(var values):
      for index in values.indices { values[index].replaceTexts(change) }
      self = .list(values)
    case .mapping(var pairs):
      for index in pairs.indices { pairs[index].value.replaceTexts(change) }
      self = .mapping(pairs)
    case .absent, .bool: break
    }
  }
}
