import Foundation
import ScenarioHTTP
import ScenarioResults

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
      secrets.findSecrets(in: exchange.url)
      find(in: exchange.headers)
      exchange.body.map { find(in: $0) }
      for answer in [exchange.answer, exchange.expected?.answer].compactMap(\.self) {
        find(in: answer.headers)
        answer.text.map { find(in: $0) }
      }
    }
  }

  private mutating func find(in headers: [RecordedHeader]) {
    for header in headers {
      let name = header.name.lowercased()
      if ["cookie", "set-cookie"].contains(name) {
        for pair in header.value.split(separator: /[;,] */) {
          secrets.add(String(pair.drop { $0 != "=" }.dropFirst()), of: header.name)
        }
      } else if SecretMask.isSecret(header.name) {
        secrets.add(header.value, of: header.name)
      } else {
        secrets.findSecrets(in: header.value)
      }
    }
  }

  private mutating func find(in body: String) {
    if let value = RequestBody.json(body) {
      secrets.findSecrets(in: value)
    } else {
      secrets.findSecrets(in: body)
    }
  }

  // MARK: - Masking

  /// Returns an exchange without what the app sent, and with its secrets masked.
  ///
  /// Bodies that are JSON get the layout of fixtures.
  mutating func masked(_ exchange: RecordedExchange) -> RecordedExchange {
    var exchange = exchange
    exchange.url = masked(url: exchange.url)
    (exchange.headers, exchange.body) = ([], nil)
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
    for index in answer.headers.indices {
      let header = answer.headers[index]
      answer.headers[index].value =
        SecretMask.isSecret(header.name)
        ? SecretMask.mask : masked(masked(query: header.value))
    }
    guard let text = answer.text else { return answer }
    answer.body = Data(masked(body: text).utf8)
    return answer
  }

  private mutating func masked(body: String) -> String {
    var found: Set<String> = []
    let (secrets, all) = (secrets, secrets.secrets)
    let json = JSONLayout.text(of: body, isSecret: { SecretMask.isSecret($0) }) { scalar in
      if let name = scalar.secret, let masked = scalar.masked {
        found.insert(name)
        return masked
      }
      guard scalar.isText, !all.isEmpty else { return scalar.written }
      let text = JSONLayout.decoded(scalar.written)
      let masked = secrets.masked(text)
      guard masked != text else { return scalar.written }
      found.formUnion(all.filter { text.contains($0.key) }.values)
      return JSONLayout.quoted(masked)
    }
    names.formUnion(found)
    return json ?? masked(body)
  }

  private mutating func masked(_ text: String) -> String {
    let masked = secrets.masked(text)
    if masked != text {
      names.formUnion(secrets.secrets.filter { text.contains($0.key) }.values)
    }
    return masked
  }

  /// Returns a text in which the values of query items with the name of a secret are masked.
  private mutating func masked(query text: String) -> String {
    var found: Set<String> = []
    let masked = text.replacing(/(?<start>[?&#;])(?<name>[^=&?#;]+)=(?<value>[^&#;>\s]+)/) {
      match in
      guard SecretMask.isSecret(match.name) else { return String(match.0) }
      found.insert(String(match.name))
      return "\(match.start)\(match.name)=\(SecretMask.mask)"
    }
    names.formUnion(found)
    return masked
  }
}

extension JSONLayout.Scalar {
  /// The value of a secret key, masked; `nil` if it can't be a secret.
  ///
  /// It stays a number if it is one, so that the app can still read it.
  fileprivate var masked: String? {
    if isText { return written == "\"\"" ? nil : "\"\(SecretMask.mask)\"" }
    return isDirect && Double(written) != nil ? "0" : nil
  }
}

extension RecordedAnswer {
  /// The body as text; `nil` if it is empty or no text.
  var text: String? { body.isEmpty ? nil : String(data: body, encoding: .utf8) }
}
