import Foundation
import ScenarioKit

/// The secrets in texts and values, which are masked wherever they occur.
package struct SecretMask {
  /// The text in place of a secret.
  package static let mask = "•••"

  private static let names: Set<String> = [
    "password", "passwd", "passphrase", "passcode", "secret", "token", "authorization", "cookie",
    "credential", "credentials",
  ]
  private static let keyNames: Set<String> = ["api", "private", "access", "secret"]

  /// The lower-case beginnings or ends of these names.
  private static let stems = [
    "passw", "passphrase", "passcode", "secret", "token", "authoriz", "cookie", "credential", "key",
  ]

  /// The secrets, with the name of the key, header or query item of each.
  package private(set) var secrets: [String: String] = [:]

  private let leastLength: Int

  /// - Parameter leastLength: The length of the shortest secret. Shorter values are no secrets, but
  ///   would be found in many words.
  package init(leastLength: Int = 3) { self.leastLength = leastLength }

  /// Creates the mask of known secrets.
  package init(of secrets: [String]) {
    self.init()
    for secret in secrets { self.secrets[secret] = "" }
  }

  /// Finds the secrets in a text.
  package init(findingSecretsIn text: String) {
    self.init()
    findSecrets(in: text)
  }

  /// Returns whether a key has the name of a secret: `token`, `accessToken`, `X-Api-Key`.
  package static func isSecret(_ key: some StringProtocol) -> Bool {
    var (words, previous): ([String], Character) = ([""], "A")
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
  package mutating func findSecrets(in text: String) {
    // After a key comes a sign that few texts have.
    guard text.utf8.contains(where: ":=".utf8.contains), Self.mayHaveSecrets(text) else { return }
    // Quotes around keys and values can be escaped.
    let key = /(?<key>\p{L}[\p{L}\p{N}_\-]*)[\\"']*[ \t]*[:=][ \t]*/
    let value =
      /(?:(?:Bearer|Basic|Token)[ \t]+)?(?:\\+"(?<inner>[^"\\]*)|"(?<double>(?:[^"\\]|\\.)*)|'(?<single>(?:[^']|'')*)|(?<plain>[^\s,;&"'\]\}]+))/
    for match in text.matches(of: key) where Self.isSecret(match.key) {
      guard let found = text[match.range.upperBound...].prefixMatch(of: value) else { continue }
      let key = String(match.key)
      if let plain = found.plain {
        add(String(plain), of: key, isPlain: true)
      } else if let double = found.double {
        add(String(double).replacing("\\\"", with: "\"").replacing("\\\\", with: "\\"), of: key)
      } else {
        add((found.inner ?? found.single).map { String($0).replacing("''", with: "'") }, of: key)
      }
    }
  }

  /// Finds all texts and numbers in the values of keys with the name of a secret.
  ///
  /// - Parameter secret: The key with the name of a secret that the value belongs to.
  package mutating func findSecrets(in value: Value, of secret: String? = nil) {
    switch value {
    case .mapping(let pairs):
      for pair in pairs {
        let isSecret = Self.mayHaveSecrets(pair.key) && Self.isSecret(pair.key)
        findSecrets(in: pair.value, of: secret ?? (isSecret ? pair.key : nil))
      }
    case .list(let values): for value in values { findSecrets(in: value, of: secret) }
    case .text(let text): if let secret { add(text, of: secret) } else { findSecrets(in: text) }
    case .integer, .number: if let secret { add(value.description, of: secret) }
    case .absent, .bool: break
    }
  }

  /// Adds the value of a key, unless it can't be a secret, such as `<token>`.
  ///
  /// - Parameter isPlain: Whether the value is written without quotes in a story, where it can also
  ///   be a tag, such as `!absent`, or a mapping.
  package mutating func add(_ written: String?, of key: String, isPlain: Bool = false) {
    var (text, isPlain) = ((written ?? "")[...], isPlain)
    if text.count > 1, let quote = text.first, "\"'".contains(quote), text.last == quote {
      text = text.dropFirst().dropLast()
      isPlain = false
    }
    for scheme in ["Bearer ", "Basic ", "Token "] where text.hasPrefix(scheme) {
      text = text.dropFirst(scheme.count)
    }
    guard text.count >= leastLength, let first = text.first,
      !["null", "true", "false", "none"].contains(text),
      !isPlain || !"!*&|>{[".contains(first) && !text.hasPrefix("${"),
      first != "<" || !(isPlain && !text.contains(">") || text.last == ">")
    else { return }
    secrets[String(text)] = key
    // As it is shown in quotes.
    let whole = String(text)
    let quoted = whole.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    for written in [quoted, whole.replacing("'", with: "''")] where written != whole {
      secrets[written] = key
    }
  }

  /// Returns a text in which the secrets are replaced where they are whole words.
  package func masked(_ text: String) -> String {
    var text = text
    for secret in secrets.keys.sorted(by: { ($1.count, $0) < ($0.count, $1) }) {
      guard text.contains(secret) else { continue }
      var (result, start) = ("", text.startIndex)
      for range in text.ranges(of: secret) {
        let around = [text[..<range.lowerBound].last, text[range.upperBound...].first]
        if around.contains(where: { $0?.isWordPart == true }) { continue }
        result += text[start..<range.lowerBound] + Self.mask
        start = range.upperBound
      }
      text = result + text[start...]
    }
    return text
  }

  /// Returns quickly whether a text contains a part of the name of a secret.
  private static func mayHaveSecrets(_ text: String) -> Bool {
    let text = text.lowercased()
    // `strstr` reads a text only up to its first zero byte.
    return strlen(text) < text.utf8.count || stems.contains { strstr(text, $0) != nil }
  }
}

extension Character { fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" } }
