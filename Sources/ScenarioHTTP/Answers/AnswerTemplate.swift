import Foundation
import HTTPTypes
import ScenarioKit
import ScenarioLanguage

/// The texts of an answer that repeat parts of its request: `{id}` and `{request.json.title}`.
struct AnswerTemplate: Sendable {
  /// A part of a text.
  private enum Piece: Sendable {
    case literal(String)
    case reference(Reference)
    /// A reference in a JSON string, whose value is written as in JSON.
    case escaped(Reference)
    /// A reference that is a whole JSON string, which the value takes the place of.
    case value(Reference)
  }

  private let body: [Piece]?
  private let headers: [HTTPField.Name: [Piece]]

  /// Creates a template; `nil` if neither the body nor a header has a reference.
  ///
  /// - Parameter body: The body; `nil` if it is read from a file.
  init?(body: String?, isJSON: Bool, headers fields: HTTPFields) {
    let body = body.flatMap { isJSON ? Self.piecesOfJSON($0) : Self.pieces($0) }
    var headers: [HTTPField.Name: [Piece]] = [:]
    for field in fields { headers[field.name] = Self.pieces(field.value) }
    guard body != nil || !headers.isEmpty else { return nil }
    (self.body, self.headers) = (body, headers)
  }

  /// A part of the request that an answer repeats.
  struct Reference: Sendable, Hashable, CustomStringConvertible {
    /// The words between the dots, such as `request`, `json` and `title`.
    var words: [String]

    /// The reference in braces.
    var description: String { "{\(words.joined(separator: "."))}" }
  }

  /// An error for a request that has no such part.
  struct Missing: Error { let reference: Reference }

  /// Returns the references in a text.
  static func references(in text: String) -> [Reference] {
    (pieces(text) ?? []).compactMap {
      if case .reference(let reference) = $0 { reference } else { nil }
    }
  }

  // MARK: - Reading

  /// Returns the pieces of a text; `nil` if it has no references.
  ///
  /// `{{name}}` is no reference, since other template languages write it so.
  private static func pieces(_ text: String) -> [Piece]? {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return nil }
    let bytes = text.utf8
    var pieces: [Piece] = []
    var start = bytes.startIndex
    var rest = bytes[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
      rest = bytes[bytes.index(after: open)...]
      let name = rest.prefix { PlaceholderName.isPart($0) || $0 == UInt8(ascii: ".") }
      guard let first = name.first, PlaceholderName.isLetter(first), name.endIndex < bytes.endIndex,
        bytes[name.endIndex] == UInt8(ascii: "}")
      else { continue }
      let end = bytes.index(after: name.endIndex)
      let isDoubled =
        open > bytes.startIndex && bytes[bytes.index(before: open)] == UInt8(ascii: "{")
        && end < bytes.endIndex && bytes[end] == UInt8(ascii: "}")
      guard !isDoubled else { continue }
      pieces.append(.literal(String(text[start..<open])))
      let words = String(Substring(name)).split(separator: ".", omittingEmptySubsequences: false)
      pieces.append(.reference(Reference(words: words.map(String.init))))
      start = end
      rest = bytes[end...]
    }
    guard !pieces.isEmpty else { return nil }
    return pieces + [.literal(String(text[start...]))]
  }

  /// Returns the pieces of JSON, in which references are only in strings.
  private static func piecesOfJSON(_ text: String) -> [Piece]? {
    guard var pieces = pieces(text) else { return nil }
    for index in pieces.indices {
      guard case .reference(let reference) = pieces[index] else { continue }
      guard case .literal(let before) = pieces[index - 1],
        case .literal(let after) = pieces[index + 1], before.hasSuffix("\""),
        !before.hasSuffix("\\\""), after.hasPrefix("\"")
      else {
        pieces[index] = .escaped(reference)
        continue
      }
      pieces[index - 1] = .literal(String(before.dropLast()))
      pieces[index] = .value(reference)
      pieces[index + 1] = .literal(String(after.dropFirst()))
    }
    return pieces
  }

  // MARK: - Filling

  /// Returns a response whose references are replaced by the parts of a request.
  ///
  /// - Parameter segments: The segments of the path, by the names of their placeholders.
  /// - Throws: ``Missing`` for a part that the request does not have.
  func fill(
    _ response: HTTPResponse, _ body: Data, from request: ReceivedRequest,
    _ segments: [String: String]
  ) throws -> (HTTPResponse, Data) {
    let value = try RequestValue(request, for: nil).value
    func text(_ pieces: [Piece]) throws -> String {
      try pieces.map { piece in
        switch piece {
        case .literal(let text): return text
        case .reference(let reference): return try reference.value(in: value, segments).plainText
        case .escaped(let reference):
          let text = try reference.value(in: value, segments).plainText
          return String(try Value.text(text).json().dropFirst().dropLast())
        case .value(let reference): return try reference.value(in: value, segments).json()
        }
      }.joined()
    }
    var response = response
    for (name, pieces) in headers { response.headerFields[name] = try text(pieces) }
    return (response, try self.body.map { Data(try text($0).utf8) } ?? body)
  }
}

extension AnswerTemplate.Reference {
  /// Returns the value in a request.
  fileprivate func value(in request: Value, _ segments: [String: String]) throws -> Value {
    guard words.first == "request" else {
      guard let segment = segments[words[0]] else { throw AnswerTemplate.Missing(reference: self) }
      return .text(segment)
    }
    var value = request
    for (index, word) in words.dropFirst().enumerated() {
      let isHeader = index == 1 && words[1] == RequestValue.CodingKeys.headers.rawValue
      switch value {
      case .mapping(let pairs):
        let pair = pairs.first {
          isHeader ? $0.key.lowercased() == word.lowercased() : $0.key == word
        }
        value = pair?.value ?? .absent
      case .list(let elements):
        value = Int(word).flatMap { elements.indices.contains($0) ? elements[$0] : nil } ?? .absent
      default: value = .absent
      }
    }
    guard value != .absent else { throw AnswerTemplate.Missing(reference: self) }
    return value
  }

  /// Throws an error if no request has the part.
  ///
  /// - Parameters:
  ///   - names: The placeholders of the address.
  ///   - range: The range of the text with the reference.
  func check(against names: [String], at range: SourceRange) throws(DataError) {
    let file: Message =
      "Put the text into a file if the braces belong to it; files are sent unchanged."
    guard words[0] == "request" else {
      guard words.count > 1 || !names.contains(words[0]) else { return }
      let name = words.joined(separator: ".")
      throw DataError(
        "the address has no placeholder \(self)", at: range,
        hints: (names.isEmpty
          ? ["Write \(self) in the address, in place of a segment of its path."]
          : DataError.hints(for: name, among: names, called: "placeholders").withoutCorrections)
          + [file])
    }
    let parts = RequestValue.CodingKeys.allCases.map(\.rawValue)
    guard words.count > 1, parts.contains(words[1]) else {
      let name = words.dropFirst().joined(separator: ".")
      throw DataError(
        "a request has no part \(quoted: name)", at: range,
        hints: DataError.hints(for: words.count > 1 ? words[1] : "", among: parts, called: "parts")
          .withoutCorrections + [file])
    }
  }
}

extension Value {
  /// A text as such, and anything else as JSON.
  fileprivate var plainText: String {
    get throws { if case .text(let text) = self { text } else { try json() } }
  }
}
