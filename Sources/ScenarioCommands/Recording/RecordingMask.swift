import Foundation
import ScenarioHTTP
import ScenarioKit
import ScenarioReports

/// Masks the secrets of a recording, before anything of it is written or shown.
struct RecordingMask {
  /// The length of the shortest secret that is masked wherever it occurs.
  ///
  /// A fixture has to stay usable: a password such as `admin` is also a word in other texts.
  private static let leastLength = 8

  private var secrets = SecretMask(leastLength: leastLength)

  /// The names of the keys and query items whose values were masked.
  private(set) var names: Set<String> = []

  /// Finds the secrets in a recording.
  init(_ recording: Recording) {
    for exchange in recording.exchanges {
      secrets.findSecrets(in: exchange.request.url)
      for (name, value) in exchange.request.headers { find(inHeader: name, value) }
      exchange.request.body.map { find(in: $0) }
      for answer in [exchange.answer, exchange.expected?.answer].compactMap(\.self) {
        for each in answer.response.headerFields { find(inHeader: each.name.rawName, each.value) }
        answer.text.map { find(in: $0) }
      }
    }
  }

  private mutating func find(inHeader name: String, _ value: String) {
    if ["cookie", "set-cookie"].contains(name.lowercased()) {
      for pair in value.split(separator: /[;,] */) {
        secrets.add(String(pair.drop { $0 != "=" }.dropFirst()), of: name)
      }
    } else if SecretMask.isSecret(name) {
      secrets.add(value, of: name)
    } else {
      secrets.findSecrets(in: value)
    }
  }

  private mutating func find(in body: String) {
    if let value = Value(json: body) {
      secrets.findSecrets(in: value)
    } else {
      secrets.findSecrets(in: body)
    }
  }

  // MARK: - Masking

  /// Returns an exchange without what the app sent, and with its secrets masked.
  mutating func masked(_ exchange: RecordedExchange) -> RecordedExchange {
    var exchange = exchange
    exchange.request.url = masked(url: exchange.request.url)
    (exchange.request.headers, exchange.request.body) = ([:], nil)
    exchange.answer = masked(exchange.answer)
    if let answer = exchange.expected?.answer { exchange.expected?.answer = masked(answer) }
    return exchange
  }

  /// Returns a URL whose secrets are masked.
  ///
  /// A query with a secret is omitted: an address without a query is for requests with any query.
  private mutating func masked(url: String) -> String {
    let hasSecret = masked(query: url) != url
    return masked(hasSecret ? String(url.prefix { $0 != "?" }) : url)
      .replacing("/\(SecretMask.mask)", with: "/{secret}")
  }

  private mutating func masked(_ answer: RecordedAnswer) -> RecordedAnswer {
    var answer = answer
    for index in answer.response.headerFields.indices {
      let field = answer.response.headerFields[index]
      answer.response.headerFields[index].value =
        SecretMask.isSecret(field.name.rawName)
        ? SecretMask.mask : masked(masked(query: field.value))
    }
    guard let text = answer.text else { return answer }
    let masked = answer.isJSON ? masked(json: text) : masked(text)
    // Bytes that are unchanged stay as they were received.
    if masked != text { answer.body = Data(masked.utf8) }
    return answer
  }

  /// Returns JSON in which the values of secret keys are masked, and secrets in all other texts.
  ///
  /// Everything else stays as it was received. A number stays one, so that the app can still read
  /// it.
  private mutating func masked(json: String) -> String {
    // The nearest secret key of the next value, and whether it is the value's own key.
    var (secret, isOwn) = (String?.none, false)
    var outer: [(String?, Bool)] = []
    // A quote and an accent after it are one character, but two scalars.
    let token = /(?<text>"(?:[^"\\]|\\.)*+")(?<colon>\s*:)?|[{}\[\]]|[^\s"{}\[\],:]+/
      .matchingSemantics(.unicodeScalar)
    return json.replacing(token) { match in
      let written = String(match.0)
      guard let quoted = match.text else {
        switch written {
        case "{", "[": outer.append((secret, isOwn))
        case "}", "]": (secret, isOwn) = outer.popLast() ?? (nil, false)
        default:
          guard let secret, isOwn, Double(written) != nil else { break }
          names.insert(secret)
          return "0"
        }
        return written
      }
      let text = (try? JSONDecoder().decode(String.self, from: Data(quoted.utf8))) ?? written
      if match.colon != nil {
        isOwn = SecretMask.isSecret(text)
        secret = isOwn ? text : outer.last?.0
        return written
      }
      if let secret, !text.isEmpty {
        names.insert(secret)
        return "\"\(SecretMask.mask)\""
      }
      let masked = masked(text)
      return masked == text ? written : (try? Value.text(masked).json()) ?? SecretMask.mask
    }
  }

  private mutating func masked(_ text: String) -> String {
    let masked = secrets.masked(text)
    if masked != text { names.formUnion(secrets.secrets.filter { text.contains($0.key) }.values) }
    return masked
  }

  /// Returns a text in which the values of query items with the name of a secret are masked.
  private mutating func masked(query text: String) -> String {
    text.replacing(/(?<start>[?&#;])(?<name>[^=&?#;]+)=(?<value>[^&#;>\s]+)/) { match in
      guard SecretMask.isSecret(match.name) else { return String(match.0) }
      names.insert(String(match.name))
      return "\(match.start)\(match.name)=\(SecretMask.mask)"
    }
  }
}

extension RecordedAnswer {
  /// The body as text; `nil` if it is empty or no text.
  var text: String? { body.isEmpty ? nil : String(data: body, encoding: .utf8) }

  /// Whether the body is an object or an array in JSON.
  var isJSON: Bool { text != nil && (try? JSONSerialization.jsonObject(with: body)) != nil }
}
